"""Which category a text most likely has, told by its own words. A guess, for a person to change."""

from __future__ import annotations

import re
from functools import cache

LOOKED_AT = 2_000
"""So many characters tell enough."""

_CUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "procedure",
        (
            r"^\s*(?:1[.)]|step 1)\s.*\n\s*(?:2[.)]|step 2)\s",
            r"\bsteps?:",
            r"^how to\b",
            r"^to \w+[^.\n]{0,60}: (?:first|run)\b",
        ),
    ),
    (
        "dead_end",
        (
            r"\b(?:we|i) tried\b",
            r"\btried (?:to|it|using|with)\b",
            r"\bdead end\b",
            r"\bgave up on\b",
            r"\bdid(?: not|n't) (?:work|help) because\b",
        ),
    ),
    ("handoff", (r"\b(?:left off|hand(?:ing)? over|handoff|next session)\b", r"^next(?: steps?)?:")),
    ("work_state", (r"\bin progress\b", r"^(?:wip|status)\b", r"\bcurrently (?:working|blocked|stuck)\b")),
    (
        "decision",
        (
            r"\bdecided\b",
            r"\bdecision\b",
            r"\bwe (?:chose|picked|settled on|went with)\b",
            r"\b(?:chose|chosen) \w+ (?:over|instead)\b",
            r"\brather than\b[^.\n]*\bbecause\b",
        ),
    ),
    (
        "preference",
        (r"\bprefer(?:s|red)?\b", r"\bi (?:like|want|hate|dislike)\b", r"^please\b", r"\bmy (?:taste|style|habit)\b"),
    ),
    (
        "requirement",
        (
            r"\brequirements?\b",
            r"\bshall\b",
            r"\bcustomers? (?:need|must|require)",
            r"\b(?:has|have) to comply\b",
            r"\bby law\b",
            r"\bsla\b|\bgdpr\b",
        ),
    ),
    (
        "environment_quirk",
        (
            r"\bon my (?:machine|laptop)\b",
            r"\bon (?:macos|windows|linux|wsl|arm|m[1-4]|ci)\b",
            r"\bin ci\b|\bonly locally\b|\bthis machine\b|\bthe vpn\b",
        ),
    ),
    (
        "error_pattern",
        (
            r"\b\w*(?:error|exception)\b.*\b(?:means|when|if|comes from|caused)\b",
            r"\b(?:fails|failed|crashes|dies|aborts) with\b",
            r"\berror (?:message|code)\b",
            r"\bstatus [45]\d\d\b",
        ),
    ),
    (
        "gotcha",
        (
            r"\bunless\b|\bgotcha\b|\bpitfall\b|\bbeware\b|\bcareful\b|\bwatch out\b",
            r"\bsilently\b|\bhangs?\b|\bflak(?:y|es)\b|\bbreaks?\b|\bfails\b|\bdeadlocks?\b",
            r"\bsurpris\w+",
            r"\bactually\b[^.\n]*\bnot\b",
            r"\bonly works? (?:if|when|with)\b",
            r"\bdoes(?: not|n't)\b[^.\n]*\b(?:although|even (?:if|though)|despite)\b",
        ),
    ),
    (
        "causal_dependency",
        (
            r"\bdepends on\b",
            r"\b(?:changing|change|touch\w*|renam\w+)\b[^.\n]*\b(?:also|too|requires?|must)\b",
            r"\bmust be (?:changed|updated|kept) together\b",
            r"\bin step with\b",
        ),
    ),
    (
        "convention",
        (
            r"\balways\b|\bnever\b|\bshould\b|\bmust\b|\bdo not\b|\bdon't\b",
            r"\bconventions?\b|\bnaming\b",
            r"^(?:use|run|keep|put|write|name)\b",
            r"\bwe (?:use|write|name|put|keep)\b",
        ),
    ),
    (
        "pattern",
        (
            r"\bpattern\b",
            r"\bevery \w+ (?:is|has|goes|follows)\b",
            r"\ball \w+ (?:follow|go through|are built|extend|inherit)\b",
        ),
    ),
    (
        "module_insight",
        (
            r"\b(?:module|package|folder|directory)\b",
            r"\blives? in\b|\bis responsible for\b|\bentry point\b|\bowns the\b",
        ),
    ),
)


def guess_category(text: str) -> str:
    """The category whose cue comes first in the table, from the most telling to the most common; else a fact."""
    shown = text[:LOOKED_AT]
    for category, cue in _compiled():
        if cue.search(shown):
            return category
    return "fact"


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((category, re.compile("|".join(cues), re.IGNORECASE | re.MULTILINE)) for category, cues in _CUES)
