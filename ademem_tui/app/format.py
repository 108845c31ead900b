"""How values look: ages, scores, glyphs and texts cut by the cells they take."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from ademem_tui.engine.clock import parse_stamp
from ademem_tui.engine.model import Line, Memory

_GLYPHS = {
    "pinned": ("★", "*"),
    "review": ("?", "?"),
    "stale": ("~", "~"),
    "verified": ("✓", "v"),
    "user": ("@", "@"),
    "candidate": ("○", "o"),
    "promoted": ("●", "+"),
    "archived": ("×", "x"),
    "mark": ("▌", ">"),
    "ok": ("✓", "+"),
    "bad": ("✗", "!"),
    "bar": ("█", "#"),
    "bar_rest": ("░", "."),
    "dots": ("…", "..."),
}
_SPARKS = "▁▂▃▄▅▆▇█"
_ASCII_SPARKS = "._-=+*%#"

_ascii_only = False


def use_ascii(only: bool) -> None:
    """Draw with plain characters only."""
    global _ascii_only
    _ascii_only = only


def glyph(name: str) -> str:
    """A sign by its name."""
    return _GLYPHS[name][_ascii_only]


def age(stamp: str, now: str) -> str:
    """How long ago, in at most four characters."""
    seconds = (parse_stamp(now) - parse_stamp(stamp)).total_seconds()
    for size, unit in ((31_557_600, "y"), (2_629_800, "mo"), (604_800, "w"), (86_400, "d"), (3_600, "h"), (60, "m")):
        if seconds >= size and not (unit == "w" and seconds < 1_209_600):
            return f"{int(seconds // size)}{unit}"
    return "now"


def ago(stamp: str | None, now: str) -> str:
    """How long ago, as words."""
    if not stamp:
        return "never"
    short = age(stamp, now)
    return "just now" if short == "now" else f"{short} ago"


def cut(text: str, width: int) -> str:
    """A text in exactly so many cells: padded, or ended by an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    dots = glyph("dots")
    return set_cell_size(text, max(0, width - cell_len(dots))) + dots[:width]


def one_line(text: str) -> str:
    """A text without line breaks and with nothing a terminal would obey."""
    return " ".join(harmless(text).split())


def harmless(text: str) -> str:
    """A text whose control characters are shown, not obeyed."""
    if text.isprintable():
        return text
    return "".join(
        sign
        if sign.isprintable() or sign == "\n"
        else "    "
        if sign == "\t"
        else sign.encode("unicode_escape").decode()
        for sign in text
    )


def bar(share: float, width: int) -> str:
    """A share of one as a bar."""
    full = round(max(0.0, min(1.0, share)) * width)
    return glyph("bar") * full + glyph("bar_rest") * (width - full)


def spark(values: list[float]) -> str:
    """Numbers as a row of small bars."""
    signs = _ASCII_SPARKS if _ascii_only else _SPARKS
    top = max(values, default=0) or 1
    return "".join(signs[min(len(signs) - 1, int(value / top * (len(signs) - 1) + 0.5))] for value in values)


def flags(line: Line, origin: str) -> str:
    """Three signs: pinned or own, review or verified, stale."""
    first = glyph("pinned") if line.pinned else glyph("user") if origin == "user" else " "
    second = glyph("review") if line.needs_review else glyph("verified") if line.verified else " "
    third = (
        glyph("archived")
        if line.status == "archived"
        else glyph("stale")
        if line.stale_at
        else glyph("candidate")
        if line.status == "candidate"
        else " "
    )
    return first + second + third


def status_words(memory: Memory) -> str:
    """A memory's status as sign and word."""
    words = [f"{glyph(memory.status)} {memory.status}"]
    if memory.archive_reason:
        words.append(f"({memory.archive_reason.replace('_', ' ')})")
    if memory.pinned:
        words.append(f"{glyph('pinned')} pinned")
    if memory.verified:
        words.append(f"{glyph('verified')} verified")
    if memory.needs_review:
        words.append(f"{glyph('review')} needs review")
    if memory.stale_at:
        words.append(f"{glyph('stale')} stale")
    return "  ".join(words)
