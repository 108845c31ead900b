"""What duplicates are found by: the key of a text and the signatures of its words, kept beside each memory."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import apsw

from ademem_tui.engine.telling import telling_key
from ademem_tui.engine.wording import (
    DEDUPE_KEY_VERSION,
    dedupe_key,
    may_be_similar,
    own_signatures,
    signatures,
    size_range,
    sketch,
    words,
)

KEYED_FIELDS = frozenset({"content", "scope", "scope_owner_id", "category"})
"""Fields that key and signatures are derived from."""

RELATED_LOOKED_AT = 48
"""How many lookalikes that state another fact are looked at: enough to link a few, however many there are."""


class Fingerprint(NamedTuple):
    """What a text is compared by."""

    words: frozenset[str]
    size: int
    sketch: int
    telling: int


@lru_cache(maxsize=256)
def fingerprint(content: str) -> Fingerprint:
    """Made once, though a write looks for its like first and is kept after."""
    found = words(content)
    return Fingerprint(found, len(found), sketch(found), telling_key(content))


def add_signatures(
    connection: apsw.Connection, seq: int, content: str, scope: str, owner: str | None, category: str
) -> None:
    """Make a memory findable by its words."""
    found, size, drawn, telling = fingerprint(content)
    connection.executemany(
        "INSERT OR IGNORE INTO memory_signatures(signature, telling, size, seq, sketch) VALUES (?, ?, ?, ?, ?)",
        [(signature, telling, size, seq, drawn) for signature in own_signatures(found, scope, owner, category)],
    )


def remove_signatures(
    connection: apsw.Connection, seq: int, content: str, scope: str, owner: str | None, category: str
) -> None:
    """Take back what `add_signatures` wrote for the same text."""
    found, size, _, telling = fingerprint(content)
    connection.executemany(
        "DELETE FROM memory_signatures WHERE signature = ? AND telling = ? AND size = ? AND seq = ?",
        [(signature, telling, size, seq) for signature in own_signatures(found, scope, owner, category)],
    )


class Alike(NamedTuple):
    """Memories worth comparing with a text."""

    may_say_the_same: list[int]
    """Every memory that states the same fact in at least 0.85 the same words, and a few that do not."""
    may_be_related: list[int]
    """Some that have nearly the same words but state another fact."""


def seqs_to_compare(connection: apsw.Connection, content: str, scope: str, owner: str | None, category: str) -> Alike:
    """Looked up by signature: what may say the same, whole; what may be related, only as far as it is cheap."""
    found, size, drawn, telling = fingerprint(content)
    low, high = size_range(size)
    sought = signatures(found, scope, owner, category)
    if not sought:
        return Alike([], [])
    anyone = f"SELECT seq, size, sketch FROM memory_signatures WHERE signature IN ({', '.join('?' * len(sought))})"
    same = {
        seq
        for seq, other_size, other in connection.execute(
            f"{anyone} AND telling = ? AND size BETWEEN ? AND ?", (*sought, telling, low, high)
        )
        if may_be_similar(size, drawn, other_size, other)
    }
    related = {
        seq
        for seq, other_size, other in connection.execute(f"{anyone} LIMIT ?", (*sought, RELATED_LOOKED_AT))
        if low <= other_size <= high and may_be_similar(size, drawn, other_size, other)
    }
    return Alike(sorted(same), sorted(related - same))


def rekey_all(connection: apsw.Connection) -> int:
    """Derive every key and signature from the text again."""
    connection.execute("DELETE FROM memory_signatures")
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT seq, content, scope, scope_owner_id, category FROM unified_memories"
    ).fetchall()
    for seq, content, scope, owner, category in rows:
        connection.execute(
            "UPDATE unified_memories SET dedupe_key = ? WHERE seq = ?",
            (dedupe_key(content, scope, owner), seq),
        )
        add_signatures(connection, seq, content, scope, owner, category)
    connection.execute("INSERT OR REPLACE INTO store_state VALUES ('dedupe_key_version', ?)", (DEDUPE_KEY_VERSION,))
    return len(rows)
