"""Why a memory stands where it stands: the numbers and the rules behind them."""

from __future__ import annotations

from textual.content import Content

from ademem_tui.app.format import ago, bar
from ademem_tui.app.widgets.memory_card import fading_curve, fading_words
from ademem_tui.app.widgets.payload_card import LABEL, field_lines
from ademem_tui.app.wrapping import Piece, joined, sign
from ademem_tui.engine.lifecycle.freshness import freshness, half_life
from ademem_tui.engine.model import Memory
from ademem_tui.engine.taxonomy import STARTING_CONFIDENCE

IMPORTANCE_WEIGHT: dict[str, float] = {"high": 1.0, "medium": 0.6, "low": 0.3}


def why_text(memory: Memory, now: str, width: int) -> Content:
    """Its keeping score with the arithmetic, then why it is stored, in its status and in its tier."""
    fresh, weight = freshness(memory, now), IMPORTANCE_WEIGHT.get(memory.importance, 0.6)
    times = sign("×", "x")
    score = fresh * memory.confidence * weight
    lines: list[list[Piece]] = [
        [("What it is worth keeping", "bold $text-primary")],
        _number("Freshness", fresh),
        _number("Confidence", memory.confidence),
        _number(f"{memory.importance.capitalize()}", weight),
        [
            (f"{'Together':<{LABEL}}", "dim"),
            (bar(score, 20), "$text-primary"),
            (f" {score:.2f}", "bold"),
            (f"  = {fresh:.2f} {times} {memory.confidence:.2f} {times} {weight:g}", "dim"),
        ],
        *field_lines("", "Under a limit the lowest goes first; pinned, verified and typed ones never.", width, "dim"),
        [],
        [("How it fades", "bold $text-primary")],
        *field_lines("", fading_words(memory, now), width),
    ]
    if half_life(memory) and memory.is_live:
        lines.append([(" " * LABEL, ""), (fading_curve(memory, now, max(8, min(40, width - LABEL))), "dim")])
    lines += [[], [("Why it is here", "bold $text-primary")]]
    for label, value in _reasons(memory, now):
        if value:
            lines.extend(field_lines(label, value, width))
    return joined(lines)


def _reasons(memory: Memory, now: str) -> tuple[tuple[str, str], ...]:
    kind = memory.source_type
    started = STARTING_CONFIDENCE.get(kind)
    begin = f", which starts at {started:.2f}" if started is not None else ""
    return (
        ("Source", f"{memory.source_who}, {kind.replace('_', ' ')}{begin}"),
        ("Gate", memory.write_gate_reason or ""),
        ("Seen", f"{memory.observation_count} times" if memory.observation_count > 1 else ""),
        ("Status", _status(memory, now)),
        ("Review", memory.review_reason or ("somebody should look at it" if memory.needs_review else "")),
        ("Stale", f"since {ago(memory.stale_at, now)}: what it speaks of changed" if memory.stale_at else ""),
        ("Tier", {1: "1, pinned", 2: "2, active", 3: "3, fading"}.get(memory.tier, str(memory.tier))),
        ("Kept", "a person touched it: no job destroys it" if memory.touched_by_person else ""),
        ("Flags", ", ".join(memory.trust_flags)),
    )


def _status(memory: Memory, now: str) -> str:
    if not memory.is_live:
        note = f": {memory.archive_note}" if memory.archive_note else ""
        reason = (memory.archive_reason or "").replace("_", " ")
        return f"archived {ago(memory.archived_at, now)} as {reason}{note}"
    if memory.status == "candidate":
        return "candidate: waits for a person to accept it"
    return f"promoted {ago(memory.promoted_at, now)}" if memory.promoted_at else memory.status


def _number(label: str, value: float) -> list[Piece]:
    return [(f"{label:<{LABEL}}", "dim"), (bar(value, 20), ""), (f" {value:.2f}", "")]
