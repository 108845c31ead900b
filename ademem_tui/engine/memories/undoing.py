"""History and taking back: the timeline of a memory, the acts, undo and redo over both files."""

from __future__ import annotations

from dataclasses import dataclass

from ademem_tui.engine.errors import NotAllowed, NotFound
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.memories.shelves import Shelves
from ademem_tui.engine.model import PERSON, Actor, Change, Op
from ademem_tui.engine.store import history
from ademem_tui.engine.store.store import Store
from ademem_tui.engine.store.undo import undo


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo or redo did."""

    op: Op
    """The act that was undone, or is there again."""
    op_id: str
    """The undo or redo itself."""
    changes: int


class History:
    """Reads the one log, and takes acts back."""

    def __init__(self, shelves: Shelves) -> None:
        self._shelves = shelves

    def of_memory(self, part: str) -> list[Change]:
        """Everything that happened to a memory, oldest first."""
        store, memory = self._shelves.find(part)
        with store.reading() as connection:
            return history.of_memory(connection, memory.id)

    def of_op(self, part: str) -> tuple[Op, list[Change]]:
        """One act and everything it did, in both files."""
        op, stores = self._find(part)
        changes: list[Change] = []
        for store in stores:
            with store.reading() as connection:
                changes.extend(history.of_op(connection, op.op_id))
        return op, changes

    def newest(self, limit: int = 50) -> list[Op]:
        """The latest acts of both files, newest first; one that reached into both is told once."""
        found: dict[str, Op] = {}
        for store in self._shelves:
            with store.reading() as connection:
                for op in history.newest(connection, limit):
                    found.setdefault(op.op_id, op)
        return sorted(found.values(), key=lambda op: (op.at, op.op_id), reverse=True)[:limit]

    def undo(self, part: str | None = None, actor: Actor = PERSON, *, cancel: CancelToken = NO_CANCEL) -> TakenBack:
        """Take back the newest act of a person that still stands, or the act that is named."""
        if part is None:
            op = self._latest(history.next_to_undo)
            if op is None:
                raise NotFound("There is nothing to undo.")
        else:
            op, _ = self._find(part)
            if op.kind == "redo" and op.undoes:
                op, _ = self._find(op.undoes)
                op, _ = self._find(op.undoes or op.op_id)
            elif op.kind == "undo":
                raise NotAllowed("That act is an undo itself.", "`ademem redo` brings back what it undid.")
        return self._take_back("undo", op, actor, cancel)

    def redo(self, actor: Actor = PERSON, *, cancel: CancelToken = NO_CANCEL) -> TakenBack:
        """Bring back what was undone last."""
        op = self._latest(history.next_to_redo)
        if op is None:
            raise NotFound("There is nothing to redo.")
        taken = self._take_back("redo", op, actor, cancel)
        original, _ = self._find(op.undoes or op.op_id)
        return TakenBack(original, taken.op_id, taken.changes)

    def next_undo(self) -> Op | None:
        """What `undo` would take back."""
        return self._latest(history.next_to_undo)

    def _latest(self, pick: object) -> Op | None:
        found: list[Op] = []
        for store in self._shelves:
            with store.reading() as connection:
                op: Op | None = pick(connection)  # type: ignore[operator]
            if op is not None:
                found.append(op)
        return max(found, key=lambda op: (op.at, op.op_id), default=None)

    def _take_back(self, kind: str, op: Op, actor: Actor, cancel: CancelToken) -> TakenBack:
        """Both files are checked before the first is changed, by going through the second inside the first's act."""
        op_id = self._shelves.project.ids.new()
        stores = self._find(op.op_id)[1]
        changes = self._in_all(list(stores), kind, op, actor, op_id, cancel)
        return TakenBack(op, op_id, changes)

    def _in_all(self, stores: list[Store], kind: str, op: Op, actor: Actor, op_id: str, cancel: CancelToken) -> int:
        store, rest = stores[0], stores[1:]
        with store.act(kind, actor, f"{kind} of {op.kind}", op_id) as act:
            fresh = history.required_op(act.connection, op.op_id)
            changes = undo(act, fresh, cancel)
            if rest:
                changes += self._in_all(rest, kind, op, actor, op_id, cancel)
        return changes

    def _find(self, part: str) -> tuple[Op, list[Store]]:
        found: Op | None = None
        stores: list[Store] = []
        for store in self._shelves:
            with store.reading() as connection:
                op = history.find_op(connection, part)
            if op is not None:
                if found is not None and found.op_id != op.op_id:
                    raise NotAllowed(f"'{part}' fits several acts.", "Give more characters of the id.")
                found = op
                stores.append(store)
        if found is None:
            raise NotFound(f"No act has an id that starts or ends with '{part}'.", "`ademem history` lists the acts.")
        return found, stores
