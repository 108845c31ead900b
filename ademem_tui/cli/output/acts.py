"""Acts in words, for whoever lists them or takes them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ademem_tui.engine.engine import Engine
    from ademem_tui.engine.model import Op

FEW = 20
"""Acts with more changes are told by their number alone."""


def act_in_words(engine: Engine, op: Op) -> str:
    """`pin of 4K7QZP (Use pnpm)`, `import of CLAUDE.md (47 changes)`."""
    number = f"{op.changed:,} changes"
    if op.changed > FEW:
        return f"{op.kind}{f' of {op.why}' if op.why else ''} ({number})"
    _, changes = engine.history.of_op(op.op_id)
    ids = list(dict.fromkeys(change.memory_id for change in changes))
    if len(ids) != 1:
        return f"{op.kind}{f' of {op.why}' if op.why else ''} ({len(ids)} memories)"
    summary = next((text for change in changes if (text := _summary(change.after or change.before))), "")
    return f"{op.kind} of {ids[0][-6:]} ({summary or _summary_now(engine, ids[0])})"


def _summary(values: Any) -> str:
    return str((values or {}).get("summary") or "")


def _summary_now(engine: Engine, memory_id: str) -> str:
    from ademem_tui.engine.errors import NotFound

    try:
        return engine.memories.get(memory_id)[0].summary
    except NotFound:
        return "gone"
