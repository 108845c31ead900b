"""Make visible the characters of a text that nobody sees, so that nothing hides in a memory."""

from __future__ import annotations

import re
from functools import cache

_HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Controls but tab and newline, format characters, line ends, fillers, variation selectors, surrogates."""

_EMOJI = (
    r"[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030"
    r"\u303d\u3297\u3299\U0001f000-\U0001faff][\U0001f3fb-\U0001f3ff]?+[\ufe0e\ufe0f]?+"
)
_LINE_ENDS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def visible(text: str) -> str:
    r"""Write hidden characters as escapes like `\u200b`; a text without any comes back as the same object.

    Only what makes one emoji stays as it is: a joiner between two emoji, and one variation selector after an
    emoji or in a keycap. Joiners between letters are escaped, though Persian and Hindi are written with
    them: the same characters split words and tokens for whoever wants to hide them.
    """
    if not _may_hide(text):
        return text
    shown = _parts().sub(_show, text)
    return text if shown == text else shown


def bare(text: str) -> tuple[str, list[int]]:
    """Leave hidden characters and terminal codes out, and tell where each character that stays stood."""
    kept: list[str] = []
    places: list[int] = []
    done = 0
    for match in _left_out().finditer(text):
        start, end = match.span()
        kept.append(text[done:start])
        places.extend(range(done, start))
        if match[0] in _LINE_ENDS:
            kept.append("\n")
            places.append(start)
        done = end
    kept.append(text[done:])
    places.extend(range(done, len(text)))
    return "".join(kept), places


def _may_hide(text: str) -> bool:
    """Tell quickly whether the text holds a hidden character."""
    if text.isascii():
        return not text.replace("\n", " ").replace("\t", " ").isprintable()
    return _hidden().search(text) is not None


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(f"[{_HIDDEN}]")


@cache
def _parts() -> re.Pattern[str]:
    """What stays, a line end to be made plain, or a hidden character: in this order."""
    return re.compile(rf"{_EMOJI}(?:\u200d{_EMOJI})*+|[0-9#*]\ufe0f\u20e3|(\r\n)|([{_HIDDEN}])")


@cache
def _left_out() -> re.Pattern[str]:
    """A terminal code as a whole, or a hidden character."""
    return re.compile(rf"(?:\x1b\[|\x9b)[0-9;?]*+[ -/]*+[@-~]|[{_HIDDEN}]")


def _show(match: re.Match[str]) -> str:
    """Write one part as it is to be seen."""
    if match[1]:
        return "\n"
    if not match[2]:
        return match[0]
    code = ord(match[2])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
