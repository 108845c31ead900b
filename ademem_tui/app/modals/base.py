"""A window over the screens: a title, a body, a line of its keys; esc, q or a click beside it closes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from ademem_tui.app.format import one_line
from ademem_tui.app.style import style
from ademem_tui.app.wrapping import Piece, content_of
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError

if TYPE_CHECKING:
    from ademem_tui.app.app import AdememApp

T = TypeVar("T")
A = TypeVar("A")


class AdememModal(ModalScreen[T], Generic[T]):
    """Subclasses compose their `body()`; letters are inert while a text field has the focus."""

    CSS_PATH = style("modals.tcss")
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = (("esc", "close"),)
    """What the bottom line says: keys and what they do."""
    WIDE: ClassVar[bool] = False
    """Whether it takes what room there is."""
    OTHER_ROWS: ClassVar[int] = 0
    """Rows of the body beside the one part that stretches (class `stretch`)."""
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-one"), (80, "-two"), (110, "-three")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.window_title = title

    @property
    def room(self) -> AdememApp:
        """The app, with its engine room."""
        return self.app  # type: ignore[return-value]

    def compose(self) -> ComposeResult:
        """The window around the body."""
        with Vertical(id="window", classes="-wide" if self.WIDE else "") as window:
            yield from self.body()
            yield Static(content_of(_keys(self.KEYS)), id="window-keys", markup=False)
        window.border_title = content_of([(one_line(self.window_title), "bold")])

    def body(self) -> ComposeResult:
        """What stands in the window."""
        yield Static()

    def on_resize(self, event: events.Resize) -> None:
        """The part that stretches takes what is left of the window, and scrolls where that is not enough."""
        share = 1.0 if event.size.width < 80 else 0.9
        frame = 4
        room = max(3, int(event.size.height * share) - frame - self.OTHER_ROWS)
        for widget in self.query(".stretch"):
            widget.styles.max_height = room

    def action_close(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside the window closes it."""
        if event.widget is self:
            event.stop()
            self.action_close()

    async def ask(self, question: Callable[[Engine], A]) -> A | EngineError:
        """Read something; a failure comes back as itself, to be shown in the window."""
        try:
            return await self.room.engine_room.ask(question)
        except EngineError as error:
            return error

    def tell_keys(self, *keys: tuple[str, str]) -> None:
        """Other keys matter from now on."""
        self.query_one("#window-keys", Static).update(content_of(_keys(keys)))

    def copy(self, text: str, what: str) -> None:
        """Into the clipboard, saying what."""
        self.app.copy_to_clipboard(text)
        self.notify(f"Copied {what}.", timeout=3, markup=False)


def _keys(keys: tuple[tuple[str, str], ...]) -> list[Piece]:
    pieces: list[Piece] = []
    for key, words in keys:
        pieces += [(f" {key}", "bold $text-primary"), (f" {words} ", "dim")]
    return pieces
