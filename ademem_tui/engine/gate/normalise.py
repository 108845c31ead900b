"""A request in canonical words: category, scope, tags, files, and the values nobody gave."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.gate.digest import citation_of, summary_of
from ademem_tui.engine.gate.proposal import Proposal, Refusal
from ademem_tui.engine.model import MAX_CITATION, MAX_SUMMARY
from ademem_tui.engine.payloads import validated
from ademem_tui.engine.taxonomy import (
    CATEGORIES,
    IMPORTANCES,
    NOT_STORED,
    SCOPES,
    SOURCE_KINDS,
    STARTING_CONFIDENCE,
    VISIBILITIES,
    canonical_category,
    canonical_scope,
    nearest,
)

MAX_TAGS, MAX_TAG = 20, 64
MAX_FILES, MAX_FILE = 50, 400


def normalise(proposal: Proposal) -> None:
    """Fill `values` with canonical words; what cannot be understood is refused with the nearest valid word."""
    request = proposal.request
    category = _category(request.category)
    scope = canonical_scope(request.scope)
    if scope is None:
        raise Refusal("unknown_scope", _unknown("scope", request.scope, SCOPES))
    owner = (request.scope_owner_id or "").strip() or None
    modules = list(request.related_modules)
    if request.scope.strip().lower() == "module" and owner and owner not in modules:
        modules.insert(0, owner)
    values = proposal.values
    values.update(
        category=category,
        scope=scope,
        scope_owner_id=None if scope == "project" else owner,
        visibility=_visibility(proposal),
        importance=_importance(request.importance),
        confidence=_confidence(proposal),
        source_type=_word("source", request.source_type, SOURCE_KINDS),
        source_who=proposal.actor.who,
        tags=tuple(_tags(request.tags)),
        related_files=tuple(_files(request.related_files)),
        related_modules=tuple(dict.fromkeys(word.strip() for word in modules if word.strip())),
        file_scope_pattern=request.file_scope_pattern or None,
        branch=request.branch or None,
        commit_sha=request.commit_sha or None,
        source_id=request.source_id,
        source_session_id=request.session_id or None,
        source_run_id=request.run_id,
        source_step=request.step,
        source_pack_key=request.pack_key,
        provenance_session_ids=(request.session_id,) if request.session_id else (),
        agent_id=request.agent_id or (owner if scope == "agent" else None),
        extra=request.extra,
        half_life_days=request.half_life_days,
        created_at=request.created_at or proposal.now,
        updated_at=proposal.now,
        last_accessed_at=request.last_accessed_at or request.created_at or proposal.now,
    )
    try:
        values["payload"] = validated(category, request.payload)
    except BadInput as error:
        raise Refusal("bad_payload", str(error)) from error


def describe(proposal: Proposal) -> None:
    """The text as stored, with a summary and a citation derived where none was given."""
    request = proposal.request
    content = request.content.strip()
    summary = (request.summary or "").strip()
    citation = (request.citation_text or "").strip()
    proposal.values["content"] = content
    if not summary or len(summary) > MAX_SUMMARY or "\n" in summary:
        summary = summary_of(summary or content, proposal.values["payload"])
    if not citation or len(citation) > MAX_CITATION or "\n" in citation:
        citation = citation_of(citation or content)
    proposal.values.update(summary=summary, citation_text=citation)


def _category(word: str) -> str:
    category = canonical_category(word)
    if category is not None:
        return category
    known = word.strip().lower().replace("-", "_")
    if known in NOT_STORED:
        raise Refusal("not_stored", f"Nothing is stored as '{word}': {NOT_STORED[known]}.")
    raise Refusal("unknown_category", _unknown("category", word, CATEGORIES))


def _unknown(what: str, word: str, valid: Iterable[str]) -> str:
    hint = nearest(word, valid)
    return f"There is no {what} '{word}'. " + (f"Did you mean '{hint}'?" if hint else f"Use one of {', '.join(valid)}.")


def _word(what: str, word: str, valid: tuple[str, ...]) -> str:
    if word not in valid:
        raise Refusal(f"unknown_{what}", _unknown(what, word, valid))
    return word


def _visibility(proposal: Proposal) -> str:
    given = proposal.request.visibility
    if given is None:
        own = proposal.by_person and proposal.request.source_type == "user_taught"
        return "private" if own else "project"
    return _word("visibility", given, VISIBILITIES)


def _importance(given: str | None) -> str:
    return "medium" if given is None else _word("importance", given, IMPORTANCES)


def _confidence(proposal: Proposal) -> float:
    given = proposal.request.confidence
    if given is None:
        return STARTING_CONFIDENCE.get(proposal.request.source_type, 0.5)
    if not 0.0 <= given <= 1.0:
        raise Refusal("bad_confidence", f"A confidence lies between 0 and 1, not at {given}.")
    return float(given)


def _tags(given: Iterable[str]) -> Iterable[str]:
    found = dict.fromkeys("-".join(tag.strip().lstrip("#").lower().split()) for tag in given)
    tags = [tag for tag in found if tag]
    if len(tags) > MAX_TAGS or any(len(tag) > MAX_TAG for tag in tags):
        raise Refusal("too_many_tags", f"At most {MAX_TAGS} tags of {MAX_TAG} characters each are kept.")
    return tags


def _files(given: Iterable[str]) -> Iterable[str]:
    found = dict.fromkeys(clean_path(path) for path in given)
    files = [path for path in found if path and path != "."]
    if len(files) > MAX_FILES or any(len(path) > MAX_FILE for path in files):
        raise Refusal("too_many_files", f"At most {MAX_FILES} files of {MAX_FILE} characters each are kept.")
    return files


def clean_path(path: str) -> str:
    """A path as stored: forward slashes, no `./`, nothing doubled."""
    text = path.strip().replace("\\", "/")
    return posixpath.normpath(text) if text else ""
