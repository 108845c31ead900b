"""Why is it wrong? One key, or own words; then: write the right version at once?"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ademem_tui.app.format import one_line
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.wrapping import content_of

REASONS: tuple[tuple[str, str, str], ...] = (
    ("o", "outdated", "it was true once"),
    ("w", "wrong", "it was never true"),
    ("b", "too broad", "it holds in fewer places than it says"),
    ("d", "duplicate", "another memory says it better"),
    ("s", "secret", "it tells what must not be told"),
)
"""Key, reason as it is kept, and what it means."""


class FlagAnswer(NamedTuple):
    """What is wrong, and whether the person writes the right version now."""

    reason: str
    rewrite: bool


class FlagModal(AdememModal[FlagAnswer]):
    """Nothing is flagged before both questions are answered; esc takes it all back."""

    KEYS = (("o w b d s", "reason"), ("tab", "own words"), ("esc", "leave it"))
    AUTO_FOCUS = "#reasons"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"reason({reason!r})", reason, show=False) for key, reason, _ in REASONS),
        Binding("y", "rewrite(True)", "Write now", show=False),
        Binding("n", "rewrite(False)", "Only flag", show=False),
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
    ]

    def __init__(self, several: int = 1) -> None:
        super().__init__("What is wrong with it?" if several == 1 else f"What is wrong with these {several:,}?")
        self._several = several
        self.reason = ""

    def body(self) -> ComposeResult:
        """The reasons, a line for own words, and the second question, hidden until its turn."""
        rows = [
            Option(content_of([(f" {key} ", "bold"), (f" {reason:<11}", ""), (hint, "dim")]))
            for key, reason, hint in REASONS
        ]
        yield OptionList(*rows, id="reasons", markup=False, compact=True)
        yield Input(placeholder="or your own words, then enter", id="own", compact=True)
        yield Static(id="chosen", markup=False)
        yield OptionList(
            Option(content_of([(" n ", "bold"), (" Only flag it", "")])),
            Option(content_of([(" y ", "bold"), (" Write the right version now", "")])),
            id="rewrite",
            markup=False,
            compact=True,
        )

    @on(OptionList.OptionSelected, "#reasons")
    def reason_chosen(self, event: OptionList.OptionSelected) -> None:
        """A row was entered or clicked."""
        self.action_reason(REASONS[event.option_index][1])

    @on(Input.Submitted, "#own")
    def own_words(self, event: Input.Submitted) -> None:
        """A reason in own words."""
        if event.value.strip():
            self.action_reason(one_line(event.value))

    @on(OptionList.OptionSelected, "#rewrite")
    def rewrite_chosen(self, event: OptionList.OptionSelected) -> None:
        """The second answer was entered or clicked."""
        self.action_rewrite(event.option_index == 1)

    def action_reason(self, reason: str) -> None:
        """The first answer; the second question follows where there is one memory to write anew."""
        if self.reason:
            return
        self.reason = reason
        if self._several > 1:
            self.dismiss(FlagAnswer(reason, False))
            return
        self.add_class("-second")
        self.query_one("#chosen", Static).update(content_of([("Flag it as ", ""), (reason, "bold"), (".", "")]))
        self.tell_keys(("n", "only flag"), ("y", "write"), ("esc", "leave it"))
        rewrite = self.query_one("#rewrite", OptionList)
        rewrite.highlighted = 0
        rewrite.focus()

    def action_rewrite(self, rewrite: bool) -> None:
        """The second answer."""
        if self.reason:
            self.dismiss(FlagAnswer(self.reason, rewrite))

    def action_move(self, by: int) -> None:
        """Move in whichever list is shown."""
        options = self.query_one("#rewrite" if self.reason else "#reasons", OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()
