"""A memory's life: who did what to it, when and why, with the words of each change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textual.content import Content

from ademem_tui.app.format import ago, harmless, one_line
from ademem_tui.app.widgets.diff_view import diff_lines
from ademem_tui.app.wrapping import Piece, flowed, joined, sign, wrapped, wrapped_pieces
from ademem_tui.engine.model import Change

_SILENT = frozenset({"updated_at", "last_accessed_at", "rev", "seq", "dedupe_key", "touched_by_person"})
"""Fields that move with every change."""
_FOLLOWING = frozenset({"summary", "citation_text"})
"""Fields that are made from the text where it changed too."""
_INDENT = 2


def timeline(changes: Sequence[Change], now: str, width: int) -> Content:
    """The newest change first."""
    lines: list[list[Piece]] = []
    for change in reversed(changes):
        if lines:
            lines.append([])
        lines.extend(_head(change, now, width))
        for line in _told(change, max(16, width - _INDENT)):
            lines.append([(" " * _INDENT, ""), *line])
    return joined(lines)


def _head(change: Change, now: str, width: int) -> list[list[Piece]]:
    op = change.op
    pieces: list[Piece] = [
        (f"{sign('●', '*')} {op.kind}", "bold"),
        (f"by {one_line(op.actor.who)}", ""),
        (f"{ago(op.at, now)}, {op.at[:10]} {op.at[11:16]}", "dim"),
    ]
    if op.undone_by:
        pieces.append(("(undone since)", "$text-warning"))
    lines = flowed(pieces, width)
    if op.why:
        for line in wrapped(one_line(op.why), max(16, width - _INDENT)):
            lines.append([(" " * _INDENT, ""), (line, "italic")])
    return lines


def _told(change: Change, width: int) -> Iterator[list[Piece]]:
    """What a change did, field by field."""
    before, after = change.before or {}, change.after or {}
    if change.before is None and change.after is None:
        yield [("its text was purged", "dim")]
    elif change.kind in ("insert", "delete"):
        yield from _plain(str((after or before).get("content", "")), width)
    elif change.kind == "merge":
        yield from _plain(f"seen again: {after.get('content', '')}", width)
    elif change.kind in ("relate", "unrelate"):
        yield from _plain(_link(after or before), width)
    else:
        yield from _fields(before, after, width)


def _fields(before: Mapping[str, Any], after: Mapping[str, Any], width: int) -> Iterator[list[Piece]]:
    silent = _SILENT | _FOLLOWING if "content" in after else _SILENT
    for name in after:
        if name in silent:
            continue
        old, new = before.get(name), after[name]
        if isinstance(old, str) and isinstance(new, str) and " " in old + new:
            if name != "content":
                yield [(f"{name.replace('_', ' ')}:", "dim")]
            yield from diff_lines(old, new, width)
        else:
            yield from wrapped_pieces(
                [
                    (f"{name.replace('_', ' ')}:", "dim"),
                    (_shown(old), "strike $text-error"),
                    (sign("→", "->"), "dim"),
                    (_shown(new), "bold $text-success"),
                ],
                width,
            )


def _plain(text: str, width: int) -> Iterator[list[Piece]]:
    return ([(line, "")] for line in wrapped(harmless(text), width))


def _link(link: Mapping[str, Any]) -> str:
    target = link["target"] if link["target_kind"] == "file" else link["target"][-6:]
    return f"{link['type'].replace('_', ' ')} {target}"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ("", []):
        return "none"
    if isinstance(value, str) and value[4:5] == "-" and value[10:11] == "T":
        return f"{value[:10]} {value[11:16]}"
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {_shown(entry)}" for name, entry in value.items())
    return one_line(", ".join(map(_shown, value)) if isinstance(value, list) else str(value))
