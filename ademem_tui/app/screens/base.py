"""What every screen has: the bars, the way from a key to an act, toasts with undo, refresh in place."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from ademem_tui.app.actions import SCREENS, actions_for, bindings_for
from ademem_tui.app.widgets.bars import KeyBar, StatusLine, TopBar
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError

if TYPE_CHECKING:
    from ademem_tui.app.app import AdememApp

T = TypeVar("T")


class AdememScreen(Screen[None]):
    """A screen of the frame. Subclasses give `SCOPE`, compose their body and say why an action cannot be done."""

    SCOPE: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [  # type: ignore[misc]
        (0, "-one"),
        (80, "-two"),
        (110, "-three"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = []

    status = getters.query_one(StatusLine)
    key_bar = getters.query_one(KeyBar)
    top_bar = getters.query_one(TopBar)

    def __init_subclass__(cls, **options: Any) -> None:
        """The registry decides the keys."""
        if cls.SCOPE:
            cls.BINDINGS = [*bindings_for(cls.SCOPE), *cls.BINDINGS]
        super().__init_subclass__(**options)

    @property
    def room(self) -> AdememApp:
        """The app, with its engine room."""
        return self.app  # type: ignore[return-value]

    def compose(self) -> ComposeResult:
        """The bars around the body."""
        yield TopBar(self.SCOPE)
        yield from self.body()
        yield StatusLine()
        yield KeyBar(actions_for(self.SCOPE), self.why_not)

    def body(self) -> ComposeResult:
        """What stands between the bars."""
        yield Widget()

    def on_mount(self) -> None:
        """Name the project, then read."""
        self.top_bar.show(self.room.project_name, self.room.branch)
        self.room.store_changed.subscribe(self, lambda _: self.reload())
        self.reload()

    def on_screen_resume(self) -> None:
        """Coming back: what changed meanwhile is read now."""
        if self.SCOPE in {name for _, name, _ in SCREENS}:
            self.room.view.screen = self.SCOPE
        if self.room.is_stale(self):
            self.reload()

    def reload(self) -> None:
        """Read everything again, in place; a screen that is not shown does it when it is."""
        if self.is_current:
            self.room.note_fresh(self)
            self.start(self.load, f"load-{self.SCOPE}")

    def start(self, work: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
        """Work that does not hold up the keys; a newer one of its group takes its place."""
        self.run_worker(work, group=group, exclusive=True, exit_on_error=False)  # type: ignore[arg-type]

    async def load(self) -> None:
        """Read what the screen shows."""

    def why_not(self, action_id: str) -> str:
        """Why an action cannot be done now; '' where it can."""
        del action_id
        return ""

    async def action_do(self, action_id: str) -> None:
        """The one way from a key to an act: says why not, or does it."""
        reason = self.why_not(action_id)
        if reason:
            self.notify(reason, severity="warning", timeout=4)
            return
        name = action_id.replace(".", "_")
        target: object = self if hasattr(self, f"do_{name}") else self.app
        deed: Callable[[], object] | None = getattr(target, f"do_{name}", None)
        if deed is None:
            self.notify(f"Nothing here does '{action_id}'.", severity="warning")
            return
        result = deed()
        if hasattr(result, "__await__"):
            await result
        self.key_bar.refresh()

    async def act(self, deed: Callable[[Engine], T], said: Callable[[T], str]) -> T | None:
        """Change something, say what was done with the key that takes it back, and refresh."""
        try:
            result = await self.room.engine_room.act(deed)
        except EngineError as error:
            self.notify(error.hint or " ", title=error.message, severity="error", timeout=8)
            return None
        text = said(result)
        if text:
            self.notify(f"{text}  ·  z undo", timeout=5)
        await self.room.look_for_changes(own=True)
        return result

    async def ask(self, question: Callable[[Engine], T]) -> T | None:
        """Read something; a failure is a sentence on the screen, never the end of the app."""
        try:
            return await self.room.engine_room.ask(question)
        except EngineError as error:
            self.notify(error.hint or " ", title=error.message, severity="error", timeout=8)
            return None

    @property
    def is_typing(self) -> bool:
        """Whether a text field has the focus."""
        return isinstance(self.focused, Input | TextArea)

    @on(TopBar.Chosen)
    async def screen_chosen(self, event: TopBar.Chosen) -> None:
        """The name of a screen was clicked."""
        await self.action_do(f"screen.{event.screen_name}")

    @on(KeyBar.Pressed)
    async def key_clicked(self, event: KeyBar.Pressed) -> None:
        """A key of the bar was clicked."""
        await self.action_do(event.action_id)
