"""The dashboard's numbers: the score, the tiles, how full each scope is, and what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from ademem_tui.app.format import ago, bar, cut, glyph, one_line
from ademem_tui.app.widgets.places import Goal, Places
from ademem_tui.engine.health.overview import TO_MAINTENANCE, Attention, Overview, Part, Target, Usage
from ademem_tui.engine.health.score import NEARLY_FULL

SHOWN_ADVICE = 2
TILE_WIDTH = 14
USAGE_WIDTH = 36
WIDEST_BAR = 40


class Tile(NamedTuple):
    """One number and where it leads."""

    label: str
    number: int
    target: Target
    is_to_do: bool = False
    """Whether a number above none asks for something."""


def tiles_of(overview: Overview) -> list[Tile]:
    """The numbers of an overview in the order they are shown."""
    counts = overview.counts
    return [
        Tile("memories", counts.memories, Target()),
        Tile("active 30 d", counts.active, Target("after:30d")),
        Tile("candidates", counts.candidates, Target("is:candidate"), True),
        Tile("needs review", counts.needs_review, Target("is:review"), True),
        Tile("pinned", counts.pinned, Target("is:pinned")),
        Tile("fading", counts.fading, Target("is:fading")),
        Tile("refused today", counts.refused_today, TO_MAINTENANCE, True),
        Tile("archived", counts.archived, Target("is:archived")),
    ]


def size_words(size: int) -> str:
    """A number of bytes as people write it."""
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"


def score_word(score: int) -> str:
    """What a score amounts to."""
    return "good" if score >= 85 else "fair" if score >= 60 else "poor"


def advice_of(overview: Overview) -> list[Part]:
    """The parts whose advice would bring most."""
    gaining = [part for part in overview.parts if part.gain and part.advice]
    return sorted(gaining, key=lambda part: -part.gain)[:SHOWN_ADVICE]


class HealthLine(Places):
    """The score, what would raise it most, and the state of the file."""

    def __init__(self) -> None:
        super().__init__()
        self._overview: Overview | None = None
        self._database = ""

    def show(self, overview: Overview, database: str) -> None:
        """Show another overview; `database` is the file's name as seen from the project."""
        self._overview, self._database = overview, database
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """Of the advice that is shown, then of the file."""
        return [*(part.target for part in advice_of(self._overview)), TO_MAINTENANCE] if self._overview else []

    def draw(self, width: int) -> list[Text]:
        """The score and its advice on one line where there is room, then the file."""
        if self._overview is None:
            return []
        score = self._overview.score
        tint = {"good": "good", "fair": "warn", "poor": "bad"}[score_word(score)]
        lines = [Text().append("Health ", self.style_of("strong"))]
        lines[0].append(f"{score}/100 {score_word(score)} {bar(score / 100, 10)}", self.style_of(tint))
        for part in advice_of(self._overview):
            words = f"+{part.gain} {part.advice}"
            if lines[-1].cell_len + 3 + len(words) > width:
                lines.append(Text("  "))
            else:
                lines[-1].append("   ")
            lit = self.place(lines[-1].cell_len, len(lines) - 1, len(words))
            lines[-1].append(words, self.style_of("", lit))
        words = self._file_words(self._overview)
        lit = self.place(0, len(lines), min(width, len(words)))
        lines.append(Text(words, self.style_of("dim", lit), no_wrap=True, overflow="ellipsis"))
        lines[-1].truncate(width, overflow="ellipsis")
        return lines

    def _file_words(self, overview: Overview) -> str:
        project, own = overview.files[0], overview.files[1]
        saved = f"backup {ago(project.last_backup, overview.now)}" if project.last_backup else "no backup yet"
        words = [saved, size_words(project.size), one_line(self._database)]
        if own.memories:
            words.append(f"{own.memories:,} of your own, on all your projects")
        return " · ".join(words)


class Tiles(Places):
    """The counts, each leading to what it counts."""

    def __init__(self) -> None:
        super().__init__()
        self._tiles: list[Tile] = []

    def show(self, overview: Overview) -> None:
        """Show another overview."""
        self._tiles = tiles_of(overview)
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """Of every tile."""
        return [tile.target for tile in self._tiles]

    def draw(self, width: int) -> list[Text]:
        """Rows of two lines: numbers, and what they count."""
        columns = next((number for number in (8, 4, 2) if width >= number * TILE_WIDTH), 1)
        cell = min(22, width // columns)
        lines: list[Text] = []
        for start in range(0, len(self._tiles), columns):
            numbers, labels = Text(), Text()
            for tile in self._tiles[start : start + columns]:
                lit = self.place(numbers.cell_len, len(lines), cell, 2)
                to_do = tile.is_to_do and tile.number > 0
                number = f"{tile.number:,}{' !' if to_do else ''}"
                numbers.append(cut(f" {number}", cell), self.style_of("warn" if to_do else "strong", lit))
                labels.append(cut(f" {tile.label}", cell), self.style_of("dim", lit))
            lines += [numbers, labels]
        return lines


class UsageBars(Places):
    """How full each scope is."""

    def __init__(self) -> None:
        super().__init__()
        self._usage: tuple[Usage, ...] = ()
        self._shown = 3

    def show(self, overview: Overview) -> None:
        """Show another overview."""
        self._usage = overview.usage
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """Of every bar that is shown."""
        return [one.target for one in self._usage[: self._shown]]

    def draw(self, width: int) -> list[Text]:
        """As many bars beside each other as fit, two lines at most; three lines where only one fits."""
        columns = max(1, min(3, width // USAGE_WIDTH, len(self._usage)))
        self._shown = 3 if columns == 1 else 2 * columns
        shown = self._usage[: self._shown]
        cell = width // columns
        amount = max((len(_amount(one)) for one in shown), default=0)
        label = 14 if cell >= 36 else 10
        lines: list[Text] = []
        for at, one in enumerate(shown):
            if at % columns == 0:
                lines.append(Text())
            line = lines[-1]
            size = max(4, min(WIDEST_BAR, cell - label - amount - 7))
            is_full = one.share >= NEARLY_FULL
            filled = label + 1 + size + amount + 3
            lit = self.place(line.cell_len, len(lines) - 1, filled)
            line.append(cut(f" {one_line(f'{one.scope} {one.owner}')}", label) + " ", self.style_of("", lit))
            line.append(bar(one.share, size), self.style_of("warn" if is_full else "strong", lit))
            line.append(cut(f" {_amount(one)}{' !' if is_full else ''}", amount + 3), self.style_of("", lit))
            line.append(" " * max(1, cell - filled))
        return lines


def _amount(one: Usage) -> str:
    return f"{one.used:,}/{one.limit:,}"


class AttentionList(Places):
    """What waits for a person."""

    BORDER_TITLE = "Needs attention"

    def __init__(self) -> None:
        super().__init__(classes="pane")
        self._rows: tuple[Attention, ...] = ()
        self._now = ""

    def show(self, overview: Overview) -> None:
        """Show another overview."""
        self._rows, self._now = overview.attention, overview.now
        self.redraw()

    @property
    def goals(self) -> Sequence[Goal]:
        """Of every row."""
        return [row.target for row in self._rows]

    def draw(self, width: int) -> list[Text]:
        """One line each, or the good news."""
        if not self._rows:
            return [Text(f"{glyph('ok')} Nothing waits for you.", self.style_of("good"))]
        hint = max(len(row.does) for row in self._rows) + 7 if width >= 56 else 0
        lines: list[Text] = []
        for row in self._rows:
            lit = self.place(0, len(lines), width)
            when = f", {ago(row.at, self._now)}" if row.at else ""
            line = Text().append("! ", self.style_of("warn", lit))
            line.append(_fitting(one_line(row.text), when, width - hint - 2), self.style_of("", lit))
            line.append(cut(f"enter {row.does}", hint), self.style_of("dim", lit))
            lines.append(line)
        return lines


def _fitting(text: str, ending: str, width: int) -> str:
    """A text and its ending in so many cells; what is too long is cut before the ending."""
    room = width - len(ending)
    return cut(text.rstrip() + ending, width) if len(text) <= room else cut(text, max(1, room)) + ending
