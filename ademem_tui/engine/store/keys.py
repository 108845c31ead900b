"""What duplicates are found by: the key of a text and the signatures of its words, kept beside each memory."""

from __future__ import annotations

import apsw

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


def add_signatures(
    connection: apsw.Connection, seq: int, content: str, scope: str, owner: str | None, category: str
) -> None:
    """Make a memory findable by its words."""
    found = words(content)
    size, drawn = len(found), sketch(found)
    connection.executemany(
        "INSERT OR IGNORE INTO memory_signatures(signature, size, seq, sketch) VALUES (?, ?, ?, ?)",
        [(signature, size, seq, drawn) for signature in own_signatures(found, scope, owner, category)],
    )


def remove_signatures(
    connection: apsw.Connection, seq: int, content: str, scope: str, owner: str | None, category: str
) -> None:
    """Take back what `add_signatures` wrote for the same text."""
    found = words(content)
    size = len(found)
    connection.executemany(
        "DELETE FROM memory_signatures WHERE signature = ? AND size = ? AND seq = ?",
        [(signature, size, seq) for signature in own_signatures(found, scope, owner, category)],
    )


def seqs_that_may_be_alike(
    connection: apsw.Connection, found: frozenset[str], scope: str, owner: str | None, category: str
) -> list[int]:
    """Memories that may be at least 0.85 alike: all that are, and a few that are not."""
    size, drawn = len(found), sketch(found)
    low, high = size_range(size)
    seqs: set[int] = set()
    for signature in signatures(found, scope, owner, category):
        seqs.update(
            row[0]
            for row in connection.execute(
                "SELECT seq, size, sketch FROM memory_signatures WHERE signature = ? AND size BETWEEN ? AND ?",
                (signature, low, high),
            )
            if may_be_similar(size, drawn, row[1], row[2])
        )
    return sorted(seqs)


def rekey_all(connection: apsw.Connection) -> int:
    """Derive every key and signature from the text again."""
    connection.execute("DELETE FROM memory_signatures")
    rows = connection.execute("SELECT seq, content, scope, scope_owner_id, category FROM unified_memories").fetchall()
    for seq, content, scope, owner, category in rows:
        connection.execute(
            "UPDATE unified_memories SET dedupe_key = ? WHERE seq = ?",
            (dedupe_key(content, scope, owner), seq),
        )
        add_signatures(connection, seq, content, scope, owner, category)
    connection.execute("INSERT OR REPLACE INTO store_state VALUES ('dedupe_key_version', ?)", (DEDUPE_KEY_VERSION,))
    return len(rows)
