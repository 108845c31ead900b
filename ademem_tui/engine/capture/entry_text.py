"""One memory as an entry of a Markdown export, and back.

    - Use `pnpm`, never npm: the lockfile is checked.

      (promoted · pinned · tags: build, ci · files: package.json)
      <!-- ademem:memory {"id": "01J…"} -->

What people read and may edit (text, tags, files, status) is read back from where they see it; the comment carries
the rest. Characters that would end the entry or turn into structure stand as `&#N;`, which Markdown shows as the
character itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ademem_tui.engine.taxonomy import ARCHIVE_REASONS, STATUSES

COMMENT = re.compile(r"^  <!-- ademem:memory (\{.*\}) -->\s*$")
_FACTS = re.compile(r"^  \((.*)\)\s*$")
_SPECIAL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_STRUCTURE = re.compile(r"^(\s*)(#(?=#{0,5}(?:\s|$))|=(?==*\s*$)|-(?=-+\s*$)|<|>)")
_EDGE_BLANKS = re.compile(r"[ \t]+$")
_REFERENCE = re.compile(r"&#(\d{1,7});")
_BARE = re.compile(r"[\w./@+#~-]+(?: [\w./@+#~-]+)*")
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^",]+')
_FIELD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"·])+')


class Entry(NamedTuple):
    """What an entry says."""

    content: str
    status: str
    archive_reason: str | None
    pinned: bool
    verified: bool
    needs_review: bool
    tags: tuple[str, ...]
    files: tuple[str, ...]
    rest: Mapping[str, Any]
    """What the comment carries."""


def written(entry: Entry, links: str = "") -> str:
    """The lines of an entry; `links` is shown to people and not read back."""
    shown = encoded(entry.content).split("\n")
    body = ["- " + shown[0], *("  " + line if line else "" for line in shown[1:])]
    state = f"archived: {entry.archive_reason}" if entry.archive_reason else entry.status
    facts = [state]
    facts += [
        name
        for name, holds in (
            ("pinned", entry.pinned),
            ("verified", entry.verified),
            ("needs review", entry.needs_review),
        )
        if holds
    ]
    facts += [f"{name}: {_listed(words)}" for name, words in (("tags", entry.tags), ("files", entry.files)) if words]
    facts += [links] if links else []
    document = json.dumps(dict(entry.rest), ensure_ascii=True, sort_keys=True)
    document = document.replace("--", "-\\u002d").replace("<", "\\u003c").replace(">", "\\u003e")
    return "\n".join([*body, "", f"  ({' · '.join(facts)})", f"  <!-- ademem:memory {document} -->"])


def read(lines: list[str]) -> Entry | None:
    """The entry that these lines are, the last of them its comment; None where they are none."""
    found = COMMENT.match(lines[-1])
    if found is None or not lines[0].startswith("- "):
        return None
    try:
        rest = json.loads(found[1])
    except ValueError:
        rest = {}
    body = lines[:-1]
    facts = _FACTS.match(body[-1]) if len(body) > 1 else None
    if facts is not None:
        body = body[:-1]
    while len(body) > 1 and not body[-1].strip():
        body.pop()
    content = decoded("\n".join([body[0][2:], *(line.removeprefix("  ") for line in body[1:])]))
    fields = [field.strip() for field in _FIELD.findall(facts[1])] if facts else []
    return _entry(content, fields, rest)


def encoded(content: str) -> str:
    """A text that keeps its place inside an entry."""
    text = re.sub(r"&(?=#\d{1,7};)", "&#38;", content)
    text = _SPECIAL.sub(lambda match: _reference(match[0]), text)
    text = text.replace("<!--", "&#60;!--").replace("-->", "--&#62;")
    inner = text.strip("\n")
    if not inner:
        return _reference(text) if text else ""
    start = len(text) - len(text.lstrip("\n"))
    lines = inner.split("\n")
    fence = ""
    for number, line in enumerate(lines):
        fence, inside = _fence_after(fence, line)
        if not inside:
            line = _STRUCTURE.sub(lambda match: match[1] + _reference(match[2]), line)
        lines[number] = _EDGE_BLANKS.sub(lambda match: _reference(match[0]), line)
    if lines[0][:1].isspace():
        lines[0] = _reference(lines[0][0]) + lines[0][1:]
    return _reference("\n" * start) + "\n".join(lines) + _reference("\n" * (len(text) - start - len(inner)))


def decoded(text: str) -> str:
    """The text that was encoded."""
    return _REFERENCE.sub(_character, text)


def _entry(content: str, fields: list[str], rest: Any) -> Entry:
    status, reason = "promoted", None
    words: dict[str, tuple[str, ...]] = {}
    for field in fields:
        name, colon, value = field.partition(":")
        if name == "archived":
            status = "archived"
            reason = value.strip() if value.strip() in ARCHIVE_REASONS else None
        elif field in STATUSES:
            status = field
        elif colon and name in ("tags", "files"):
            words[name] = _words(value)
    return Entry(
        content,
        status,
        reason,
        "pinned" in fields,
        "verified" in fields,
        "needs review" in fields,
        words.get("tags", ()),
        words.get("files", ()),
        rest if isinstance(rest, dict) else {},
    )


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(word if _BARE.fullmatch(word) else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    text = json.dumps(word, ensure_ascii=False)
    text = _SPECIAL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def _words(text: str) -> tuple[str, ...]:
    words: list[str] = []
    for word in (match.strip() for match in _WORD.findall(text)):
        try:
            words.append(json.loads(word) if word.startswith('"') else word)
        except ValueError:
            words.append(word)
    return tuple(word for word in words if word)


def _reference(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)


def _character(match: re.Match[str]) -> str:
    number = int(match[1])
    return chr(number) if number <= 0x10FFFF else match[0]


def _fence_after(fence: str, line: str) -> tuple[str, bool]:
    """The fence that is open after a line, and whether the line stands inside or is part of one."""
    stripped = line.strip()
    if fence:
        closes = stripped.startswith(fence) and not stripped.strip(fence[0])
        return ("" if closes else fence), True
    if stripped.startswith(("```", "~~~")):
        return stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))], True
    return "", False
