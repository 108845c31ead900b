"""Rules files become drafts a developer would keep, and every line of them is accounted for."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.capture.drafts import Parsed
from ademem_tui.engine.capture.rules_files import read_rules
from ademem_tui.engine.model import MAX_CONTENT

CLAUDE_MD = """\
# Working on harbor

This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.

[![CI](https://ci.example/badge.svg)](https://ci.example) ![cov](cov.svg)

## Contents

- [Commands](#commands)
- [Rules](#rules)

## Commands

- `make check` runs what CI runs. Run it before you hand over.
- `make db` drops the local database:
  ```bash
  make db && make seed
  ```

### Release

1. Bump the version in `pyproject.toml`.
2. Run `make dist`.
3. Tag and push.

## Rules

- Money is integer cents, always. Floats never reach `harbor.billing`.
- State changes go through `advance`;
  no SQL sets `parcels.state` directly.
- Never commit:
  - `.env`
  - anything under `dist/`

Times are UTC in Python and `timestamptz` in SQL, because two carriers send local time
without an offset.

This means that conversion happens in `web/src/lib/time.ts` only.

## Gotchas

- The pool is per process: forking after import in `src/harbor/db/pool.py` hangs.

## Architecture decisions

The queue is a Postgres table, not a broker.

## Project structure

```
src/
├── harbor/
└── web/
```

@docs/style.md

See @README.md for the rest.

<!-- a note to editors -->

<!-- ademem:start -->
- Text that came out of the memory itself.
<!-- ademem:end -->

## Empty
"""


def _line_of(start: str) -> int:
    return next(number for number, line in enumerate(CLAUDE_MD.split("\n"), 1) if line.startswith(start))


def _contents(text: str, path: str = "CLAUDE.md") -> list[str]:
    return [draft.request.content for draft in read_rules(path, text).drafts]


def test_a_claude_md_becomes_the_rules_that_are_in_it() -> None:
    drafts = read_rules("CLAUDE.md", CLAUDE_MD).drafts
    told = [(draft.request.category, draft.request.content) for draft in drafts]
    assert told == [
        ("convention", "`make check` runs what CI runs. Run it before you hand over."),
        ("convention", "`make db` drops the local database:\n```bash\nmake db && make seed\n```"),
        ("procedure", "Release:\n1. Bump the version in `pyproject.toml`.\n2. Run `make dist`.\n3. Tag and push."),
        ("convention", "Money is integer cents, always. Floats never reach `harbor.billing`."),
        ("convention", "State changes go through `advance`;\nno SQL sets `parcels.state` directly."),
        ("convention", "Never commit:\n- `.env`\n- anything under `dist/`"),
        (
            "convention",
            "Times are UTC in Python and `timestamptz` in SQL, because two carriers send local time without an offset."
            "\n\nThis means that conversion happens in `web/src/lib/time.ts` only.",
        ),
        ("gotcha", "The pool is per process: forking after import in `src/harbor/db/pool.py` hangs."),
        ("decision", "The queue is a Postgres table, not a broker."),
        ("module_insight", "See @README.md for the rest."),
    ]
    assert all(draft.request.source_type == "import" and draft.request.confidence is None for draft in drafts)


def test_each_draft_says_where_it_stands_and_what_it_is_about() -> None:
    drafts = read_rules("CLAUDE.md", CLAUDE_MD).drafts
    by_line = {int(draft.where.removeprefix("CLAUDE.md:")): draft for draft in drafts}
    release = by_line[_line_of("1. Bump the version")]
    assert (release.request.tags, release.request.related_files) == (("commands", "release"), ("pyproject.toml",))
    gotcha = by_line[_line_of("- The pool is per process")]
    assert gotcha.request.related_files == ("src/harbor/db/pool.py",)
    assert gotcha.request.source_id == "CLAUDE.md"
    assert gotcha.request.extra == {"heading": "Working on harbor > Gotchas"}


def test_what_is_no_rule_is_skipped_with_a_reason() -> None:
    skipped = read_rules("CLAUDE.md", CLAUDE_MD).skipped
    expected = [
        ("This file provides", "says only what the file is for"),
        ("[![CI]", "a badge or an image"),
        ("## Contents", "a heading with nothing under it"),
        ("- [Commands]", "a table of contents"),
        ("- [Rules]", "a table of contents"),
        ("```", "a directory tree"),
        ("@docs", "an import"),
        ("See @README.md", "an import inside a rule"),
        ("<!-- a note", "an HTML comment"),
        ("<!-- ademem:start", "a generated block"),
        ("## Empty", "a heading with nothing under it"),
    ]
    assert [(entry.where, entry.reason.split(";")[0]) for entry in skipped] == [
        (f"CLAUDE.md:{_line_of(start)}", reason) for start, reason in expected
    ]


def test_a_second_reading_gives_the_same_refs() -> None:
    first, second = (read_rules("CLAUDE.md", CLAUDE_MD).drafts for _ in range(2))
    assert [draft.ref for draft in first] == [draft.ref for draft in second]
    assert len({draft.ref for draft in first}) == len(first)


CURSOR_MDC = """\
---
description: How the client is written
globs: src/client/**/*.{ts,tsx}, !**/*.test.ts
alwaysApply: false
---
- Components are functions.
- Never fetch in a component; use the hooks in `src/client/api.ts`.
"""


def test_a_cursor_rule_keeps_the_files_it_is_for() -> None:
    drafts = read_rules(".cursor/rules/client.mdc", CURSOR_MDC).drafts
    assert [draft.request.content for draft in drafts] == [
        "Components are functions.",
        "Never fetch in a component; use the hooks in `src/client/api.ts`.",
    ]
    assert {draft.request.file_scope_pattern for draft in drafts} == {"src/client/**/*.{ts,tsx},!**/*.test.ts"}
    assert drafts[0].request.extra == {
        "front_matter": {
            "description": "How the client is written",
            "globs": "src/client/**/*.{ts,tsx}, !**/*.test.ts",
            "alwaysApply": "false",
        }
    }
    assert [draft.where for draft in drafts] == [".cursor/rules/client.mdc:6", ".cursor/rules/client.mdc:7"]


@pytest.mark.parametrize(
    ("head", "pattern"),
    [
        ("globs: **/*.ts", "**/*.ts"),
        ('globs: ["a/**", "b/**"]', "a/**,b/**"),
        ("globs:\n  - a/**\n  - 'b/**'", "a/**,b/**"),
        ('applyTo: "**/*.py,**/*.pyi"', "**/*.py,**/*.pyi"),
        ("paths:\n- src/**", "src/**"),
        ("trigger: glob\nglobs: x/*", "x/*"),
        ("globs:\nalwaysApply: true", None),
        ("globs: **/*", None),
        ("description: one\nglobs: \n---\n---\nglobs: inner/**", "inner/**"),
    ],
)
def test_front_matter_is_read_line_by_line(head: str, pattern: str | None) -> None:
    parsed = read_rules("a.mdc", f"---\n{head}\n---\n\nUse tabs in Makefiles only.\n")
    assert [draft.request.content for draft in parsed.drafts] == ["Use tabs in Makefiles only."]
    assert parsed.drafts[0].request.file_scope_pattern == pattern


def test_a_head_that_is_more_than_settings_is_not_lost() -> None:
    parsed = read_rules("a.md", "---\non:\n  schedule:\n    cron: daily\n---\nKeep the job idempotent, always.\n")
    assert [(entry.where, "cron: daily" in entry.text) for entry in parsed.skipped] == [("a.md:1", True)]
    alone = read_rules("a.mdc", "---\ndescription: nothing else\n---\n")
    assert [entry.reason for entry in alone.skipped] == ["front matter with no rule under it"]


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("CLAUDE.md", None),
        ("packages/api/AGENTS.md", "packages/api/**"),
        ("packages/api/.claude/CLAUDE.md", "packages/api/**"),
        (".claude/CLAUDE.md", None),
        ("/elsewhere/AGENTS.md", None),
        ("../other/AGENTS.md", None),
        ("docs/CONVENTIONS.md", None),
    ],
)
def test_rules_in_a_folder_hold_for_that_folder(path: str, pattern: str | None) -> None:
    (draft,) = read_rules(path, "- Every handler validates its input.").drafts
    assert draft.request.file_scope_pattern == pattern


CURSORRULES = """\
You are an expert in TypeScript and React.

Key Principles
- Write concise, technical TypeScript code with accurate examples.
- Prefer iteration over duplication.

Naming Conventions
- Use lowercase with dashes for directories.

Watch out:
- The dev server caches `next.config.js`; restart it after a change.
"""


def test_a_file_without_heading_marks_has_sections_all_the_same() -> None:
    drafts = read_rules(".cursorrules", CURSORRULES).drafts
    assert [(draft.request.category, draft.request.tags, draft.request.content[:20]) for draft in drafts] == [
        ("convention", (), "You are an expert in"),
        ("convention", (), "Write concise, techn"),
        ("convention", (), "Prefer iteration ove"),
        ("convention", ("naming-conventions",), "Use lowercase with d"),
        ("gotcha", ("watch-out",), "The dev server cache"),
    ]


def test_a_section_of_labelled_parts_stays_whole() -> None:
    text = (
        "## Secrets\n\n### RSA keys\n**File:** `config/keys.py`\n\n**NEVER CHANGE:**\n```py\nNAME = 'harbor'\n```\n\n"
        "**Why:** They sign all tokens.\n- Losing them ends all sessions\n\n### Other\n- A rule of its own stands here."
    )
    first, second = read_rules("CLAUDE.md", text).drafts
    assert first.request.content == (
        "RSA keys\n**File:** `config/keys.py`\n**NEVER CHANGE:**\n```py\nNAME = 'harbor'\n```\n"
        "**Why:** They sign all tokens.\n- Losing them ends all sessions"
    )
    assert first.request.importance == "high"
    assert second.request.content == "A rule of its own stands here."


def test_words_that_introduce_a_long_list_go_with_each_item() -> None:
    items = [
        f"rule number {number} that is long enough to stand alone and say something useful" for number in range(12)
    ]
    text = "When you write a migration:\n" + "\n".join(f"- {item}" for item in items)
    assert _contents(text) == [f"When you write a migration: {item}" for item in items]


def test_nested_items_stay_with_their_parent_or_carry_it() -> None:
    short = "- Tests\n  - use real values\n  - no mocks"
    assert _contents(short) == ["Tests\n- use real values\n- no mocks"]
    inner = [f"inner rule {number} with quite a few more words in it so that the list is long" for number in range(12)]
    long = "- **Tests**\n" + "\n".join(f"  - {item}" for item in inner)
    assert _contents(long) == [f"Tests: {item}" for item in inner]


def test_a_bare_word_gets_its_heading() -> None:
    assert _contents("## Test runner\n- pytest\n") == ["Test runner: pytest"]


def test_code_right_under_a_heading_is_a_rule_with_that_heading() -> None:
    assert _contents("## Client\n```ts\napi.get()\n```\n") == ["Client:\n```ts\napi.get()\n```"]


COMMANDS = """\
## Lint
```sh
ruff check
```
## Commands
```bash
npm ci            # install
npm run dev -- -p 3000  # start on port 3000

# Run one test
npm test -- name
```
## Start
```console
$ make db
$ make seed
```
## Script
```bash
for file in *; do
  echo $file
done
```
"""


def test_commands_are_taken_one_by_one_with_what_they_are_for() -> None:
    drafts = read_rules("CLAUDE.md", COMMANDS).drafts
    assert [draft.request.content for draft in drafts] == [
        "Lint: `ruff check`",
        "Commands: `npm ci`: install",
        "`npm run dev -- -p 3000`: start on port 3000",
        "Run one test: `npm test -- name`",
        "Start: `make db`, then `make seed`",
        "Script:\n```bash\nfor file in *; do\n  echo $file\ndone\n```",
    ]
    assert [draft.where for draft in drafts][1:4] == ["CLAUDE.md:7", "CLAUDE.md:8", "CLAUDE.md:11"]


def test_a_long_quotation_goes_and_what_is_said_about_it_stays() -> None:
    code = "\n".join(f"let x{number} = {number};" for number in range(20))
    parsed = read_rules("CLAUDE.md", f"Never change the order of these:\n```rust\n{code}\n```\n")
    assert [draft.request.content for draft in parsed.drafts] == ["Never change the order of these:"]
    assert [entry.reason for entry in parsed.skipped] == ["20 lines of code; what is said about them is kept"]
    many = "\n".join(f"make step{number}  # does {number}" for number in range(20))
    drafts = read_rules("CLAUDE.md", f"Before a release:\n```sh\n{many}\n```\n").drafts
    assert [draft.request.content for draft in drafts][:2] == [
        "Before a release: `make step0`: does 0",
        "Before a release: `make step1`: does 1",
    ]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("⚠️ The cache is shared between workers.", "gotcha"),
        ("> [!WARNING]\n> The cache is shared between workers.", "gotcha"),
        ("**Gotcha**: the cache is shared between workers.", "gotcha"),
        ("We decided to keep the cache in Redis, not in memory.", "decision"),
        ("The cache is shared between workers.", "convention"),
    ],
)
def test_a_rule_may_say_itself_what_it_is(text: str, category: str) -> None:
    (draft,) = read_rules("AGENTS.md", text).drafts
    assert draft.request.category == category


def test_a_long_item_is_split_at_paragraphs_and_never_cut() -> None:
    paragraphs = [f"Paragraph {number} " + "says something at length " * 20 for number in range(8)]
    parsed = read_rules("CLAUDE.md", "- " + "\n\n  ".join(paragraphs))
    contents = [draft.request.content for draft in parsed.drafts]
    assert len(contents) > 1
    assert all(len(content) <= MAX_CONTENT for content in contents)
    assert " ".join(" ".join(contents).split()) == " ".join(" ".join(paragraphs).split())


def test_what_cannot_be_split_is_skipped_whole() -> None:
    word = "x" * 2_500
    parsed = read_rules("CLAUDE.md", f"- {word}\n- a rule that fits well")
    assert [draft.request.content for draft in parsed.drafts] == ["a rule that fits well"]
    assert [(entry.text, "2,500 characters" in entry.reason) for entry in parsed.skipped] == [(word, True)]


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    windows = "\ufeff" + CLAUDE_MD.replace("\n", "\r\n")
    assert read_rules("CLAUDE.md", windows) == read_rules("CLAUDE.md", CLAUDE_MD)


def test_an_empty_file_is_nothing() -> None:
    assert read_rules("CLAUDE.md", "\n \n") == Parsed()


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_flat(entry)}" for name, entry in value.items())
    return " ".join(map(_flat, value)) if isinstance(value, list | tuple) else str(value)


def _told(parsed: Parsed) -> set[str]:
    texts = [f"{draft.request.content} {_flat(draft.request.extra or {})}" for draft in parsed.drafts]
    return set(re.findall(r"[^\W\d_]+", " ".join([*texts, *(entry.text for entry in parsed.skipped)])))


LINES = [
    "# Title", "## Commands", "### Gotchas", "**Why:** because", "**Bold line:**", "Plain Title", "Introduces:", "",
    "- an item of a list", "  - a nested item", "1. first step", "2. second step", "   continued text", "- [ ] todo",
    "```bash", "```", "| a | b |", "|---|---|", "> [!NOTE]", "> quoted words", "<!-- comment", "-->", "<details>",
    "![img](a.png)", "- [toc](#toc)", "@docs/a.md", "- @~/.claude/b.md", "---", "===", "├── tree", "└── leaf", "* * *",
    "This file provides guidance to Claude Code.", "a: b", "globs: x", "So it leans back.", "<!-- gen:start -->",
    "<!-- gen:end -->", "## 1. **Numbered** [link](http://example.org)", "\u2028odd", "- 42", "x" * 2_100,
    "```sh", "# comment in code", "make it # inline", "$ run", "./42",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=60)), max_size=40))
def test_every_line_with_a_letter_is_in_a_draft_or_skipped(lines: list[str]) -> None:
    text = "\n".join(lines)
    parsed = read_rules("CLAUDE.md", text)
    told = _told(parsed) | {"x", "X"}
    for line in text.replace("\r", "\n").split("\n"):
        assert set(re.findall(r"[^\W\d_]+", line)) <= told
    assert all(0 < len(draft.request.content) <= MAX_CONTENT for draft in parsed.drafts)
    assert all(entry.reason for entry in parsed.skipped)
