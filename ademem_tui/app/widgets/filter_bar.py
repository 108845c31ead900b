"""The filter line: typed tokens with completion, history on the up key, and what was not understood."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from ademem_tui.engine.search.filter_language import completions

KEPT_FILTERS = 50


class TokenSuggester(Suggester):
    """Completes the token that is being typed."""

    def __init__(self) -> None:
        super().__init__(use_cache=True, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line with its last token completed."""
        head, _, token = value.rpartition(" ")
        if not token:
            return None
        for word in completions(token):
            if word != token:
                return f"{head} {word}" if head else word
        return None


class FilterBar(Input):
    """Where a filter is typed. Escape first clears it, then leaves; up and down walk through earlier ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Clear", show=False),
        Binding("up", "earlier(1)", "Earlier", show=False),
        Binding("down", "earlier(-1)", "Later", show=False),
    ]

    class Left(Message):
        """The person is done with the filter."""

    def __init__(self, history: list[str], *, id: str | None = None) -> None:
        super().__init__(
            placeholder="/ to filter: words  category:gotcha  tag:redis  -is:stale", suggester=TokenSuggester(), id=id
        )
        self._history = history
        self._place = -1

    def remember(self) -> None:
        """Keep what stands here for the up key."""
        text = self.value.strip()
        if text:
            if text in self._history:
                self._history.remove(text)
            self._history.insert(0, text)
            del self._history[KEPT_FILTERS:]
        self._place = -1

    def action_leave(self) -> None:
        """Clear, or go back to the list."""
        if self.value:
            self.value = ""
        else:
            self.post_message(self.Left())

    def action_earlier(self, by: int) -> None:
        """An earlier or a later filter."""
        place = self._place + by
        if 0 <= place < len(self._history):
            self._place = place
            self.value = self._history[place]
            self.cursor_position = len(self.value)
        elif place < 0:
            self._place = -1
