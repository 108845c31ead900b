"""Which blocks of a document stand together under which headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ademem_tui.engine.capture.headings import meaning_of, plain_heading
from ademem_tui.engine.capture.markdown_blocks import Block
from ademem_tui.engine.model import MAX_CONTENT

_CARD_ITEMS = 10
_INLINE_LABEL = re.compile(r"^\W*\*\*[^*]{1,60}?(?::\*\*|\*\*\s*:)\s*\S")
_BOLD_LINE = re.compile(r"^\W*\*\*[^*]{1,80}\*\*:?\s*$|^\W*__[^_]{1,80}__:?\s*$")


def sections_of(blocks: list[Block]) -> Iterator[tuple[list[Block], list[Block]]]:
    """The headings over each run of blocks, outermost first, and the run."""
    path: list[Block] = []
    section: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            yield list(path), section
            section = []
            path = [*(above for above in path if above.level < block.level), block]
        else:
            section.append(block)
    yield list(path), section


def parts_of(path: list[Block], section: list[Block]) -> Iterator[tuple[list[Block], list[Block]]]:
    """A section taken apart at lines that are headings in all but name: many files have no `#` at all."""
    part: list[Block] = []
    over = path
    for number, block in enumerate(section):
        if _is_heading_by_look(block, section[number + 1 : number + 2]):
            yield over, part
            over, part = [*path, block], []
        elif over is not path and block.kind == "paragraph" and introduces(block):
            yield over, part
            over, part = path, [block]
        else:
            part.append(block)
    yield over, part


def introduces(block: Block) -> bool:
    """Whether a paragraph announces what follows it."""
    text = block.text
    return text.rstrip("*_ ").endswith((":", "：")) or bool(_BOLD_LINE.match(text))


def is_card(headings: tuple[str, ...], blocks: list[Block]) -> bool:
    """Whether a section is made of labelled parts (`**Why:** …`) that only make sense together."""
    if not headings or not blocks or blocks[0].kind == "item":
        return False
    paragraphs = [block.text for block in blocks if block.kind == "paragraph"]
    inline = sum(bool(_INLINE_LABEL.match(text)) for text in paragraphs)
    labels = inline + sum(bool(_BOLD_LINE.match(text)) for text in paragraphs)
    items = sum(block.kind == "item" for block in blocks)
    length = len(headings[-1]) + sum(len(block.whole) + 3 for block in blocks)
    labelled = inline > 0 and labels > 1 and labels * 2 >= len(paragraphs)
    return labelled and items <= _CARD_ITEMS and length < MAX_CONTENT


def _is_heading_by_look(block: Block, following: list[Block]) -> bool:
    """A short line over a list: in title case, or a word that names a kind of section."""
    if block.kind != "paragraph" or len(block.lines) != 1 or not following or following[0].kind != "item":
        return False
    text = plain_heading(block.text)
    words = [word for word in re.split(r"\W+", text) if word]
    in_title_case = all(word[0].isupper() or len(word) <= 3 for word in words) and block.text[-1].isalnum()
    names_a_kind = len(words) <= 4 and introduces(block) and meaning_of([text]) not in (None, "decision")
    return bool(words) and ((len(words) <= 5 and in_title_case) or names_a_kind)
