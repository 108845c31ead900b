"""An act: the one way anything about a memory changes, with its history, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import apsw

from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.model import Actor, Memory, Relation
from ademem_tui.engine.store import rows
from ademem_tui.engine.store.keys import KEYED_FIELDS, add_signatures, remove_signatures
from ademem_tui.engine.wording import dedupe_key

DERIVED = frozenset({"seq", "rev", "dedupe_key", "embedding_model", "embedding_state"})
"""Fields that follow from others and are never changed by hand."""

COUNTERS = frozenset({"access_count", "injection_count"})
"""Fields whose changes leave no history."""


class Act:
    """One act of a person, an agent or a job, while it is going on. Made by `Store.act`."""

    def __init__(
        self, connection: apsw.Connection, op_id: str, kind: str, actor: Actor, at: str, why: str = ""
    ) -> None:
        self.connection = connection
        self.op_id = op_id
        self.kind = kind
        self.actor = actor
        self.at = at
        self.why = why
        self.undoes: str | None = None
        self.detail: dict[str, Any] = {}
        self.changed = 0

    def insert(self, values: Mapping[str, Any]) -> Memory:
        """Add a memory. Key and signatures are derived here."""
        full = dict(values)
        full["dedupe_key"] = dedupe_key(full["content"], full["scope"], full["scope_owner_id"])
        full.setdefault("seq", None)
        full.setdefault("rev", 1)
        full["embedding_model"] = None
        full["embedding_state"] = "none" if full["status"] == "archived" else "pending"
        full["seq"] = self.connection.execute(rows.INSERT, rows.bindings(full)).get
        memory = Memory(**{name: rows.from_plain(name, full[name]) for name in rows.COLUMNS})
        add_signatures(
            self.connection, memory.seq, memory.content, memory.scope, memory.scope_owner_id, memory.category
        )
        self._log(memory.id, "insert", memory.rev, None, rows.to_plain(memory))
        return memory

    def update(self, memory: Memory, changes: Mapping[str, Any]) -> Memory:
        """Change some fields; nothing happens where nothing differs. `updated_at` moves by itself."""
        changed = {
            name: value for name, value in changes.items() if rows.from_plain(name, value) != getattr(memory, name)
        }
        if not changed:
            return memory
        if "updated_at" not in changes:
            changed["updated_at"] = self.at
        before = {name: rows.plain(name, getattr(memory, name)) for name in changed}
        after = {name: rows.plain(name, value) for name, value in changed.items()}
        values = {name: rows.from_plain(name, value) for name, value in changed.items()}
        values["rev"] = memory.rev + 1
        keyed = not KEYED_FIELDS.isdisjoint(changed)
        if keyed:
            remove_signatures(
                self.connection,
                memory.seq,
                memory.content,
                memory.scope,
                memory.scope_owner_id,
                memory.category,
            )
        new = _replaced(memory, values)
        if keyed:
            values["dedupe_key"] = dedupe_key(new.content, new.scope, new.scope_owner_id)
            add_signatures(self.connection, new.seq, new.content, new.scope, new.scope_owner_id, new.category)
        assignments = ", ".join(f"{name} = ?" for name in values)
        self.connection.execute(
            f"UPDATE unified_memories SET {assignments} WHERE seq = ?",
            (*(rows.stored(name, value) for name, value in values.items()), memory.seq),
        )
        self._log(memory.id, "update", new.rev, before, after)
        return self._reread(memory.seq)

    def delete(self, memory: Memory) -> None:
        """Take the row out whole. Its text stays in the history, so that this too can be taken back."""
        self._take_out(memory)
        self._log(memory.id, "delete", memory.rev, rows.to_plain(memory), None)

    def purge(self, memory: Memory) -> None:
        """Take the row out and leave nothing of its text, here or in its history; only a tombstone stays."""
        self._take_out(memory)
        self.forget_relations(memory.id)
        self.connection.execute(
            "UPDATE memory_history SET before = NULL, after = NULL WHERE memory_id = ?", (memory.id,)
        )
        self.connection.execute(
            "INSERT OR REPLACE INTO memory_tombstones VALUES (?, ?, ?, ?)",
            (memory.id, self.op_id, self.at, self.actor.who),
        )
        self._log(memory.id, "purge", memory.rev, None, None)

    def relate(self, relation: Relation) -> bool:
        """Add a link; False where it is there already."""
        self.connection.execute("INSERT OR IGNORE INTO memory_relations VALUES (?, ?, ?, ?, ?, ?, ?)", tuple(relation))
        if not self.connection.changes():
            return False
        self._log(relation.source_id, "relate", 0, None, relation._asdict())
        return True

    def unrelate(self, relation: Relation) -> bool:
        """Take a link away; False where there is none."""
        self.connection.execute(
            "DELETE FROM memory_relations WHERE source_id = ? AND type = ? AND target_kind = ? AND target = ?",
            (relation.source_id, relation.type, relation.target_kind, relation.target),
        )
        if not self.connection.changes():
            return False
        self._log(relation.source_id, "unrelate", 0, relation._asdict(), None)
        return True

    def forget_relations(self, memory_id: str) -> None:
        """Take every link from or to a memory away, without history: for what is purged."""
        self.connection.execute(
            "DELETE FROM memory_relations WHERE source_id = ? OR (target_kind = 'memory' AND target = ?)",
            (memory_id, memory_id),
        )

    def note_merge(self, memory: Memory, request: Mapping[str, Any]) -> None:
        """Keep in the history what was merged into a memory, where its own text stayed."""
        self._log(memory.id, "merge", memory.rev, None, request)

    def finish(self) -> None:
        """Write the act itself; an act that goes on over several transactions adds up."""
        if not self.changed and not self.detail:
            return
        self.connection.execute(
            "INSERT INTO memory_ops(op_id, kind, actor_kind, who, at, why, changed, undoes, detail) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT(op_id) DO UPDATE SET changed = changed + excluded.changed, detail = excluded.detail",
            (
                self.op_id,
                self.kind,
                self.actor.kind,
                self.actor.who,
                self.at,
                self.why,
                self.changed,
                self.undoes,
                rows.to_json(self.detail) if self.detail else None,
            ),
        )
        self.changed = 0

    def _take_out(self, memory: Memory) -> None:
        remove_signatures(
            self.connection, memory.seq, memory.content, memory.scope, memory.scope_owner_id, memory.category
        )
        self.connection.execute("DELETE FROM unified_memories WHERE seq = ?", (memory.seq,))

    def _reread(self, seq: int) -> Memory:
        for row in self.connection.execute(rows.SELECT + " WHERE seq = ?", (seq,)):
            return rows.read(row)
        raise EngineError("The memory vanished while it was being changed.", "Run `ademem doctor`.")

    def _log(
        self,
        memory_id: str,
        kind: str,
        rev: int,
        before: Mapping[str, Any] | None,
        after: Mapping[str, Any] | None,
    ) -> None:
        self.connection.execute(
            "INSERT INTO memory_history(op_id, memory_id, kind, rev, before, after) VALUES (?, ?, ?, ?, ?, ?)",
            (
                self.op_id,
                memory_id,
                kind,
                rev,
                None if before is None else rows.to_json(before),
                None if after is None else rows.to_json(after),
            ),
        )
        self.changed += 1


def _replaced(memory: Memory, values: Mapping[str, Any]) -> Memory:
    return Memory(**{name: values.get(name, getattr(memory, name)) for name in rows.COLUMNS})


def read_document(text: str | None) -> Any:
    """A stored JSON document, or None."""
    return None if text is None else json.loads(text)
