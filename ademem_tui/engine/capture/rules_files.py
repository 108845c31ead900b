"""CLAUDE.md, AGENTS.md, .cursorrules and their like, taken apart into one draft a rule."""

from __future__ import annotations

import os
import posixpath
import re
from hashlib import sha256
from typing import Any

from ademem_tui.engine.capture.drafts import Draft, Parsed, Skipped
from ademem_tui.engine.capture.front_matter import FrontMatter, front_matter_of
from ademem_tui.engine.capture.headings import meaning_of, tags_of
from ademem_tui.engine.capture.long_text import pieces_of
from ademem_tui.engine.capture.mentioned_files import files_in
from ademem_tui.engine.capture.units import Document, Unit, document_of
from ademem_tui.engine.model import MAX_CONTENT, WriteRequest
from ademem_tui.engine.taxonomy import canonical_category

_SCOPED_NAMES = frozenset(("claude.md", "claude.local.md", "agents.md", "agents.override.md", "gemini.md"))
"""Files that hold for the folder they lie in and everything below."""
_IMPORTING_NAMES = frozenset(("claude.md", "claude.local.md", "gemini.md"))
_INLINE_IMPORT = re.compile(r"(?<![\w`@/])@((?:[\w.~-]+/)*[\w.-]+\.(?:mdc?|txt|json|toml|ya?ml|rst))\b")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LABELS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "gotcha",
        re.compile(
            r"^\W*(?:gotcha|pitfall|caveat|beware|watch out|warning|caution|!(?:warning|caution))\b"
            r"|^(?:[-*>]\s*)?⚠",
            re.IGNORECASE,
        ),
    ),
    ("decision", re.compile(r"^\W*(?:decision|we (?:decided|chose)|adr)\b", re.IGNORECASE)),
)
_WEIGHTY = re.compile(r"\b(?:CRITICAL|IMPORTANT|NEVER|MUST|ALWAYS|MANDATORY)\b")
_FRONT_MATTER_TYPES = {
    "user": "preference",
    "feedback": "human_feedback",
    "project": "decision",
    "reference": "module_insight",
}


def read_rules(path: str | os.PathLike[str], text: str) -> Parsed:
    """The rules of a file; `path` is shown to people and should be relative to the project."""
    return read_document(path, text, default="convention")


def read_document(path: str | os.PathLike[str], text: str, default: str) -> Parsed:
    """Any Markdown as drafts; what no heading says more about gets the default category."""
    name = os.fspath(path).replace("\\", "/")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    head = front_matter_of(text)
    body = "\n".join(text.split("\n")[head.lines :])
    document = document_of(body, head.lines + 1)
    reader = _Drafting(name, head, document, default)
    for unit in document.units:
        reader.add(unit)
    skipped = [Skipped(f"{name}:{line}", reason, text) for line, reason, text in document.left_out]
    if head.lines and not reader.drafts:
        skipped.insert(0, Skipped(f"{name}:1", "front matter with no rule under it", head.raw))
    elif not head.understood:
        skipped.insert(0, Skipped(f"{name}:1", "front matter that is more than a list of settings", head.raw))
    skipped = sorted(skipped + reader.skipped, key=lambda entry: int(entry.where.rpartition(":")[2]))
    return Parsed(tuple(reader.drafts), tuple(skipped))


class _Drafting:
    """Makes drafts of one document's units."""

    def __init__(self, name: str, head: FrontMatter, document: Document, default: str) -> None:
        self.drafts: list[Draft] = []
        self.skipped: list[Skipped] = []
        self._name = name
        self._title = document.title
        self._pattern = head.pattern or _folder_pattern(name)
        self._extra: dict[str, Any] = {}
        if head.values and head.understood:
            self._extra["front_matter"] = dict(head.values)
        kind = head.text("type")
        self._default = _FRONT_MATTER_TYPES.get(kind) or canonical_category(kind) or default

    def add(self, unit: Unit) -> None:
        """One draft, or several where the text is too long for one."""
        where = f"{self._name}:{unit.line}"
        pieces = pieces_of(unit.text)
        for piece in pieces.fitting:
            self.drafts.append(self._draft(unit, piece, where))
        for piece in pieces.too_long:
            reason = f"{len(piece):,} characters with no place to part them; a memory holds {MAX_CONTENT:,}"
            around = (unit.under, unit.language) if not pieces.fitting else ()
            self.skipped.append(Skipped(where, reason, "\n".join([*filter(None, around), piece])))
        if posixpath.basename(self._name).lower() in _IMPORTING_NAMES:
            for match in _INLINE_IMPORT.finditer(_CODE.sub(" ", unit.text)):
                reason = "an import inside a rule; the rule is kept, the file it names is not followed"
                self.skipped.append(Skipped(where, reason, match[0]))

    def _draft(self, unit: Unit, content: str, where: str) -> Draft:
        extra = dict(self._extra)
        if unit.under:
            extra["heading"] = unit.under
        if unit.language:
            extra["language"] = unit.language
        own = unit.headings[1:] if unit.headings[:1] == (self._title,) else unit.headings
        weighty = _WEIGHTY.search(content) or any(_WEIGHTY.search(heading) for heading in own[-1:])
        request = WriteRequest(
            content=content,
            category=self._category(unit, content),
            source_type="import",
            importance="high" if weighty else None,
            tags=tags_of(own),
            related_files=files_in(content),
            file_scope_pattern=self._pattern,
            source_id=self._name,
            extra=extra or None,
        )
        key = sha256(" ".join((extra.get("heading", ""), *content.lower().split())).encode("utf-8", "replace"))
        return Draft(request, where, f"{self._name}#{key.hexdigest()[:16]}")

    def _category(self, unit: Unit, content: str) -> str:
        for category, pattern in _LABELS:
            if pattern.match(content):
                return category
        if unit.steps:
            return "procedure"
        meaning = meaning_of(unit.headings)
        return self._default if meaning in (None, "procedure") else meaning


def _folder_pattern(name: str) -> str | None:
    """Rules that lie in a folder of the project hold below it; an absolute path does not say which."""
    folder, _, base = name.removeprefix("./").rpartition("/")
    if not folder or base.lower() not in _SCOPED_NAMES or folder.startswith(("/", "~", "..")) or ":" in folder:
        return None
    folder = folder.removesuffix("/.claude").removesuffix(".claude").rstrip("/")
    return f"{folder}/**" if folder and not folder.startswith(".") else None
