"""What the headings over a rule say about it: its category and its tags."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ademem_tui.engine.taxonomy import canonical_category

_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        "gotcha",
        r"gotchas?|pitfalls?|caveats?|watch(ing)?[ -]?outs?|known (issues?|problems?|bugs?)|trouble ?shooting"
        r"|common (mistakes?|errors?|issues?|problems?)|warnings?|beware|traps?|quirks?|anti-?patterns?"
        r"|limitations?|red lines?|what not to do|don'?ts?",
    ),
    ("preference", r"(user |my |personal )?preferences?|communication( style)?|tone"),
    (
        "convention",
        r"conventions?|styles?|rules?|guidelines?|guidance|standards?|naming|formatting|(best )?practices"
        r"|principles|requirements of|security|do'?s|must|never|always|commit messages?|code reviews?",
    ),
    ("decision", r"decisions?|architectur\w*|why|rationale|trade-?offs?|design|adrs?"),
    (
        "procedure",
        r"commands?|workflows?|test(s|ing)?|build(s|ing)?|set ?up|install\w*|releas\w+|deploy\w*|run(ning)?"
        r"|develop(ing|ment)?|getting started|quick ?start|how to|adding|creating|updating|process|steps?"
        r"|checklists?|migrations?|before you|before commit\w*|debugging|task completion|when to",
    ),
    (
        "module_insight",
        r"structure|layout|director(y|ies)|(key|important) files|modules?|components?|packages?|code ?base"
        r"|file organi[sz]ation|implementation details|how it works"
        r"|folders?|where to look|repository|data flow",
    ),
    (
        "fact",
        r"overview|about|introduction|background|what is|(tech(nology)? )?stack|technolog(y|ies)"
        r"|dependenc(y|ies)|glossary|links|resources|references|environment( variables)?|purpose"
        r"|project context"
        r"|endpoints|routes",
    ),
)
_PATTERNS = tuple(
    (category, re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)) for category, words in _MEANINGS
)
_SAYS_NOTHING = frozenset(
    (
        "about",
        "additional-notes",
        "agents-md",
        "best-practices",
        "claude-md",
        "code-conventions",
        "conventions",
        "core-rules",
        "critical",
        "critical-rules",
        "cursorrules",
        "decisions",
        "gemini-md",
        "general",
        "gotchas",
        "guidance",
        "guidelines",
        "important",
        "important-instruction-reminders",
        "important-notes",
        "instruction-reminders",
        "instructions",
        "introduction",
        "key-conventions",
        "key-principles",
        "misc",
        "miscellaneous",
        "note",
        "notes",
        "other",
        "overview",
        "pitfalls",
        "principles",
        "project",
        "project-overview",
        "rules",
        "summary",
        "the-rules",
    )
)
_MOST_TAG_WORDS = 4
_MOST_TAGS = 2
_TOPIC_WORDS = 5
"""A longer heading is a sentence: a word of it does not tell what the section is about."""
_CONTENTS = re.compile(r"^(table of contents|contents|toc|index|目录)$", re.IGNORECASE)


def plain_heading(text: str) -> str:
    """A heading as words: no emphasis, link, number, emoji or colon around them."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"[`*]|(?<!\w)_|_(?!\w)", "", text)
    text = re.sub(r"^\s*(\d+(\.\d+)*[.):]?\s+)", "", text)
    return re.sub(r"^[^\w@./<({\[]+", "", text).rstrip(" \t\n:：—–-")


def is_contents(heading: str) -> bool:
    """Whether a heading stands over a table of contents."""
    return bool(_CONTENTS.match(plain_heading(heading)))


def meaning_of(headings: Sequence[str]) -> str | None:
    """The category that the innermost telling heading stands for; `procedure` needs steps to be one."""
    for heading in reversed(headings):
        if (named := canonical_category(heading)) is not None:
            return named
        is_topic = len(heading.split()) <= _TOPIC_WORDS
        for category, pattern in _PATTERNS:
            if (is_topic or category not in ("fact", "module_insight")) and pattern.search(heading):
                return category
    return None


def tags_of(headings: Sequence[str]) -> tuple[str, ...]:
    """The headings that are short enough to be a word of their own, innermost last."""
    tags: list[str] = []
    for heading in headings:
        slug = re.sub(r"[^\w]+", "-", heading.lower().replace("'", "")).strip("-_")
        if slug and slug not in _SAYS_NOTHING and len(slug.split("-")) <= _MOST_TAG_WORDS and len(slug) <= 40:
            tags.append(slug)
    return tuple(dict.fromkeys(tags))[-_MOST_TAGS:]
