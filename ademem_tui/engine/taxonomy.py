"""THE table of categories: every word of the seeds is canonical here or an alias of something that is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

EVERGREEN = None
"""Half-life of what never fades."""


class Category(NamedTuple):
    """One kind of memory and what follows from it."""

    name: str
    group: str
    half_life_days: int | None
    colour: str
    """A colour name of the theme's palette; meaning is never carried by it alone."""
    label: str
    """The word shown to people."""


_ROWS = (
    ("convention", "rules", EVERGREEN, "blue", "Convention"),
    ("preference", "rules", EVERGREEN, "amber", "Preference"),
    ("decision", "rules", EVERGREEN, "cyan", "Decision"),
    ("requirement", "rules", EVERGREEN, "blue", "Requirement"),
    ("human_feedback", "rules", EVERGREEN, "green", "Human feedback"),
    ("gotcha", "pitfalls", 60, "red", "Gotcha"),
    ("error_pattern", "pitfalls", 60, "orange", "Error pattern"),
    ("dead_end", "pitfalls", 90, "rose", "Dead end"),
    ("environment_quirk", "pitfalls", 7, "orange", "Environment quirk"),
    ("fact", "knowledge", 30, "slate", "Fact"),
    ("pattern", "knowledge", 90, "purple", "Pattern"),
    ("module_insight", "knowledge", 90, "yellow", "Module insight"),
    ("causal_dependency", "knowledge", 120, "teal", "Causal dependency"),
    ("prefetch_pattern", "knowledge", 60, "indigo", "Prefetch pattern"),
    ("e2e_observation", "knowledge", 30, "sky", "E2E observation"),
    ("episode", "work", 30, "slate", "Episode"),
    ("procedure", "work", 120, "violet", "Procedure"),
    ("handoff", "work", 14, "slate", "Handoff"),
    ("work_state", "work", 7, "slate", "Work state"),
    ("work_unit_outcome", "work", 30, "emerald", "Work unit outcome"),
    ("task_calibration", "work", 180, "green", "Task calibration"),
    ("context_cost", "work", 60, "pink", "Context cost"),
    ("context", "work", 7, "slate", "Context"),
    ("session_insight", "work", 30, "sky", "Session insight"),
    ("pr_review", "review", 90, "violet", "PR review"),
    ("pr_finding", "review", 90, "orange", "PR finding"),
    ("pr_pattern", "review", 90, "purple", "PR pattern"),
    ("pr_gotcha", "review", 90, "red", "PR gotcha"),
)

CATEGORIES: dict[str, Category] = {row[0]: Category(*row) for row in _ROWS}
GROUPS: tuple[str, ...] = ("rules", "pitfalls", "knowledge", "work", "review")

CATEGORY_ALIASES: dict[str, str] = {
    "workflow_recipe": "procedure",
    "dependency_relation": "causal_dependency",
    "task_outcome": "work_unit_outcome",
    "codebase_discovery": "module_insight",
    "pitfall": "gotcha",
    "rule": "convention",
}

NOT_STORED: dict[str, str] = {
    "codebase_map": "a codebase map belongs to the module map, which is scanned from the code",
    "digest": "digests are made when they are asked for and never stored",
}

STRICT: frozenset[str] = frozenset({"convention", "pattern", "gotcha", "decision"})
"""What an agent may state outright in strict mode; other categories wait as candidates."""

SCOPES: tuple[str, ...] = ("project", "agent", "mission")
SCOPE_ALIASES: dict[str, str] = {
    "user": "agent",
    "lane": "mission",
    "global": "project",
    "module": "project",
    "work_unit": "mission",
    "session": "mission",
}

VISIBILITIES: tuple[str, ...] = ("private", "project", "team", "org")
STATUSES: tuple[str, ...] = ("candidate", "promoted", "archived")
IMPORTANCES: tuple[str, ...] = ("low", "medium", "high")
ARCHIVE_REASONS: tuple[str, ...] = (
    "deleted",
    "rejected",
    "flagged_wrong",
    "superseded",
    "merged",
    "expired",
    "over_limit",
    "stale",
)
RELATION_TYPES: tuple[str, ...] = (
    "required_with",
    "conflicts_with",
    "validates",
    "supersedes",
    "derived_from",
    "depends_on",
    "caused_by",
    "related_to",
)
SOURCE_KINDS: tuple[str, ...] = (
    "user_taught",
    "agent_explicit",
    "observer_inferred",
    "qa_auto",
    "mcp_auto",
    "commit_auto",
    "system",
    "mission_promotion",
    "consolidation",
    "import",
)

STARTING_CONFIDENCE: dict[str, float] = {
    "user_taught": 0.95,
    "agent_explicit": 0.80,
    "qa_auto": 0.75,
    "commit_auto": 0.75,
    "mcp_auto": 0.70,
    "import": 0.70,
    "observer_inferred": 0.60,
    "mission_promotion": 0.80,
    "consolidation": 0.80,
    "system": 0.50,
}


def canonical_category(word: str) -> str | None:
    """The canonical category of a word, or None where there is none."""
    name = word.strip().lower().replace("-", "_").replace(" ", "_")
    name = CATEGORY_ALIASES.get(name, name)
    return name if name in CATEGORIES else None


def canonical_scope(word: str) -> str | None:
    """The canonical scope of a word, or None where there is none."""
    name = word.strip().lower()
    name = SCOPE_ALIASES.get(name, name)
    return name if name in SCOPES else None


def nearest(word: str, valid: Iterable[str]) -> str:
    """The valid word nearest to a mistyped one, or ''."""
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), list(valid), n=1, cutoff=0.5)
    return found[0] if found else ""
