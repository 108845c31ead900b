"""Weigh a value that stands after a name like `password` or `token`: is it a secret, or only spoken of?

A name proves little, so a value counts by how it looks and by how it is tied to its name: a string given to
`password` may be a plain word, a word of a sentence must look like nothing but a secret.
"""

from __future__ import annotations

import re
from enum import Enum

from ademem_tui.engine.redact_look import SHORTEST_LETTERS, Look, look_of


class Tie(Enum):
    """How a value is tied to its name."""

    SAID = "said"
    """In a sentence: `the password is …`."""
    LISTED = "listed"
    """The string after the name as a string: `("password", "…")`."""
    LOOSE = "loose"
    """Unquoted after a colon, a spaced sign or a tag, as types and variables are too."""
    TIGHT = "tight"
    """As in a shell or an address: `NAME=…`, `--password …`, `?token=…`."""
    QUOTED = "quoted"
    """A string literal; what stands in backticks may as well be code."""


_SECRET_KEY = re.compile(
    r"(?:api|secret|access|private|priv|auth|encrypt|encryption|signing|sign|master|client|consumer|service|account"
    r"|storage|license|webhook|app|application|shared|session|admin|deploy|rsa|ssh|hmac|jwt|aes|cookie|role|function"
    r"|host|subscription|instrumentation|crypto|cipher)s?[-_ ]?\Z",
    re.IGNORECASE,
)
"""What makes a key one that opens something."""

_OPEN_KEY = re.compile(
    r"(?:public|pub|publishable|primary|foreign|cache|dedup|sort|partition|idempotency|routing|unique|row|hash"
    r"|range|group|lookup|object|bucket|map|dict|json|config|index|search|query|commit|shard|translation|message)"
    r"[-_ ]?\Z",
    re.IGNORECASE,
)
"""What makes a key one that everybody may see."""

_SPOKEN = re.compile(
    r"(?:an?|the|is|are|be|was|must|should|can|cannot|may|will|not?|of|to|for|in|on|at|by|with|from|and|or|if|your?"
    r"|it|this|that|has|have|does|do|new|old|enter|please|forgot|reset|confirm|invalid|incorrect|wrong|required|too"
    r"|short|long|least|characters|field|passwords?|token|secret|key)"
)
"""Words that hold a sentence or a label together."""

_DERIVED = ("ed", "ing", "able", "ible", "tion", "ly", "less", "ful", "ous", "ive", "en")
_SCHEME = re.compile(r"(?:bearer|basic|token|apikey|bot)\s+(?=\S+\Z)", re.IGNORECASE)
_REST = re.compile(
    r"[^\s\"'`,;&<>\\]*+"
    r"(?:(?:[\"'](?=\w)|[,;&](?![\w.-]{0,40}[=:]|\s|\Z)|\\(?![nrt\"'`\\\s]))[^\s\"'`,;&<>\\]*+)*+"
)
"""What of a secret its rule left: the tail of a very long one, or what follows a quote inside a word."""

_ENOUGH = 128
"""How much of such a rest is looked at to judge a value, so that many names in one word cost little."""

_LONGEST_NAME = 40
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def weigh(match: re.Match[str], kind: str) -> int:
    """Return where the secret that the match points at ends, 0 where there is none."""
    groups = match.groupdict()
    quoted = groups.get("quote") is not None
    tie = _tie(groups, quoted)
    start, end = match.span("secret")
    if not quoted:
        end = _end(match.string, start, end, tie, end + _ENOUGH)
    value = match.string[start:end]
    if not quoted and tie in (Tie.SAID, Tie.LOOSE) and value.isalpha() and len(value) < SHORTEST_LETTERS:
        return 0
    if kind == "Password":
        secret = _is_password(match, tie, value, quoted)
    elif kind == "HTTP Authorization":
        look = look_of(value)
        secret = look is Look.RANDOM or (look is Look.MIXED and _digits(value) >= 3)
    else:
        secret = _is_token(match, tie, value)
    if not secret:
        return 0
    return end if quoted else _end(match.string, start, match.end("secret"), tie, len(match.string))


def _tie(groups: dict[str, str | None], quoted: bool) -> Tie:
    """Tell how the value is tied to its name."""
    if groups.get("flag"):
        return Tie.TIGHT
    if groups.get("said"):
        return Tie.SAID
    if groups.get("listed"):
        return Tie.LISTED
    if quoted and groups["quote"] not in ("`", "\\`"):
        return Tie.QUOTED
    return Tie.TIGHT if groups.get("sep") == "=" else Tie.LOOSE


def _is_password(match: re.Match[str], tie: Tie, value: str, quoted: bool) -> bool:
    """Tell whether a value named as a password is one."""
    words = value.split()
    if len(words) > 1:
        return tie is Tie.QUOTED and _is_passphrase(words)
    size = len(value)
    if value.isdecimal():
        return size >= 6
    look = look_of(value, tie is Tie.QUOTED)
    if look is Look.WORDS:
        if size < 6:
            return False
        if tie is Tie.SAID or tie is Tie.LOOSE:
            return quoted and not (value.isalpha() and value.lower().endswith(_DERIVED))
        return tie is Tie.QUOTED or (tie is Tie.TIGHT and _is_setting(match))
    return look >= Look.MIXED and size >= (6 if tie is Tie.SAID else 4)


def _is_passphrase(words: list[str]) -> bool:
    """Tell a passphrase from a label or a message: plain words, none of them there for grammar."""
    plain = all(word.isalpha() and word.islower() for word in words)
    return plain and 3 <= len(words) <= 8 and not any(map(_SPOKEN.fullmatch, words))


def _is_token(match: re.Match[str], tie: Tie, value: str) -> bool:
    """Tell whether a value named as a token, key or other secret is one."""
    if scheme := _SCHEME.match(value):
        value = value[scheme.end() :]
    if len(value.split()) > 1:
        return False
    look = look_of(value, tie is Tie.QUOTED)
    size = len(value)
    given = tie is Tie.QUOTED or tie is Tie.TIGHT
    start = match.start()
    if match[0][0] in "kK" and not _SECRET_KEY.search(match.string, max(0, start - 24), start):
        return look is Look.RANDOM and size >= 24 and given and not _is_open_key(match)
    if look is Look.RANDOM:
        return size >= 6 and (tie is not Tie.LISTED or _digits(value) > 0)
    if look is Look.MIXED and (given or tie is Tie.LISTED):
        return size >= 8 and _digits(value) >= 3
    return False


def _is_open_key(match: re.Match[str]) -> bool:
    """Tell whether `key` is the end of another word, or of a name that hides nothing."""
    start = match.start()
    before = match.string[max(0, start - 24) : start]
    return (before[-1:].isalpha() and match[0][0] == "k") or _OPEN_KEY.search(before) is not None


def _is_setting(match: re.Match[str]) -> bool:
    """Tell whether a plain word is surely a value: after a flag, an environment name, or in an address."""
    text = match.string
    if flag := match.groupdict().get("flag"):
        return flag != " "
    start = name = match.start()
    while name and start - name < _LONGEST_NAME and (text[name - 1].isalnum() or text[name - 1] in "_-"):
        name -= 1
    if text[name : match.start("sep")].isupper() or text.startswith("--", name):
        return True
    return text.endswith((";", "?", "&"), 0, name) or text.startswith(";", match.end())


def _digits(value: str) -> int:
    """Count the digits."""
    return sum(map(str.isdigit, value))


def _end(text: str, start: int, end: int, tie: Tie, limit: int) -> int:
    """Find the end of an unquoted secret: all of it, but not the full stop or bracket around it."""
    if rest := _REST.match(text, end, limit):
        end = rest.end()
    value = text[start:end]
    around = "".join(closer for closer, opener in _CLOSERS.items() if opener not in value)
    if tie is not Tie.TIGHT:
        around += ".,:;*" if value.endswith("**") else ".,:;"
    return start + len(value.rstrip(around))
