"""The fields of a memory as a form: what stands in them goes in and out as texts by name, so that it can be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Select, Static, TextArea

from ademem_tui.app.widgets.tick import Tick
from ademem_tui.app.widgets.word_field import Lookup, WordField
from ademem_tui.engine.memories.teaching import PAYLOAD
from ademem_tui.engine.model import MAX_CITATION, MAX_CONTENT, MAX_SUMMARY
from ademem_tui.engine.payloads import Field, fields_of
from ademem_tui.engine.taxonomy import CATEGORIES, IMPORTANCES, SCOPES, VISIBILITIES

DEFAULTS: dict[str, str] = {"importance": "medium", "scope": "project", "visibility": "private"}
"""What is chosen where nobody chose; not worth keeping in a draft."""

TypedField = Input | TextArea | Select[str]


class TeachText(TextArea):
    """The text itself. Its redo key is the screen's; ctrl+shift+z does it here."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+shift+z", "do_again", "Redo", show=False)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the redo key to the screen."""
        return False if action == "redo" else super().check_action(action, parameters)

    def action_do_again(self) -> None:
        """Bring back what was taken back."""
        self.redo()


class TeachForm(VerticalScroll, can_focus=False):
    """Everything a person can say about a memory; only the text is needed."""

    text = getters.query_one("#content", TeachText)
    category = getters.query_one("#category", Select)
    owner = getters.query_one("#owner", Input)
    typed_part = getters.query_one("#typed", Vertical)

    class Changed(Message):
        """Something stands in the form that did not before."""

    def __init__(self, lookups: Mapping[str, Lookup], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lookups = lookups
        self._guess = "fact"
        self._typed: dict[str, TypedField] = {}
        self._typed_for = ""
        self._selects: dict[str, Select[str]] = {}

    def compose(self) -> ComposeResult:
        """The text on top, then one line for each other field."""
        yield TeachText(id="content", placeholder="What should be remembered? One fact, and why or where it holds.")
        yield _row("Category", self._choice("category", _categories(), prompt="guessed from the text"))
        yield _row("Importance", self._choice("importance", [(word, word) for word in IMPORTANCES]))
        yield _row("Scope", self._choice("scope", [(word, word) for word in SCOPES]))
        yield _row("Owner", Input(id="owner", compact=True, placeholder="which agent or mission"), id="owner-row")
        yield _row("Visible to", self._choice("visibility", [(word, word) for word in VISIBILITIES]))
        yield _row(
            "",
            Horizontal(
                Tick("On all my projects", id="user"),
                Tick("Pin", id="pin"),
                classes="checks",
            ),
        )
        for name, label, hint in (
            ("files", "Files", "src/a.py, src/b/"),
            ("tags", "Tags", "redis, tests"),
            ("modules", "Modules", "auth"),
        ):
            yield _row(label, WordField(self._lookups[name], placeholder=hint, id=name))
        yield _row("Summary", Input(id="summary", compact=True, max_length=MAX_SUMMARY))
        yield _row("Citation", Input(id="citation", compact=True, max_length=MAX_CITATION))
        yield Vertical(id="typed")

    def on_mount(self) -> None:
        """An empty form."""
        self.fill({})

    def values(self) -> dict[str, str]:
        """What stands in the form and is not there by itself."""
        found = dict(self._read())
        payload = {name: text for name, text in self._typed_values().items() if text.strip()}
        if payload and not found.get("category"):
            found["category"] = self._typed_for
        found.update(payload)
        return {name: text for name, text in found.items() if text.strip() and DEFAULTS.get(name) != text}

    def fill(self, values: Mapping[str, str]) -> None:
        """Put texts into the fields; those that are not named become empty again."""
        self.text.load_text(values.get("content", ""))
        for name, select in self._selects.items():
            value = values.get(name) or DEFAULTS.get(name, "")
            if value in _legal(name):
                select.value = value
            elif name == "category":
                select.clear()
        for name in ("owner", "summary", "citation"):
            self.query_one(f"#{name}", Input).value = values.get(name, "")
        for name in ("files", "tags", "modules"):
            self.query_one(f"#{name}", WordField).value = values.get(name, "")
        for name in ("user", "pin"):
            self.query_one(f"#{name}", Tick).value = bool(values.get(name))
        self._typed_for = ""
        self.show_typed(values.get("category", ""), values)
        self._settle()

    def show_guess(self, category: str, summary: str, citation: str) -> None:
        """Say what the gate would make of the fields that were left empty."""
        self._guess = category
        label = CATEGORIES[category].label if category in CATEGORIES else category
        self.category.prompt = f"{label} (guessed)"
        self.query_one("#summary", Input).placeholder = summary or "made from the text"
        self.query_one("#citation", Input).placeholder = citation or "made from the text"
        if self.category.is_blank() and not any(text.strip() for text in self._typed_values().values()):
            self.show_typed(category)

    def show_typed(self, category: str, values: Mapping[str, str] | None = None) -> None:
        """The typed fields of a category; most have none."""
        if category == self._typed_for and values is None:
            return
        self._typed_for = category
        self._typed = {
            item.name: _typed_field(item, (values or {}).get(PAYLOAD + item.name, "")) for item in fields_of(category)
        }
        rows: list[Widget] = [
            _row(item.label + (" *" if item.required else ""), self._typed[item.name]) for item in fields_of(category)
        ]
        if rows:
            label = CATEGORIES[category].label.lower()
            rows.insert(0, Static(f"What a {label} can say beside its text", classes="typed-head", markup=False))
        self.typed_part.remove_children()
        self.typed_part.mount(*rows)

    @on(TextArea.Changed)
    @on(Input.Changed)
    @on(Tick.Changed)
    @on(WordField.Changed)
    @on(Select.Changed)
    def field_changed(self, event: Message) -> None:
        """Tell once, whatever it was."""
        event.stop()
        if isinstance(event, Select.Changed) and event.select is self.category and not self.category.is_blank():
            self.show_typed(str(event.value))
        self._settle()
        self.post_message(self.Changed())

    def _settle(self) -> None:
        self.set_class(self._selects["scope"].value == "project", "-of-project")
        length = len(self.text.text.strip())
        self.text.border_title = "Text"
        self.text.border_subtitle = f"{length:,} / {MAX_CONTENT:,}"
        self.text.set_class(length > MAX_CONTENT, "-too-long")

    def _choice(self, name: str, options: list[tuple[str, str]], prompt: str = "") -> Select[str]:
        if name == "category":
            select: Select[str] = Select(options, prompt=prompt, id=name, compact=True)
        else:
            select = Select(options, allow_blank=False, value=DEFAULTS[name], id=name, compact=True)
        self._selects[name] = select
        return select

    def _read(self) -> Iterator[tuple[str, str]]:
        yield "content", self.text.text
        for name, select in self._selects.items():
            yield name, "" if select.is_blank() else str(select.value)
        scoped = self._selects["scope"].value != "project"
        yield "owner", self.owner.value if scoped else ""
        for name in ("summary", "citation"):
            yield name, self.query_one(f"#{name}", Input).value
        for name in ("files", "tags", "modules"):
            yield name, self.query_one(f"#{name}", WordField).value
        for name in ("user", "pin"):
            yield name, "yes" if self.query_one(f"#{name}", Tick).value else ""

    def _typed_values(self) -> dict[str, str]:
        return {PAYLOAD + name: _text_of(widget) for name, widget in self._typed.items()}


def _text_of(widget: TypedField) -> str:
    if isinstance(widget, TextArea):
        return widget.text
    if isinstance(widget, Select):
        return "" if widget.is_blank() else str(widget.value)
    return widget.value


def _typed_field(item: Field, text: str) -> TypedField:
    if item.kind == "choice":
        options = [(word.replace("_", " "), word) for word in item.choices]
        value = text if text in item.choices else Select.NULL
        return Select(options, value=value, prompt="not said", compact=True)
    if item.kind == "steps":
        return TextArea(text, placeholder="one a line", compact=True)
    if item.kind in ("number", "whole"):
        return Input(text, type="number" if item.kind == "number" else "integer", compact=True)
    return Input(text, compact=True, placeholder="one; another" if item.kind == "words" else "")


def _row(label: str, field: Widget, id: str | None = None) -> Horizontal:
    return Horizontal(Static(label, classes="label", markup=False), field, classes="row", id=id)


def _categories() -> list[tuple[str, str]]:
    return [(f"{one.label} ({one.group})", one.name) for one in CATEGORIES.values()]


def _legal(name: str) -> tuple[str, ...]:
    words = {"category": tuple(CATEGORIES), "importance": IMPORTANCES, "scope": SCOPES, "visibility": VISIBILITIES}
    return words[name]
