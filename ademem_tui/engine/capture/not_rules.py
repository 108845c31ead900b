"""What stands in a rules file and is no rule."""

from __future__ import annotations

import re

from ademem_tui.engine.capture.headings import is_contents
from ademem_tui.engine.capture.markdown_blocks import Block
from ademem_tui.engine.capture.shell_commands import commands_of

QUOTED_LINES = 12
"""A longer block of code is no quotation any more."""

_BY_KIND = {
    "comment": "an HTML comment",
    "generated": "a generated block; its source is the place to import from",
    "markup": "a markup tag",
}
_IMAGES = re.compile(r"^(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$")
_ANCHOR_LINKS = re.compile(r"^(?:[-*]?\s*\[[^\]]+\]\(#[^)]*\)\s*)+$")
_IMPORT_LINE = re.compile(r"@[\w.~\\-]*(?:[/\\][\w .~-]+)*")
_PROSE_FENCES = ("", "text", "txt", "md", "markdown")
_TREE_BRANCH = re.compile(r"[├└]─")
_BOILERPLATE = re.compile(
    r"^this (?:file|document) (?:provides|contains|gives|offers) [^.\n]{0,80}"
    r"(?:claude|agents?|gemini|copilot|assistants?|codex|cursor|llms?|\bAI\b)"
    r"[^.\n]{0,20}(?:\([^)]*\))?[^.\n]*\.?$",
    re.IGNORECASE,
)


def why_no_rule(block: Block, headings: tuple[str, ...]) -> str:
    """The reason for which a block makes no memory, or ''."""
    text = block.text.strip()
    if block.kind in _BY_KIND:
        return _BY_KIND[block.kind]
    if _IMAGES.match(text):
        return "a badge or an image"
    if _ANCHOR_LINKS.match(text) or (block.kind == "item" and headings and is_contents(headings[-1])):
        return "a table of contents"
    if _is_import(text):
        return "an import; the file it names is not followed, import it by itself"
    if block.kind == "code" and len(_TREE_BRANCH.findall(text)) > 1:
        return "a directory tree; the module map is read from the code itself"
    if _is_long_code(block):
        return f"{len(block.lines) - 2} lines of code; what is said about them is kept"
    if block.kind == "paragraph" and _BOILERPLATE.match(text):
        return "says only what the file is for"
    return ""


def _is_long_code(block: Block) -> bool:
    """More code than a memory quotes; fences without a language hold prose as often, commands are taken singly."""
    if block.kind != "code" or sum(bool(line.strip()) for line in block.lines) - 2 <= QUOTED_LINES:
        return False
    return block.lines[0].strip("`~ ").lower() not in _PROSE_FENCES and not commands_of(block)


def _is_import(text: str) -> bool:
    lines = text.split("\n")
    return all(len(line) > 1 and _IMPORT_LINE.fullmatch(line.strip()) for line in lines)
