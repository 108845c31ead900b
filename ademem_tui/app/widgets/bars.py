"""The lines around a screen: what this is, what can be done, what is going on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ademem_tui.app.actions import SCREENS, Action, key_name
from ademem_tui.app.format import harmless


class TopBar(Widget):
    """Project, branch and the screens with their digits."""

    class Chosen(Message):
        """A screen's name was clicked."""

        def __init__(self, screen: str) -> None:
            super().__init__()
            self.screen_name = screen

    def __init__(self, scope: str) -> None:
        super().__init__()
        self._scope = scope
        self._places: list[tuple[int, int, str]] = []
        self.project = ""
        self.branch = ""

    def show(self, project: str, branch: str) -> None:
        """Name what is open."""
        self.project, self.branch = project, branch
        self.refresh()

    def render(self) -> Text:
        """One line."""
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(" ademem ", "bold reverse")
        text.append(f" {harmless(self.project)}", "bold")
        if self.branch and self.size.width >= 90:
            text.append(f" ({harmless(self.branch)})", "dim")
        text.append("  ")
        self._places.clear()
        for digit, name, title in SCREENS:
            label = f" {digit} {title} " if self.size.width >= 70 else f" {digit} {title[:5]} "
            start = text.cell_len
            text.append(label, "reverse bold" if name == self._scope else "")
            self._places.append((start, text.cell_len, name))
        return text

    def on_click(self, event: events.Click) -> None:
        """Go to the screen whose name was clicked."""
        for start, end, name in self._places:
            if start <= event.x < end:
                self.post_message(self.Chosen(name))


class KeyBar(Widget):
    """The keys that matter here; grey where they cannot be used now."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action_id: str) -> None:
            super().__init__()
            self.action_id = action_id

    def __init__(self, actions: Iterable[Action], why_not: Callable[[str], str]) -> None:
        super().__init__()
        self._actions = [action for action in actions if action.show]
        self._why_not = why_not
        self._places: list[tuple[int, int, str]] = []

    def render(self) -> Text:
        """One line."""
        text = Text(no_wrap=True, overflow="ellipsis")
        self._places.clear()
        for action in self._actions:
            off = bool(self._why_not(action.id))
            start = text.cell_len
            if start + len(action.label) + 5 > self.size.width:
                break
            text.append(f" {key_name(action)}", "dim" if off else "bold")
            text.append(f" {action.label} ", "dim" if off else "")
            self._places.append((start, text.cell_len, action.id))
        return text

    def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        for start, end, action_id in self._places:
            if start <= event.x < end:
                self.post_message(self.Pressed(action_id))


class StatusLine(Widget):
    """What is going on: jobs, reviews that wait, changes by others."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[str, str] = {}

    def tell(self, part: str, text: str) -> None:
        """Set one part of the line; '' takes it away."""
        if self._parts.get(part, "") != text:
            self._parts[part] = text
            self.refresh()

    def render(self) -> Text:
        """One line."""
        said = [harmless(text) for text in self._parts.values() if text]
        return Text("  ·  ".join(said), no_wrap=True, overflow="ellipsis")
