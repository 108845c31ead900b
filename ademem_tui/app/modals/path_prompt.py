"""Asks for a file, completing its path, and for what goes with it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Button, Select, Static

from ademem_tui.app.format import harmless
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.style import style
from ademem_tui.app.widgets.tick import Tick
from ademem_tui.app.widgets.word_field import WordField


class PathChoice(NamedTuple):
    """A file, and how to treat it."""

    path: str
    """Absolute."""
    format: str = ""
    origin: str = "project"


class PathPrompt(AdememModal[PathChoice]):
    """Answers with a choice, or None. `formats` are words with the file each is written to by habit."""

    CSS_PATH: ClassVar[CSSPathType | None] = [style("modals.tcss"), style("maintenance.tcss")]  # type: ignore[assignment]
    KEYS = (("↓ enter", "take a match"), ("enter", "go on"), ("esc", "close"))
    AUTO_FOCUS = "WordField CompletedInput"

    path_field = getters.query_one("#path", WordField)

    def __init__(
        self,
        title: str,
        text: str,
        root: str,
        *,
        formats: Mapping[str, str] | None = None,
        must_exist: bool = False,
        personal: str = "",
    ) -> None:
        super().__init__(title)
        self._text = text
        self._root = root
        self._formats = dict(formats or {})
        self._must_exist = must_exist
        self._personal = personal

    def body(self) -> ComposeResult:
        """What it is for, the path, the format, whose file."""
        yield Static(self._text, id="purpose", markup=False)
        if self._formats:
            options = [(word, word) for word in self._formats]
            yield Select(options, allow_blank=False, id="format", compact=True)
        first = next(iter(self._formats.values()), "")
        yield WordField(self._matches, value=first, placeholder="path of the file", several=False, id="path")
        if self._personal:
            yield Tick(self._personal, id="personal")
        yield Static(id="problem", markup=False)
        with Horizontal(id="ways"):
            yield Button("Cancel", id="no", compact=True)
            yield Button("Go on", id="yes", variant="primary", compact=True)

    @on(Select.Changed, "#format")
    def format_chosen(self, event: Select.Changed) -> None:
        """The usual file of the format, unless another was typed."""
        if self.path_field.value in self._formats.values() or not self.path_field.value.strip():
            self.path_field.value = self._formats.get(str(event.value), "")

    @on(WordField.Changed)
    def path_changed(self) -> None:
        """What was wrong may be right now."""
        self.query_one("#problem", Static).update("")

    @on(WordField.Submitted)
    async def submitted(self) -> None:
        """Enter goes on."""
        await self._go_on()

    @on(Button.Pressed)
    async def button_pressed(self, event: Button.Pressed) -> None:
        """A button goes on or closes."""
        if event.button.id == "yes":
            await self._go_on()
        else:
            self.action_close()

    async def _go_on(self) -> None:
        typed = self.path_field.value.strip()
        path = os.path.join(self._root, os.path.expanduser(typed))
        problem = await asyncio.to_thread(_problem, typed, path, self._must_exist)
        if problem:
            self.query_one("#problem", Static).update(Content(harmless(problem)))
            return
        format = str(self.query_one("#format", Select).value) if self._formats else ""
        personal = bool(self._personal) and self.query_one("#personal", Tick).value
        self.dismiss(PathChoice(os.path.normpath(path), format, "user" if personal else "project"))

    async def _matches(self, word: str) -> Sequence[str]:
        return await asyncio.to_thread(paths_like, word, self._root)


def paths_like(word: str, root: str) -> list[str]:
    """Files and folders that a typed path can become, written as it was; folders first and with a slash."""
    start = word.rpartition("/")[2]
    head = word[: len(word) - len(start)]
    base = os.path.join(root, os.path.expanduser(head)) if head else root
    found: list[tuple[bool, str]] = []
    try:
        with os.scandir(base) as entries:
            for entry in entries:
                if entry.name.lower().startswith(start.lower()) and (start or not entry.name.startswith(".")):
                    is_folder = entry.is_dir()
                    found.append((not is_folder, head + entry.name + ("/" if is_folder else "")))
    except OSError:
        return []
    return [path for _, path in sorted(found)]


def _problem(typed: str, path: str, must_exist: bool) -> str:
    if not typed:
        return "Name a file."
    if os.path.isdir(path):
        return f"{typed} is a folder: name a file in it."
    if must_exist and not os.path.isfile(path):
        return f"There is no file {typed}."
    if not must_exist and not os.path.isdir(os.path.dirname(path)):
        return f"There is no folder {os.path.dirname(typed) or path}."
    return ""
