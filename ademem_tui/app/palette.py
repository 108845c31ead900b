"""The palette: every action by name, and memories by their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from ademem_tui.app.actions import Action, actions_for, key_name
from ademem_tui.app.format import cut, one_line
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.wrapping import content_of
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.search.search import Found

if TYPE_CHECKING:
    from ademem_tui.app.app import AdememApp

MOST_MEMORIES = 10
LONGEST = 96
"""Cells of a memory's line."""
BY_HELP = 0.3
"""What a hit is worth whose words are not in the name of an action: less than any that has them there."""
SHORTEST_QUERY = 2
"""Fewer letters than this find too much to be worth a look into the store."""


class AdememCommands(Provider):
    """What can be done on the screen below, and what is remembered."""

    @property
    def room(self) -> AdememApp:
        """The app, with its engine room."""
        return self.app  # type: ignore[return-value]

    async def discover(self) -> Hits:
        """Everything that can be done here, before a word is typed."""
        for action, reason in self._actions():
            title = action_title(action)
            yield DiscoveryHit(_shown(Content(title), action, reason), self._run(action), title, _help(action, reason))

    async def search(self, query: str) -> Hits:
        """Actions whose name or help fits, then memories that hold the words."""
        matcher, words = self.matcher(query), query.lower().split()
        for action, reason in self._actions():
            title = action_title(action)
            told = f"{title} {action.help} {action.cli}".lower()
            score = matcher.match(title) or (BY_HELP if all(word in told for word in words) else 0.0)
            if score > 0:
                shown = _shown(matcher.highlight(title), action, reason)
                yield Hit(score, shown, self._run(action), title, _help(action, reason))
        if len(query.strip()) >= SHORTEST_QUERY:
            async for hit in self._memories(query):
                yield hit

    async def _memories(self, query: str) -> Hits:
        def look(engine: object) -> Found:
            return self.room.engine_room.engine.search.search(query, limit=MOST_MEMORIES)

        try:
            found = await self.room.engine_room.ask(look)
        except (EngineError, RuntimeError):
            return
        top = max((hit.score for hit in found.hits), default=1.0) or 1.0
        for hit in found.hits:
            memory = hit.memory
            words = one_line(memory.summary or memory.content)
            title = f"open: {words}"
            shown = content_of([("open: ", "dim"), (cut(words, LONGEST).rstrip(), "")])
            about = f"{memory.id[-6:]}, {memory.category.replace('_', ' ')}, {memory.status}"
            yield Hit(BY_HELP * hit.score / top, shown, partial(self._open, memory.id), title, about)

    def _actions(self) -> list[tuple[Action, str]]:
        """The actions of the screen below, each with the reason why it cannot be done now."""
        screen = self.screen
        if not isinstance(screen, AdememScreen):
            return []
        found = [action for action in actions_for(screen.SCOPE) if action.id != "app.palette"]
        return [(action, screen.why_not(action.id)) for action in found]

    def _run(self, action: Action) -> Callable[[], object]:
        screen = self.screen
        assert isinstance(screen, AdememScreen)
        return partial(screen.action_do, action.id)

    def _open(self, memory_id: str) -> None:
        from ademem_tui.app.screens.detail import DetailScreen

        self.app.push_screen(DetailScreen(memory_id))


def action_title(action: Action) -> str:
    """`area: Verb`, as people look for it."""
    return f"{action.id.split('.')[0]}: {action.label}"


def _shown(title: Content, action: Action, reason: str) -> Content:
    tail = content_of(
        [(f"   {key_name(action)}", "bold $text-primary"), ("   not now" if reason else "", "$text-warning")]
    )
    return Content.assemble(title.stylize("dim") if reason else title, tail)


def _help(action: Action, reason: str) -> str:
    twin = f"  = {action.cli}" if action.cli else ""
    return f"Not now: {reason}" if reason else f"{action.help}{twin}"
