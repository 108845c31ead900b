"""A document as units of meaning: what would make one memory each.

A rule that is torn out of its sentence helps nobody: a list item is a unit, but what introduces a list goes
with its items, code stays with what it explains, and a section of labelled parts stays whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ademem_tui.engine.capture.headings import meaning_of, plain_heading
from ademem_tui.engine.capture.markdown_blocks import Block, blocks_of
from ademem_tui.engine.capture.not_rules import QUOTED_LINES, why_no_rule
from ademem_tui.engine.capture.sections import introduces, is_card, parts_of, sections_of
from ademem_tui.engine.capture.shell_commands import commands_of
from ademem_tui.engine.model import MAX_CONTENT

_LIST_STAYS_WHOLE = 600
"""A list of at most so many characters is one unit with the words that introduce it."""
_CONTEXT_AT_MOST = 160
"""Words this short may be repeated before each item they introduce."""
_PARAGRAPHS_STAY_WHOLE = 1_000
_FEWEST_WORDS = 4
"""An item of fewer words says nothing without its heading."""

_LEANS_BACK = re.compile(
    r"^(?:therefore|thus|hence|in other words|th(?:at|is) (?:means|way|ensures|includes|is|also|will)"
    r"|as such|additionally|in addition|in th(?:is|at) case|however|but|so|also|otherwise|instead"
    r"|for (?:example|instance)|e\.g\.|specifically|in particular|the(?:se|y)|those|it|if not|similarly"
    r"|likewise|then|after that|\()\b",
    re.IGNORECASE,
)
_LABEL_BACK = re.compile(
    r"^\W*(?:why|reason|rationale|example|exceptions?|impact|recovery|symptom|fix|note|result)\b[^.\n]{0,30}?:",
    re.IGNORECASE,
)
_STEPS_LEAD = re.compile(
    r"\b(?:to|steps?|how|when|before|after|follow\w*|process|workflow|order|sequence)\b", re.IGNORECASE
)


@dataclass(slots=True)
class Unit:
    """One piece of meaning."""

    text: str
    line: int
    headings: tuple[str, ...]
    """The headings it stands under, outermost first, as plain words."""
    under: str = ""
    """The same headings as they are written, in one line."""
    steps: bool = False
    """It is a sequence of steps."""
    prose: bool = False
    """It is made of paragraphs only, so a paragraph that leans on it may join."""
    language: str = ""
    """What the fence around it said, where that is gone."""


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
    for path, section in sections_of(blocks):
        reader.read(path, section)
    reader.report_empty_headings(blocks)
    reader.left_out.sort(key=lambda entry: entry.line)
    return Document(reader.units, reader.left_out, title)


class _Reader:
    """Collects units section by section."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.left_out: list[LeftOut] = []
        self._used: set[int] = set()
        self._path: list[Block] = []
        self._headings: tuple[str, ...] = ()
        self._first = 0
        self._over: list[Block] = []

    def read(self, path: list[Block], blocks: list[Block]) -> None:
        """Turn one section into units."""
        self._enter(path)
        kept = [block for block in blocks if not self._leave_out(block)]
        if is_card(self._headings, kept):
            card = Block("item", path[-1].line, lines=[self._headings[-1]], children=kept)
            self._unit(card.whole, card.line)
            return
        for over, part in parts_of(path, kept):
            self._enter(over)
            self._over += over[len(path) :]
            at = 0
            while at < len(part):
                at = self._read_one(part, at)

    def _enter(self, path: list[Block]) -> None:
        self._path = path
        self._headings = tuple(word for block in path if (word := plain_heading(block.text)))
        self._first = len(self.units)

    def report_empty_headings(self, blocks: list[Block]) -> None:
        """Name the headings that no unit stands under."""
        for block in [*(block for block in blocks if block.kind == "heading"), *self._over]:
            if block.line not in self._used and block.text:
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
        if introduces(block) and at + 1 < len(blocks) and blocks[at + 1].kind == "paragraph":
            blocks[at + 1].lines[:0] = block.lines
            blocks[at + 1].line = block.line
            return at + 1
        if introduces(block) and at + 1 < len(blocks) and blocks[at + 1].kind == "item":
            end = _end_of_items(blocks, at + 1)
            self._list(block.text, block.line, blocks[at + 1 : end])
            return end
        if introduces(block) and at + 1 == len(blocks) and len(block.text.split()) < _FEWEST_WORDS:
            self.left_out.append(LeftOut(block.line, "introduces nothing", block.text))
        else:
            self._paragraph(block)
        return at + 1

    def _paragraph(self, block: Block) -> None:
        text = block.text
        last = self.units[-1] if len(self.units) > self._first else None
        if last and len(last.text) + len(text) < _PARAGRAPHS_STAY_WHOLE:
            leans = _LEANS_BACK.match(text) or (text[:1].islower() and not last.text[:1].islower())
            if (last.prose and leans) or _LABEL_BACK.match(text):
                last.text += f"\n\n{text}"
                return
        self._unit(text, block.line, prose=True)

    def _attach(self, block: Block) -> None:
        """Code and tables belong to what stands before them in the section, else to its heading."""
        last = self.units[-1] if len(self.units) > self._first else None
        if self._commands(block, last):
            return
        if last:
            last.text += ("\n" if last.text.endswith(":") else "\n\n") + block.text
            last.prose = False
        else:
            heading = f"{self._headings[-1]}:\n" if self._headings else ""
            self._unit(heading + block.text, block.line)

    def _commands(self, block: Block, last: Unit | None) -> bool:
        """Commands under a heading, or too many to quote, as one unit each; a short line over them goes along."""
        commands = commands_of(block) if last is None or len(block.lines) > QUOTED_LINES else []
        heading = self._headings[-1] if self._headings else ""
        lead = ""
        if commands and last and len(last.text) <= _CONTEXT_AT_MOST and last.text.endswith(":"):
            lead = self.units.pop().text
        for command in commands:
            context = lead or ("" if command.explained else heading)
            self._unit(_in_context(context, command.text), command.line, language=block.lines[0].strip("`~ "))
        return bool(commands)

    def _list(self, lead: str, line: int, items: list[Block]) -> None:
        """One unit an item, or one for the list where it is short or a sequence of steps."""
        ordered = all(item.ordered for item in items) and len(items) > 1
        procedural = meaning_of(self._headings[-1:]) == "procedure" or bool(_STEPS_LEAD.search(lead))
        whole = Block("item", line, lines=[lead] if lead else [], children=items).whole
        if ordered and procedural and len(whole) <= MAX_CONTENT:
            heading = f"{self._headings[-1]}:\n" if self._headings and not lead else ""
            self._unit(heading + whole, line, steps=True)
        elif lead and len(whole) <= MAX_CONTENT and self._stays_whole(lead, whole, items):
            self._unit(whole, line)
        elif len(lead) > _CONTEXT_AT_MOST:
            self._unit(lead, line)
            self._items("", items)
        else:
            self._items(lead, items)

    def _stays_whole(self, lead: str, whole: str, items: list[Block]) -> bool:
        short = len(whole) <= _LIST_STAYS_WHOLE or all(_is_pointer(item) for item in items)
        return short or len(lead) > _CONTEXT_AT_MOST

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

    def _unit(self, text: str, line: int, *, steps: bool = False, prose: bool = False, language: str = "") -> None:
        text = text.strip()
        if not any(character.isalpha() for character in text):
            if text:
                self.left_out.append(LeftOut(line, "no words in it", text))
            return
        bare = len(text.split()) < _FEWEST_WORDS and self._headings
        if bare and not text.startswith(self._headings[-1]):
            text = _in_context(self._headings[-1], text)
        self._used.update(block.line for block in self._path)
        under = " > ".join(block.text for block in self._path if block.text)
        self.units.append(Unit(text, line, self._headings, under, steps, prose, language))

    def _leave_out(self, block: Block) -> bool:
        """Whether a block is no rule; says why. What of an item's content is none is taken out of it."""
        reason = why_no_rule(block, self._headings)
        if reason:
            self.left_out.append(LeftOut(block.line, reason, block.whole))
            return True
        block.children = [child for child in block.children if not self._leave_out(child)]
        return False


def _is_pointer(item: Block) -> bool:
    """An item that names something and says nothing about it."""
    named = re.sub(r"\[([^\]]*)\]\([^)]*\)", "link", item.text)
    return not item.children and len(named.split()) < _FEWEST_WORDS


def _end_of_items(blocks: list[Block], at: int) -> int:
    while at < len(blocks) and blocks[at].kind == "item":
        at += 1
    return at


def _in_context(context: str, text: str) -> str:
    """A text after the words that introduce it."""
    words = re.sub(r"(?<!\w)\*\*|\*\*(?!\w)", "", " ".join(context.split())).strip().rstrip(".:： ")
    return f"{words}: {text}" if words else text
