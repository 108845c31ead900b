"""Generated memories that read like a project's: distinct facts with names, numbers, paths and plain words."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ademem_tui.engine.model import WriteRequest

_AREAS = (
    "auth",
    "billing",
    "tracking",
    "search",
    "export",
    "mail",
    "queue",
    "cache",
    "report",
    "import",
    "admin",
    "api",
)
_NOUNS = [
    "worker",
    "handler",
    "adapter",
    "parser",
    "client",
    "session",
    "token",
    "request",
    "response",
    "cursor",
    "batch",
    "queue",
    "index",
    "table",
    "row",
    "column",
    "lock",
    "timeout",
    "retry",
    "schema",
    "migration",
    "fixture",
    "factory",
    "router",
    "view",
    "template",
    "hook",
    "signal",
    "event",
    "stream",
    "buffer",
    "cache",
]
_VERBS = [
    "retries",
    "drops",
    "locks",
    "rejects",
    "rewrites",
    "skips",
    "merges",
    "reorders",
    "closes",
    "reopens",
    "validates",
    "signs",
    "rounds",
    "truncates",
    "serialises",
    "queues",
    "polls",
    "caches",
    "invalidates",
    "logs",
]
_PLAIN = [
    "when",
    "the",
    "first",
    "of",
    "several",
    "callers",
    "is",
    "late",
    "and",
    "nobody",
    "has",
    "looked",
    "at",
    "the",
    "result",
    "of",
    "the",
    "run",
    "before",
    "because",
    "the",
    "old",
    "way",
    "of",
    "doing",
    "it",
    "was",
    "kept",
    "for",
    "one",
    "more",
    "release",
    "and",
    "then",
    "forgotten",
    "so",
    "that",
    "tests",
    "on",
    "a",
    "slow",
    "machine",
    "pass",
    "only",
    "after",
    "a",
    "second",
    "try",
    "which",
    "is",
    "why",
    "it",
    "must",
    "be",
    "said",
    "here",
    "once",
    "and",
    "for",
    "all",
    "to",
    "everyone",
    "who",
    "works",
    "on",
    "this",
    "part",
]
_CATEGORIES = ("fact", "gotcha", "convention", "decision", "pattern", "module_insight", "error_pattern", "requirement")


def notes(count: int, seed: int = 1) -> Iterator[WriteRequest]:
    """So many distinct requests, the same for the same seed."""
    source = random.Random(seed)
    for number in range(count):
        area = source.choice(_AREAS)
        noun, other = source.sample(_NOUNS, 2)
        name = f"{noun}_{other}_{source.randrange(10_000)}"
        tail = " ".join(source.choice(_PLAIN) for _ in range(source.randrange(12, 36)))
        text = (
            f"`{name}` in {area}/{noun}s.py {source.choice(_VERBS)} the {other} after {source.randrange(2, 900)} ms "
            f"(case {number}-{seed}): {tail}."
        )
        yield WriteRequest(
            text,
            source.choice(_CATEGORIES),
            tags=(area, noun),
            related_files=(f"src/{area}/{noun}s.py",),
            related_modules=(area,),
        )
