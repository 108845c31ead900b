"""A document as units of meaning: what would make one memory each.

A rule that is torn out of its sentence helps nobody. So a list item is a unit, but what introduces a list goes with
its items, code stays with what it explains, and a short section made of labelled parts (`**Why:** …`) stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ademem_tui.engine.capture.headings import is_contents, meaning_of, plain_heading
from ademem_tui.engine.capture.markdown_blocks import Block, blocks_of
from ademem_tui.engine.model import MAX_CONTENT

_LIST_STAYS_WHOLE = 600
"""A list of at most so many characters is one unit with the words that introduce it."""
_CONTEXT_AT_MOST = 160
"""Words this short may be repeated before each item they introduce."""
_PARAGRAPHS_STAY_WHOLE = 1_000
_CARD_ITEMS = 10
_FEWEST_WORDS = 4
"""An item of fewer words says nothing without its heading."""
_UNDER_ALL_HEADINGS = 7

_INLINE_LABEL = re.compile(r"^\W*\*\*[^*]{1,60}?(?::\*\*|\*\*\s*:)\s*\S")
_BOLD_LINE = re.compile(r"^\W*\*\*[^*]{1,80}\*\*:?\s*$|^\W*__[^_]{1,80}__:?\s*$")
_LEANS_BACK = re.compile(
    r"^(?:therefore|thus|hence|in other words|th(?:at|is) (?:means|way|ensures|includes|is|also|will)|as such"
    r"|additionally|in addition|in th(?:is|at) case|however|but|so|also|otherwise|instead|for (?:example|instance)"
    r"|e\.g\.|specifically|in particular|the(?:se|y)|those|it|if not|similarly|likewise|then|after that|\()\b",
    re.IGNORECASE,
)
_LABEL_BACK = re.compile(
    r"^\W*(?:why|reason|rationale|example|exceptions?|impact|recovery|symptom|fix|note|result)\b[^.\n]{0,30}?:",
    re.IGNORECASE,
)
_STEPS_LEAD = re.compile(
    r"\b(?:to|steps?|how|when|before|after|follow\w*|process|workflow|order|sequence)\b", re.IGNORECASE
)
_IMAGES = re.compile(r"^(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$")
_ANCHOR_LINKS = re.compile(r"^(?:[-*]?\s*\[[^\]]+\]\(#[^)]*\)\s*)+$")
_IMPORT_LINES = re.compile(r"^(?:@[\w~./\\-]*[\w/][\w~./\\ -]*(?:\n|$))+$")
_TREE = re.compile(r"[├└]─")
_BOILERPLATE = re.compile(
    r"^this (?:file|document) (?:provides|contains|gives|offers) [^.\n]{0,80}"
    r"(?:claude|agents?|gemini|copilot|assistants?|codex|cursor|llms?|\bAI\b)[^.\n]{0,20}(?:\([^)]*\))?[^.\n]*\.?$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Unit:
    """One piece of meaning."""

    text: str
    line: int
    headings: tuple[str, ...]
    """The headings it stands under, outermost first, as plain words."""
    steps: bool = False
    """It is a sequence of steps."""
    prose: bool = False
    """It is made of paragraphs only, so a paragraph that leans on it may join."""


class LeftOut(NamedTuple):
    """A piece that is no unit, and why."""

    line: int
    reason: str
    text: str


class Document(NamedTuple):
    """All of a document: what makes a memory each, and what does not."""

    units: list[Unit]
    left_out: list[LeftOut]
    title: str
    """The heading over the whole document, '' where there is none."""


def document_of(text: str, first_line: int = 1) -> Document:
    """The units of a Markdown text whose first line has the given number."""
    blocks = blocks_of(text, first_line)
    tops = [block for block in blocks if block.kind == "heading" and block.level == 1]
    seen = [block for block in blocks if block.kind in ("heading", "paragraph", "item")]
    title = plain_heading(tops[0].text) if len(tops) == 1 and seen and seen[0] is tops[0] else ""
    reader = _Reader()
    for path, section in _sections(blocks):
        reader.read(path, section)
    reader.report_empty_headings(blocks)
    reader.left_out.sort(key=lambda entry: entry.line)
    return Document(reader.units, reader.left_out, title)


def _sections(blocks: list[Block]) -> Iterator[tuple[list[Block], list[Block]]]:
    """Runs of blocks with the headings over them; a bold line over a list or code is the lowest heading."""
    path: list[Block] = []
    section: list[Block] = []
    for number, block in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        level = block.level if block.kind == "heading" else _level_of_plain_heading(block, following)
        if level:
            yield list(path), section
            section = []
            path = [open_ for open_ in path if _level(open_) < level]
            path.append(block)
        else:
            section.append(block)
    yield list(path), section


def _level(block: Block) -> int:
    return block.level if block.kind == "heading" else _UNDER_ALL_HEADINGS


def _level_of_plain_heading(block: Block, following: Block | None) -> int:
    """Files without `#` mark their sections by a short line over a list."""
    if block.kind != "paragraph" or len(block.lines) != 1 or following is None or following.kind != "item":
        return 0
    text = block.text
    words = [word for word in re.split(r"\W+", text) if word]
    titled = (
        len(words) <= 5 and all(word[0].isupper() or len(word) <= 3 for word in words) and text[-1:].isalnum()
    )
    named = len(words) <= 4 and text.endswith(":") and meaning_of([text]) is not None
    return _UNDER_ALL_HEADINGS if _BOLD_LINE.match(text) or titled or named else 0


class _Reader:
    """Collects units section by section."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.left_out: list[LeftOut] = []
        self._used: set[int] = set()
        self._path: list[Block] = []
        self._headings: tuple[str, ...] = ()
        self._first = 0

    def read(self, path: list[Block], blocks: list[Block]) -> None:
        """Turn one section into units."""
        self._path = path
        self._headings = tuple(word for block in path if (word := plain_heading(block.text)))
        self._first = len(self.units)
        kept = [block for block in blocks if not self._leave_out(block)]
        if self._is_card(kept):
            whole = "\n".join(block.whole for block in kept)
            self._unit(f"{self._headings[-1]}\n{whole}", path[-1].line)
            return
        at = 0
        while at < len(kept):
            at = self._read_one(kept, at)

    def report_empty_headings(self, blocks: list[Block]) -> None:
        """Name the headings that no unit stands under."""
        for block in blocks:
            if block.kind == "heading" and block.line not in self._used and block.text:
                self.left_out.append(LeftOut(block.line, "a heading with nothing under it", block.text))

    def _read_one(self, blocks: list[Block], at: int) -> int:
        """Read the block at a place and what belongs to it; returns the place after."""
        block = blocks[at]
        if block.kind == "item":
            end = _end_of_items(blocks, at)
            self._list("", block.line, blocks[at:end])
            return end
        if block.kind in ("code", "table"):
            self._attach(block)
            return at + 1
        introduces = block.text.rstrip("*_ ").endswith((":", "："))
        if introduces and at + 1 < len(blocks) and blocks[at + 1].kind == "item":
            end = _end_of_items(blocks, at + 1)
            self._list(block.text, block.line, blocks[at + 1 : end])
            return end
        self._paragraph(block)
        return at + 1

    def _paragraph(self, block: Block) -> None:
        text = block.text
        last = self.units[-1] if len(self.units) > self._first else None
        if last and len(last.text) + len(text) < _PARAGRAPHS_STAY_WHOLE:
            leans = _LEANS_BACK.match(text) or text[:1].islower()
            if (last.prose and leans) or _LABEL_BACK.match(text):
                last.text += f"\n\n{text}"
                return
        self._unit(text, block.line, prose=True)

    def _attach(self, block: Block) -> None:
        """Code and tables belong to what stands before them in the section, else to its heading."""
        if len(self.units) > self._first:
            last = self.units[-1]
            last.text += ("\n" if last.text.endswith(":") else "\n\n") + block.text
            last.prose = False
        else:
            heading = f"{self._headings[-1]}:\n" if self._headings else ""
            self._unit(heading + block.text, block.line)

    def _list(self, lead: str, line: int, items: list[Block]) -> None:
        """One unit an item, or one for the list where it is short or a sequence of steps."""
        ordered = all(item.ordered for item in items) and len(items) > 1
        procedural = meaning_of(self._headings[-1:]) == "procedure" or bool(_STEPS_LEAD.search(lead))
        whole = Block("item", line, lines=[lead] if lead else [], children=items).whole
        if ordered and procedural and len(whole) <= MAX_CONTENT:
            heading = f"{self._headings[-1]}:\n" if self._headings and not lead else ""
            self._unit(heading + whole, line, steps=True)
        elif lead and (
            len(whole) <= _LIST_STAYS_WHOLE or (len(lead) > _CONTEXT_AT_MOST and len(whole) <= MAX_CONTENT)
        ):
            self._unit(whole, line)
        elif len(lead) > _CONTEXT_AT_MOST:
            self._unit(lead, line)
            self._items("", items)
        else:
            self._items(lead, items)

    def _items(self, context: str, items: list[Block]) -> None:
        for item in items:
            self._item(context, item)

    def _item(self, context: str, item: Block) -> None:
        nested = [child for child in item.children if child.kind == "item"]
        whole = item.whole
        if not nested or len(whole) <= _LIST_STAYS_WHOLE or len(item.text) > _CONTEXT_AT_MOST:
            self._unit(_in_context(context, whole), item.line)
            return
        own = [child for child in item.children if child.kind != "item"]
        if own:
            self._unit(
                _in_context(context, Block("item", item.line, lines=item.lines, children=own).whole),
                item.line,
            )
        self._items(_in_context(context, item.text), nested)

    def _unit(self, text: str, line: int, *, steps: bool = False, prose: bool = False) -> None:
        text = text.strip()
        if not any(character.isalpha() for character in text):
            if text:
                self.left_out.append(LeftOut(line, "no words in it", text))
            return
        if len(text.split()) < _FEWEST_WORDS and self._headings:
            text = _in_context(self._headings[-1], text)
        self._used.update(block.line for block in self._path)
        self.units.append(Unit(text, line, self._headings, steps, prose))

    def _is_card(self, blocks: list[Block]) -> bool:
        """A section of labelled parts that only make sense together."""
        if not self._headings or not blocks or blocks[0].kind == "item":
            return False
        paragraphs = [block.text for block in blocks if block.kind == "paragraph"]
        inline = sum(bool(_INLINE_LABEL.match(text)) for text in paragraphs)
        labels = inline + sum(bool(_BOLD_LINE.match(text)) for text in paragraphs)
        items = sum(block.kind == "item" for block in blocks)
        length = sum(len(block.whole) + 1 for block in blocks) + len(self._headings[-1])
        return bool(inline and labels > 1 and labels * 2 >= len(paragraphs) and items <= _CARD_ITEMS) and (
            length < MAX_CONTENT
        )

    def _leave_out(self, block: Block) -> bool:
        """Whether a block is no rule; says why. What of an item's content is none is taken out of it."""
        reason = _why_not(block, self._headings)
        if reason:
            self.left_out.append(LeftOut(block.line, reason, block.whole))
            return True
        block.children = [child for child in block.children if not self._leave_out(child)]
        return False


def _why_not(block: Block, headings: tuple[str, ...]) -> str:
    text = block.text.strip()
    if block.kind == "comment":
        return "an HTML comment"
    if block.kind == "generated":
        return "a generated block; its source is the place to import from"
    if block.kind == "markup":
        return "a markup tag"
    if _IMAGES.match(text):
        return "a badge or an image"
    if _ANCHOR_LINKS.match(text) or (block.kind == "item" and headings and is_contents(headings[-1])):
        return "a table of contents"
    if _IMPORT_LINES.match(text):
        return "an import; the file it names is not followed, import it by itself"
    if block.kind == "code" and len(_TREE.findall(text)) > 1:
        return "a directory tree; the module map is read from the code itself"
    if block.kind == "paragraph" and _BOILERPLATE.match(text):
        return "says only what the file is for"
    return ""


def _end_of_items(blocks: list[Block], at: int) -> int:
    while at < len(blocks) and blocks[at].kind == "item":
        at += 1
    return at


def _in_context(context: str, text: str) -> str:
    """A text after the words that introduce it."""
    words = re.sub(r"(?<!\w)\*\*|\*\*(?!\w)", "", context).strip().rstrip(":：").strip()
    return f"{words}: {text}" if words else text
