"""What follows from the memories' rows, compared with them and derived again where it does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import apsw

from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.store.database import scalar
from ademem_tui.engine.store.keys import add_signatures
from ademem_tui.engine.telling import telling_key
from ademem_tui.engine.wording import dedupe_key, own_signatures, sketch, words

_KEYED = "SELECT seq, content, scope, scope_owner_id, category, dedupe_key FROM unified_memories"


class KeyFaults(NamedTuple):
    """Memories whose duplicates would not be found, and signatures of memories that are gone."""

    keys: frozenset[int]
    signatures: frozenset[int]
    gone: frozenset[int]

    @property
    def total(self) -> int:
        """How many memories are concerned."""
        return len(self.keys | self.signatures | self.gone)


def wrong_keys(connection: apsw.Connection, cancel: CancelToken = NO_CANCEL) -> KeyFaults:
    """Which keys and signatures do not agree with the text."""
    there: dict[int, int] = {}
    sql = "SELECT seq, signature, telling, size, sketch FROM memory_signatures"
    for seq, *signed in connection.execute(sql):
        there[seq] = there.get(seq, 0) + hash(tuple(signed))
    keys: set[int] = set()
    signatures: set[int] = set()
    for seq, content, scope, owner, category, key in connection.execute(_KEYED):
        cancel.checkpoint()
        if key != dedupe_key(content, scope, owner):
            keys.add(seq)
        found = words(content)
        same = telling_key(content), len(found), sketch(found)
        wanted = {(signature, *same) for signature in own_signatures(found, scope, owner, category)}
        if sum(map(hash, wanted)) != there.pop(seq, 0):
            signatures.add(seq)
    return KeyFaults(frozenset(keys), frozenset(signatures), frozenset(there))


def mend_keys(connection: apsw.Connection, faults: KeyFaults, cancel: CancelToken = NO_CANCEL) -> None:
    """Derive again what does not fit, inside the caller's transaction."""
    connection.execute("CREATE TEMP TABLE wrong_seqs(seq INTEGER PRIMARY KEY)")
    try:
        wrong = faults.signatures | faults.gone
        connection.executemany("INSERT INTO wrong_seqs VALUES (?)", ((seq,) for seq in wrong))
        if wrong:
            connection.execute("DELETE FROM memory_signatures WHERE seq IN (SELECT seq FROM wrong_seqs)")
        for seq in sorted(faults.keys | faults.signatures):
            cancel.checkpoint()
            for _, content, scope, owner, category, _ in connection.execute(_KEYED + " WHERE seq = ?", (seq,)):
                if seq in faults.signatures:
                    add_signatures(connection, seq, content, scope, owner, category)
                connection.execute(
                    "UPDATE unified_memories SET dedupe_key = ? WHERE seq = ?",
                    (dedupe_key(content, scope, owner), seq),
                )
    finally:
        connection.execute("DROP TABLE temp.wrong_seqs")


_FACETS = " UNION ".join(
    f"SELECT '{kind}', j.value, m.seq FROM unified_memories m, "
    f"json_each(CASE WHEN json_valid(m.{column}) THEN m.{column} ELSE '[]' END) j WHERE m.{column} <> '[]'"
    for kind, column in (("tag", "tags"), ("file", "related_files"), ("module", "related_modules"))
)
_MISSING_FACETS = f"SELECT * FROM ({_FACETS}) EXCEPT SELECT kind, value, seq FROM memory_facets"
_SURPLUS_FACETS = f"SELECT kind, value, seq FROM memory_facets EXCEPT SELECT * FROM ({_FACETS})"


def wrong_facets(connection: apsw.Connection) -> tuple[int, int]:
    """How many tags, files and modules are not findable, and how many are that should not be."""
    missing = int(scalar(connection, f"SELECT count(*) FROM ({_MISSING_FACETS})"))
    return missing, int(scalar(connection, f"SELECT count(*) FROM ({_SURPLUS_FACETS})"))


def mend_facets(connection: apsw.Connection) -> int:
    """Make facets what the rows say, inside the caller's transaction; returns how many changed."""
    connection.execute(f"DELETE FROM memory_facets WHERE (kind, value, seq) IN ({_SURPLUS_FACETS})")
    changed = connection.changes()
    connection.execute(f"INSERT INTO memory_facets {_MISSING_FACETS}")
    return changed + connection.changes()


_HAS_VECTOR = "SELECT 1 FROM unified_memory_embeddings e WHERE e.memory_id = m.id"
_ORPHANS = "memory_id NOT IN (SELECT id FROM unified_memories)"
_LOST = f"m.embedding_state NOT IN ('pending', 'none') AND m.status <> 'archived' AND NOT EXISTS ({_HAS_VECTOR})"


class Vectors(NamedTuple):
    """How many vectors there are, how many belong to no memory, and how many memories lost theirs."""

    stored: int
    waiting: int
    orphans: int
    lost: int


def vectors(connection: apsw.Connection) -> Vectors:
    """Vectors counted against the rows."""
    counts: Iterator[int] = (
        int(scalar(connection, f"SELECT count(*) FROM {rest}"))
        for rest in (
            "unified_memory_embeddings",
            "unified_memories WHERE embedding_state = 'pending'",
            f"unified_memory_embeddings WHERE {_ORPHANS}",
            f"unified_memories m WHERE {_LOST}",
        )
    )
    return Vectors(*counts)


def mend_vectors(connection: apsw.Connection) -> int:
    """Drop vectors of nobody and queue what lost its own, inside the caller's transaction; returns how many."""
    connection.execute(f"DELETE FROM unified_memory_embeddings WHERE {_ORPHANS}")
    changed = connection.changes()
    connection.execute(
        f"UPDATE unified_memories AS m SET embedding_state = 'pending', embedding_model = NULL WHERE {_LOST}"
    )
    return changed + connection.changes()
