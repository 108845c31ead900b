"""Tell how much a value looks like a secret, whatever name it stands behind."""

from __future__ import annotations

import re
from enum import IntEnum


class Look(IntEnum):
    """How much a value looks like a secret."""

    NONE = 0
    """A placeholder, a literal, a type, a number, or a reference to something elsewhere."""
    WORDS = 1
    """Words and small numbers, joined or not: a name, a sentence's word, or a weak password."""
    MIXED = 2
    """A word with digits or signs in it, as people make passwords."""
    RANDOM = 3
    """Letters and digits as a machine throws them."""


_LITERALS = (
    r"(?:none|null|nil|undefined|true|false|yes|no|on|off|empty|blank|unset|missing|required|optional|default|string"
    r"|str|text|int|integer|number|bool|boolean|bytes?|any|object|char|varchar|uuid|float|void|unknown|hidden|redacted"
    r"|masked|secret|passwor[dt]|contrase[nñ]a|passwd|passphrase|passcode|pass|pwd|pw|token|key|apikey|credential"
    r"|value|example|sample|dummy|fake|test|testing|foo|bar|baz|foobar|qux|tbd|todo|fixme|placeholder|change(?:me|it|this)"
    r"|replaceme|admin|administrator|root|guest|user|username|email|letmein|postgres|mysql|redis|bearer|basic|hashed|encrypted"
    r"|plaintext|invalid|wrong|incorrect|expired|mismatch)s?\d?"
)
"""Words that say what kind of thing a value is, or that everybody tries first."""

_NOTHING = re.compile(
    _LITERALS + r"|\W*|(\w)\1*"
    r"|(?:your|my|our|some|the)(?:[-_ ][a-z_ -]*|(?:pass|pwd|token|key|secret|api)[a-z_ -]*)"
    r"|(?:[a-z]+[-_])+(?:pass|password|pwd|token|key|secret)s?|[a-z]+(?-i:Pass|Password|Token|Key|Secret)s?"
    r"|#[0-9a-f]{3,8}"
    r"|(?:insert|enter|put|use|change|replace|provide|paste|see)[-_ ][a-z_ -]*"
    r"|[v^~<>=]*\d{1,5}(?:[.,:/-]\d{1,5})*[a-z%]{0,2}"
    r"|\d{1,5}(?:\.\d+)?-?(?:bytes?|bits?|chars?|characters|mins?|minutes?|secs?|seconds?|hours?|days?|th|kb|mb)"
    r"|\d{4}-\d\d-\d\d(?:t[\d:.z+-]*)?"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[a-z]\d?",
    re.IGNORECASE,
)
_MASKED = re.compile(r"[xX*•_#-]{4,}|\bx{3,}\b|\.{3}\w|…\w|a-z|0-9", re.IGNORECASE)
_CALLED = re.compile(r"[!&*]?[A-Za-z_][\w.]*(?:[(\[{]|->|::|\?\.)|[A-Za-z]:\\")
_OPERATORS = "&*({[|<>=+\\-"
_BRACKETS = "()[]{}"
_FILLED_IN = re.compile(
    r"\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\$?\{[^{}]*\}+|\$?\{\{.*|\$[{(].*|(?:^|(?<=[/:@=]))\$[A-Za-z_]\w*|<[^<>]*>|%[sdqvrw]\b|%\(\w*\)[sd]"
    r"|%\w+%"
)
_HASHED = re.compile(r"\$(?:2[abxy]|5|6|y|apr1|argon2\w*|pbkdf2[\w-]*|scrypt)\$")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PLACE = re.compile(
    r"(?:\.{0,2}/|~/).*"
    r"|[\w./@-]+\.(?:env|json|ya?ml|toml|py|[jt]sx?|go|rs|rb|java|md|txt|pem|key|pub|crt|cfg|ini|conf|sh|sql|html?"
    r"|css|xml|csv|lock|log|db)(?:\.\w+)?(?::\d+)*",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"sha-?(?:1|2|3|224|256|384|512)|[rhep]s(?:256|384|512)|base-?(?:16|32|36|58|62|64)(?:url)?|u?int(?:8|16|32|64)"
    r"|float(?:32|64)|utf-?(?:8|16|32)(?:mb\d)?|[ex]d?25519|secp\d+[kr]1|argon2(?:id|i|d)?|pbkdf2|oauth-?[12](?:\.\d)?"
    r"|aes-?(?:128|192|256)|rsa-?(?:2048|4096)|uuid-?v?\d|1password|chacha20|poly1305|pkcs-?\d+|sqlite3|python[23]"
    r"|(?<![a-z0-9])(?:md[45]|http[123]|ipv[46]|x509|x86|p(?:256|384|521)|v\d+|s3|ec2|k8s|h[23]|i18n|l10n|e2e|a11y|b64"
    r"|[2m]fa|fido2|u2f|es\d{1,4}|log4j|neo4j|web[23]|o365|auth0|n8n|[1-9](?:st|nd|rd|th))(?![a-z0-9])",
    re.IGNORECASE,
)
"""Words with digits that belong to the trade, not to a secret."""

_PIECE = re.compile(r"[^\W_]+")
_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W_A-Za-z\d]+")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}", re.IGNORECASE)
_SIGN_WITHIN = re.compile(r"[^\W_][!@#$%^&*~?+=][^\W_]")

SHORTEST_LETTERS = 12
"""Fewer letters without a digit among them are never taken for random."""

_LONG_CHAIN = 16
_ENOUGH = 128
_TRAIL = ".,:;!?)]}*|…"


def look_of(value: str, literal: bool = False) -> Look:
    """Grade a value by its beginning, so that a long one costs no more; what is in quotes cannot be code."""
    whole = value[:_ENOUGH].strip(" \t\n\"'`")
    value = whole.rstrip(_TRAIL)
    if _HASHED.match(value):
        return Look.RANDOM
    if _NOTHING.fullmatch(value) or _MASKED.search(value) or "://" in value:
        return Look.NONE
    fixed = _FILLED_IN.sub(" ", value)
    grade = _grade(fixed)
    if grade is Look.RANDOM:
        return Look.NONE if _is_code(whole, value, literal) else grade
    if fixed != value or _PLACE.fullmatch(value) or _DOTTED.fullmatch(value):
        return Look.NONE
    return Look.NONE if not literal and (_CALLED.match(value) or value[0] in _OPERATORS) else grade


def _is_code(whole: str, value: str, literal: bool) -> bool:
    """Tell a call or a short chain of names from a random value with brackets or dots in it."""
    if _DOTTED.fullmatch(value):
        return len(value) < _LONG_CHAIN
    return not literal and bool(_CALLED.match(value)) and (whole[-1] in _BRACKETS or "." in value)


def _grade(value: str) -> Look:
    """Grade letters and digits by how they alternate: words have long runs of one kind, random ones short."""
    pieces = _PIECE.findall(_TECHNICAL.sub("-", value))
    runs = [run for piece in pieces for run in _RUN.findall(piece)]
    size = sum(map(len, runs))
    digits = sum(len(run) for run in runs if run[0].isdigit())
    if size == digits:
        return Look.NONE
    average = size / len(runs)
    if not digits:
        if size >= SHORTEST_LETTERS and average <= 2.6:
            return Look.RANDOM
        if any(len(piece) >= 16 and _CONSONANTS.search(piece) for piece in pieces):
            return Look.RANDOM
        return Look.MIXED if _SIGN_WITHIN.search(value) else Look.WORDS
    if len(pieces) > 1 and all(piece.isalpha() or (piece.isdigit() and len(piece) <= 4) for piece in pieces):
        cased = value != value.lower() and value != value.upper()
        return Look.MIXED if cased or _SIGN_WITHIN.search(value) else Look.WORDS
    if size >= 20 and average <= 3:
        return Look.RANDOM
    if digits >= 2 and ((size >= 6 and average <= 1.6) or (size >= 8 and average <= 3 and len(runs) >= 3)):
        return Look.RANDOM
    return Look.MIXED
