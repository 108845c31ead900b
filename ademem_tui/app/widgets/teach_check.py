"""What would become of the text in the form: kept as what, refused why, secrets, and what says nearly the same."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ademem_tui.app.format import ago, glyph, harmless, one_line
from ademem_tui.app.widgets.diff_view import inline
from ademem_tui.app.wrapping import Piece, joined, wrapped_pieces
from ademem_tui.engine.memories.teaching import Near, Preview
from ademem_tui.engine.model import WriteResult

NOTHING_YET = (
    "This is where you see what would be remembered, while you type: the category, a summary for agents, secrets "
    "that are taken out, and memories that say nearly the same.",
    "Write one fact, then press ctrl+s.",
)
MUTED = "$foreground 60%"
_LABEL = 10

Lines = list[list[Piece]]


class TeachCheck(Static):
    """Drawn anew for each preview and each width."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._preview: Preview | None = None
        self._refused: WriteResult | None = None
        self._now = ""

    def show(self, preview: Preview | None, now: str, refused: WriteResult | None = None) -> None:
        """What the gate says of the text as it stands; `refused` is the answer to a try at saving it."""
        self._preview, self._now, self._refused = preview, now, refused
        self.refresh(layout=True)

    def render(self) -> Content:
        """All of it, in the width at hand."""
        width = max(20, self.content_size.width)
        return joined(check_lines(self._preview, self._now, width, self._refused))

    def on_resize(self) -> None:
        """The width decides where lines break."""
        self.refresh(layout=True)


def check_lines(preview: Preview | None, now: str, width: int, refused: WriteResult | None = None) -> Lines:
    """The lines of a preview."""
    if preview is None:
        return [line for text in NOTHING_YET for line in (*wrapped_pieces([(text, MUTED)], width), [])]
    lines = _verdict(preview, width, refused)
    lines += _secrets(preview, width)
    if preview.stored and (preview.result.accepted or preview.can_store_anyway):
        lines += _stored(preview, width)
    lines += _nearest(preview, now, width)
    return lines


def _verdict(preview: Preview, width: int, refused: WriteResult | None) -> Lines:
    result = preview.result
    if not result.accepted:
        word = "Not kept" if refused else "Would be refused"
        lines: Lines = [[(f"{glyph('bad')} {word}", "bold $text-error")], *_wrapped(result.reason, width)]
        if preview.can_store_anyway:
            lines += wrapped_pieces([("ctrl+y", "bold"), ("stores it anyway", "")], width)
        return [*lines, []]
    if result.merged_into:
        head = f"{glyph('promoted')} Known already"
        text = f"Saving adds one more observation to {result.merged_into[-6:]}; the longer text stays."
        return [[(head, "bold $text-warning")], *_wrapped(text, width), []]
    guessed = " (guessed)" if preview.is_guessed else ""
    head = f"{glyph('ok')} Would be kept as {preview.category.replace('_', ' ')}{guessed}"
    return [[(head, "bold $text-success")], []]


def _secrets(preview: Preview, width: int) -> Lines:
    if not preview.result.redactions:
        return []
    lines: Lines = [[("! Secrets, taken out before anything is stored", "bold $text-warning")]]
    for one in preview.result.redactions:
        times = f"{one.count} × " if one.count > 1 else ""
        lines += _wrapped(f"  {times}{one.type} in the {one.field.replace('_', ' ')}", width)
    return [*lines, []]


def _stored(preview: Preview, width: int) -> Lines:
    stored = preview.stored
    half_life = preview.half_life_days
    owner = f" of {stored['scope_owner_id']}" if stored["scope_owner_id"] else ""
    facts = [
        ("summary", stored["summary"]),
        ("citation", stored["citation_text"]),
        ("who", f"{stored['scope']}{owner}, visible to {_visible(stored['visibility'])}"),
        ("weight", f"{stored['importance']} importance, confidence {stored['confidence']:.2f}"),
        ("fades", f"by half in {half_life:g} days without use" if half_life else "never by itself"),
        ("files", ", ".join(stored["related_files"])),
        ("modules", ", ".join(stored["related_modules"])),
        ("tags", ", ".join(stored["tags"])),
    ]
    lines: Lines = []
    for label, text in facts:
        if text:
            lines += _labelled(label, str(text), width)
    if preview.result.redactions:
        lines += _labelled("text", str(stored["content"]), width)
    return [*lines, []]


def _visible(word: str) -> str:
    return {"private": "you alone", "project": "this project", "team": "the team", "org": "the organisation"}[word]


def _nearest(preview: Preview, now: str, width: int) -> Lines:
    if not preview.near:
        return []
    lines: Lines = [[("Nearest memories", "bold $primary")]]
    for place, near in enumerate(preview.near):
        lines += _near(near, str(preview.stored.get("content", "")), now, width, with_diff=place == 0)
        if place == 0:
            verb = "adds this to it" if preview.result.merged_into else "gives it this text"
            lines += wrapped_pieces([("merge?", MUTED), ("ctrl+g", "bold"), (verb, MUTED)], width)
    return lines


def _near(near: Near, content: str, now: str, width: int, *, with_diff: bool) -> Lines:
    memory = near.memory
    where = f" {glyph('user')} yours" if near.origin == "user" else ""
    kind = memory.category.replace("_", " ")
    head = f"{near.likeness:.0%} {memory.id[-6:]} {kind}{where}, {ago(memory.updated_at, now)}"
    lines = wrapped_pieces([(head, "bold")], width)
    if near.difference and near.likeness >= 0.6:
        lines += _wrapped(f"another fact: {near.difference}", width, MUTED)
    if with_diff:
        return [*lines, *inline(memory.content, content, width)]
    return [*lines, *_wrapped(memory.summary, width)]


def _labelled(label: str, text: str, width: int) -> Lines:
    """A label and a text that hangs beside it."""
    inner = max(10, width - _LABEL)
    body = wrapped_pieces([(one_line(text), "")], inner)
    lead = [(label.ljust(_LABEL), MUTED), *[(" " * _LABEL, "")] * (len(body) - 1)]
    return [[first, *rest] for first, rest in zip(lead, body, strict=True)]


def _wrapped(text: str, width: int, style: str = "") -> Lines:
    return wrapped_pieces([(harmless(text), style)], width)
