"""Has this been said before? Looked up through the key and the signatures, never by a scan."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from ademem_tui.engine.gate.difference import same_fact
from ademem_tui.engine.gate.proposal import Proposal
from ademem_tui.engine.model import Memory
from ademem_tui.engine.store.keys import fingerprint, seqs_to_compare
from ademem_tui.engine.store.reading import by_key, by_seq, content_of
from ademem_tui.engine.wording import SIMILAR, dedupe_key, jaccard, words

MAX_RELATED = 3


def find_alike(proposal: Proposal, connection: apsw.Connection) -> None:
    """Every memory with the same key, or nearly the same words in the same scope and category.

    The live duplicate to merge into, archived ones that say the same, and those that look alike but differ in
    something that makes them another fact are told apart here.
    """
    values = proposal.values
    content, scope, owner = values["content"], values["scope"], values["scope_owner_id"]
    key = values["dedupe_key"] = dedupe_key(content, scope, owner)
    exact = by_key(connection, key)
    proposal.alike.extend(exact)
    proposal.duplicate = next((memory for memory in exact if memory.is_live), None)
    if proposal.duplicate is not None:
        return
    found = fingerprint(content).words
    alike = seqs_to_compare(connection, content, scope, owner, values["category"])
    known = {memory.seq for memory in exact}
    for memory in _similar(connection, found, alike.may_say_the_same, known):
        if same_fact(content, memory.content):
            proposal.alike.append(memory)
            if memory.is_live and proposal.duplicate is None:
                proposal.duplicate = memory
    if proposal.duplicate is None:
        for memory in _similar(connection, found, (*alike.may_say_the_same, *alike.may_be_related), known):
            if memory.is_live and len(proposal.related) < MAX_RELATED and not same_fact(content, memory.content):
                proposal.related.append(memory)


def _similar(connection: apsw.Connection, found: frozenset[str], seqs: Iterable[int], known: set[int]) -> list[Memory]:
    """Those whose words really are at least 0.85 the same, the likest first."""
    scored: list[tuple[float, Memory]] = []
    for seq in seqs:
        content = None if seq in known else content_of(connection, seq)
        likeness = jaccard(found, words(content)) if content else 0.0
        if likeness >= SIMILAR:
            memory = by_seq(connection, seq)
            if memory is not None:
                scored.append((likeness, memory))
    scored.sort(key=lambda pair: (-pair[0], pair[1].seq))
    return [memory for _, memory in scored]
