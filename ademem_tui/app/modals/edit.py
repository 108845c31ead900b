"""A memory as a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label, Select, Static, TextArea

from ademem_tui.app.format import harmless
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.modals.confirm import ConfirmModal
from ademem_tui.app.payload_form import as_text, from_text, is_long
from ademem_tui.app.widgets.reading_pane import ReadingPane
from ademem_tui.app.wrapping import content_of
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.model import MAX_CONTENT, MAX_SUMMARY, Memory
from ademem_tui.engine.payloads import Field, fields_of
from ademem_tui.engine.taxonomy import CATEGORIES, IMPORTANCES


class EditModal(AdememModal[dict[str, Any]]):
    """Answers with the changed fields alone, those of the payload under `payload`; None where nothing changed."""

    WIDE = True
    KEYS = (("ctrl+s", "save"), ("tab", "next field"), ("esc", "leave"))
    AUTO_FOCUS = "#content"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "save", "Save", show=False, priority=True)]

    def __init__(self, memory: Memory, typed: Mapping[str, Any] | None = None, problem: str = "") -> None:
        """`typed` brings back what stood in the form when `problem` kept it from being saved."""
        super().__init__(f"Edit {memory.id[-6:]}")
        self.memory = memory
        self._typed = dict(typed or {})
        self._problem = problem
        self._texts: dict[str, str] = {}
        """What the payload's fields showed at first."""

    def body(self) -> ComposeResult:
        """The text, then the rest of the fields in a column that scrolls."""
        memory, typed = self.memory, self._typed
        yield Static(id="problem", markup=False)
        with ReadingPane(id="form", can_focus=False):
            yield TextArea(typed.get("content", memory.content), id="content", soft_wrap=True, show_line_numbers=False)
            yield Static(id="count", markup=False)
            with Horizontal(classes="field"):
                yield Label("Category")
                options = [(row.label, row.name) for row in CATEGORIES.values()]
                value = typed.get("category", memory.category)
                yield Select(options, value=value, allow_blank=False, id="category", compact=True)
            with Horizontal(classes="field"):
                yield Label("Importance")
                importance = typed.get("importance", memory.importance)
                ranks = [(word, word) for word in IMPORTANCES]
                yield Select(ranks, value=importance, allow_blank=False, id="importance", compact=True)
            yield from _line("Tags", "tags", " ".join(typed.get("tags", memory.tags)), "words, separated by blanks")
            files = ", ".join(typed.get("related_files", memory.related_files))
            yield from _line("Files", "files", files, "paths, separated by commas")
            yield from _line("Summary", "summary", typed.get("summary", memory.summary), "what agents are told of it")
            yield Vertical(id="payload")

    def on_mount(self) -> None:
        """Count, and say what kept it from being saved."""
        self._count()
        self._tell(self._problem)

    @on(TextArea.Changed, "#content")
    def typed_on(self) -> None:
        """Count as it is typed."""
        self._count()

    @on(Select.Changed, "#category")
    async def category_changed(self) -> None:
        """Another category has other typed fields."""
        holder = self.query_one("#payload", Vertical)
        category = self._category
        await holder.remove_children()
        known = {**(self.memory.payload or {}), **self._typed.get("payload", {})}
        first = self.memory.payload or {}
        fields = fields_of(category)
        self._texts = {
            field.name: as_text(field, first.get(field.name)) if category == self.memory.category else ""
            for field in fields
        }
        if fields:
            await holder.mount(Label(CATEGORIES[category].label, classes="heading"))
        for field in fields:
            await holder.mount(_field(field, known.get(field.name)))

    def action_save(self) -> None:
        """Answer, or say what is wrong."""
        try:
            changes = self.changes()
        except BadInput as error:
            self._tell(str(error))
            return
        self.dismiss(changes or None)

    def action_close(self) -> None:
        """What was typed is gone for good, so leaving asks where something was."""
        try:
            is_changed = bool(self.changes())
        except BadInput:
            is_changed = True
        if not is_changed:
            self.dismiss(None)
            return
        question = ConfirmModal("Leave without saving?", "What you changed here would be lost.", yes="Throw it away")
        self.app.push_screen(question, self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.dismiss(None)

    def changes(self) -> dict[str, Any]:
        """The fields that differ from the memory, checked as far as a form can."""
        memory = self.memory
        content = self.query_one("#content", TextArea).text.strip()
        if not content:
            raise BadInput("There would be no text left.", "Delete the memory instead.")
        if len(content) > MAX_CONTENT:
            raise BadInput(f"The text has {len(content):,} characters; at most {MAX_CONTENT:,} are kept.")
        summary = self._line("summary")
        if len(summary) > MAX_SUMMARY:
            raise BadInput(f"The summary has {len(summary)} characters; at most {MAX_SUMMARY} are kept.")
        files = self._line("files").split(",")
        wanted: dict[str, Any] = {
            "content": content,
            "category": self._category,
            "importance": str(self.query_one("#importance", Select).value),
            "tags": tuple(self._line("tags").replace(",", " ").split()),
            "related_files": tuple(file.strip() for file in files if file.strip()),
            "summary": summary,
        }
        found = {name: value for name, value in wanted.items() if value != getattr(memory, name)}
        payload = self._payload(wanted["category"])
        return {**found, "payload": payload} if payload else found

    def _payload(self, category: str) -> dict[str, Any]:
        """The changed typed fields; those that another category does not have are taken away."""
        fields = fields_of(category)
        changed: dict[str, Any] = {}
        if category != self.memory.category:
            names = {field.name for field in fields}
            changed = {name: None for name in self.memory.payload or {} if name not in names}
        for field in fields:
            text = self._text_of(field)
            if text.strip() != self._texts.get(field.name, "").strip():
                changed[field.name] = from_text(category, field, text)
        if category != self.memory.category and not any(value is not None for value in changed.values()):
            return {}
        return changed

    def _text_of(self, field: Field) -> str:
        widget = self.query_one(f"#typed-{field.name}")
        if isinstance(widget, TextArea):
            return widget.text
        if isinstance(widget, Select):
            return "" if widget.is_blank() else str(widget.value)
        return widget.value if isinstance(widget, Input) else ""

    def _line(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    @property
    def _category(self) -> str:
        return str(self.query_one("#category", Select).value)

    def _count(self) -> None:
        length = len(self.query_one("#content", TextArea).text.strip())
        over = length - MAX_CONTENT
        words = f"{over:,} too many" if over > 0 else "characters"
        style = "bold $text-error" if over > 0 else "dim"
        self.query_one("#count", Static).update(content_of([(f"{length:,} of {MAX_CONTENT:,} {words}", style)]))

    def _tell(self, problem: str) -> None:
        shown = self.query_one("#problem", Static)
        shown.update(content_of([(harmless(problem), "")]))
        shown.display = bool(problem)


def _line(label: str, name: str, value: str, hint: str) -> Iterator[Widget]:
    yield Horizontal(Label(label), Input(value, placeholder=hint, id=name, compact=True), classes="field")


def _field(field: Field, value: Any) -> Widget:
    label = Label(f"{field.label}{' *' if field.required else ''}")
    text = as_text(field, value)
    entry: Widget
    if is_long(field):
        entry = TextArea(text, id=f"typed-{field.name}", classes="entries", soft_wrap=True, show_line_numbers=False)
        hint = "one a line: text @ file:line" if field.kind == "steps" else "one a line"
        return Vertical(Label(f"{field.label}{' *' if field.required else ''} ({hint})"), entry, classes="tall")
    if field.kind == "choice":
        options = [(word, word) for word in field.choices]
        entry = Select(
            options, id=f"typed-{field.name}", compact=True, value=text if text in field.choices else Select.NULL
        )
    else:
        entry = Input(text, id=f"typed-{field.name}", compact=True)
    return Horizontal(label, entry, classes="field")
