"""The keys of this place and those that work everywhere, with what does the same on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from ademem_tui.app.actions import Action, actions_for, key_name
from ademem_tui.app.keymap import read_keymap
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.widgets.fitted_text import FittedText
from ademem_tui.app.widgets.reading_pane import ReadingPane
from ademem_tui.app.wrapping import Piece, joined, wrapped

MOVING: tuple[tuple[str, str], ...] = (
    ("j k ↑ ↓", "Move by one."),
    ("g G", "To the first, to the last."),
    ("ctrl+d ctrl+u", "Move by a page."),
    ("shift+↑ ↓", "Mark a range."),
    ("tab", "To the next pane."),
    ("esc", "Back one level."),
)
"""Keys of every list; they belong to the widgets and are not in the registry."""

_KEY = 15
_WIDE = 96
"""From this many cells the command line has a column of its own."""


class HelpModal(AdememModal[None]):
    """A table that typing narrows."""

    WIDE = True
    KEYS = (("type", "to narrow"), ("↑ ↓", "scroll"), ("esc", "close"))
    AUTO_FOCUS = "#narrow"
    OTHER_ROWS = 2
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll_by(2)", "Down", show=False),
        Binding("up", "scroll_by(-2)", "Up", show=False),
        Binding("pagedown,ctrl+d", "scroll_by(12)", "Page down", show=False),
        Binding("pageup", "scroll_by(-12)", "Page up", show=False),
    ]

    def __init__(self, scope: str) -> None:
        super().__init__(f"Keys: {scope}" if scope else "Keys")
        self.scope = scope
        self._keys: dict[str, str] = {}

    def body(self) -> ComposeResult:
        """A line to type in and the table."""
        yield Input(placeholder="Type to narrow: pin, export, undo …", id="narrow", compact=True)
        with ReadingPane(classes="reading stretch", can_focus=False):
            yield FittedText(id="keys")

    def on_mount(self) -> None:
        """The keys as the person set them."""
        self._keys, _ = read_keymap(self.room.paths)
        self._draw()

    @on(Input.Changed, "#narrow")
    def narrowed(self) -> None:
        """Keep what holds all typed words."""
        self._draw()

    def action_scroll_by(self, by: int) -> None:
        """Scroll the table while the focus stays where one types."""
        self.query_one(ReadingPane).scroll_relative(y=by, animate=False)

    def _draw(self) -> None:
        typed = self.query_one(Input).value
        self.query_one("#keys", FittedText).show(lambda width: self.drawn(typed, width))

    def drawn(self, typed: str, width: int) -> Content:
        """The table at a width, narrowed to the typed words."""
        words = typed.lower().split()
        lines: list[list[Piece]] = []
        group = ""
        for action in actions_for(self.scope):
            key = keys_of(action, self._keys)
            told = f"{key} {action.label} {action.help} {action.group} {action.cli}".lower()
            if not all(word in told for word in words):
                continue
            if action.group != group:
                group = action.group
                lines += [*([[]] if lines else []), [(group, "bold $text-primary")]]
            lines.extend(_row(action, key, width))
        moving = [pair for pair in MOVING if all(word in " ".join(("moving", *pair)).lower() for word in words)]
        if moving:
            lines += [*([[]] if lines else []), [("Moving", "bold $text-primary")]]
            lines += [[(f"{key:<{_KEY}}", "bold"), (help_, "")] for key, help_ in moving]
        return joined(lines) if lines else Content("No key fits what you typed.")


def keys_of(action: Action, own: Mapping[str, str]) -> str:
    """All keys of an action as people write them; those the person set win."""
    keys = own.get(action.id) or action.keys
    return " ".join(key_name(replace(action, keys=key.strip())) for key in keys.split(","))


def _row(action: Action, key: str, width: int) -> Iterator[list[Piece]]:
    cli = f"= {action.cli}" if action.cli else ""
    beside = width >= _WIDE
    room = width - _KEY - (34 if beside else 0)
    for at, line in enumerate(wrapped(action.help, max(12, room))):
        pieces: list[Piece] = [(f"{key if at == 0 else '':<{_KEY}}", "bold"), (line, "")]
        if beside and at == 0 and cli:
            pieces += [(" " * max(1, room - len(line)), ""), (cli, "dim")]
        yield pieces
    if cli and not beside:
        yield [(" " * _KEY, ""), (cli, "dim")]
