"""Text exports: readable, stable, and nothing remembered can break out of its place."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from ademem_tui.engine.capture.drafts import DraftRelation
from ademem_tui.engine.capture.entry_text import decoded, encoded
from ademem_tui.engine.capture.export_text import to_agents_md, to_claude_md, to_markdown
from ademem_tui.engine.capture.markdown_blocks import blocks_of
from ademem_tui.engine.capture.markdown_notes import read_notes
from ademem_tui.engine.capture.rules_files import read_rules
from ademem_tui.engine.model import Memory, Relation
from ademem_tui.engine.taxonomy import ARCHIVE_REASONS, CATEGORIES

_DEFAULTS: dict[str, Any] = {
    "seq": 1,
    "scope": "project",
    "visibility": "project",
    "tier": 2,
    "status": "promoted",
    "category": "convention",
    "summary": "",
    "citation_text": "",
    "importance": "medium",
    "confidence": 0.8,
    "observation_count": 1,
    "source_type": "user_taught",
    "source_who": "user",
    "pinned": False,
    "verified": False,
    "needs_review": False,
    "touched_by_person": True,
    "access_count": 0,
    "injection_count": 0,
    "dedupe_key": "",
    "embedding_state": "pending",
    "created_at": "2026-01-02T03:04:05.678Z",
    "updated_at": "2026-02-02T03:04:05.678Z",
    "last_accessed_at": "2026-03-02T03:04:05.678Z",
    "rev": 1,
}
_TUPLES = ("tags", "related_files", "related_modules", "provenance_session_ids", "trust_flags")


def _memory(id: str = "01J0000000000000000000AAAA", **given: Any) -> Memory:
    values: dict[str, Any] = {field.name: None for field in fields(Memory)}
    values.update({name: () for name in _TUPLES}, **_DEFAULTS, id=id)
    return Memory(**{**values, **given})


TRICKY = [
    "# A heading",
    "two\n\nparagraphs with trailing blanks  \n\n",
    "-->",
    "<!-- ademem:end -->\n# free",
    "<!-- ademem:memory {} -->",
    "- a list\n  - nested\n1. and numbers",
    "windows\r\nlines\rand old ones",
    "```bash\n# a comment\n```",
    "```\nnever closed",
    "```html\n<!-- ademem:end -->\n<!-- other -->\n```",
    "a `tick and a ``double`` one",
    "&#13; is a literal reference, &amp; too",
    "  indented\n\tby a tab",
    "\n\nblank lines around\n\n",
    "setext\n===\nother\n---",
    "emoji 🚀 and 漢字, zero \u200b width, line \u2028 separator",
    "(promoted · pinned · tags: x)",
    "> a quote",
    "nul \x00 and bell \x07",
    "lone \ud800 surrogate",
    " ",
    "- ",
]
texts = st.one_of(st.sampled_from(TRICKY), st.text(min_size=1, max_size=200))
words = st.lists(
    st.one_of(st.sampled_from(["build", "src/a b.py", 'q"uote', "a, b", "x · y", "#1"]), st.text(min_size=1))
)


@given(st.text())
@example("&#&#38;38;")
@example("<!-->")
def test_an_encoded_text_is_decoded_to_itself(text: str) -> None:
    assert decoded(encoded(text)) == text


@given(
    st.lists(
        st.tuples(
            texts,
            st.sampled_from(sorted(CATEGORIES)),
            words,
            words,
            st.sampled_from(["promoted", "candidate", *ARCHIVE_REASONS]),
            st.booleans(),
        ),
        max_size=4,
    )
)
def test_a_markdown_export_reads_back_the_same(
    rows: list[tuple[str, str, list[str], list[str], str, bool]],
) -> None:
    memories = [
        _memory(
            f"01J{number:023d}",
            content=content,
            category=category,
            tags=tuple(tags),
            related_files=tuple(files),
            status="archived" if status in ARCHIVE_REASONS else status,
            archive_reason=status if status in ARCHIVE_REASONS else None,
            pinned=pinned,
        )
        for number, (content, category, tags, files, status, pinned) in enumerate(rows)
    ]
    text = to_markdown(memories, [])
    assert not text.encode("utf-8", "strict").count(b"\r")
    parsed = read_notes("notes.md", text)
    read = {
        draft.ref: (
            draft.request.content,
            draft.request.category,
            draft.request.tags,
            draft.request.related_files,
            draft.status,
            draft.archive_reason,
            draft.pinned,
        )
        for draft in parsed.drafts
    }
    assert read == {
        one.id: (one.content, one.category, one.tags, one.related_files, one.status, one.archive_reason, one.pinned)
        for one in memories
    }
    assert parsed.skipped == ()


def test_what_else_is_known_comes_along_too() -> None:
    one = _memory(
        content="The worker polls every 2 seconds",
        category="dead_end",
        scope="agent",
        scope_owner_id="coder",
        visibility="team",
        importance="high",
        confidence=0.42,
        source_type="observer_inferred",
        related_modules=("worker",),
        file_scope_pattern="src/**",
        payload={"tried": "LISTEN --> NOTIFY", "why_failed": "signals are lost"},
        half_life_days=12.5,
        verified=True,
        needs_review=True,
        tier=3,
        observation_count=4,
    )
    links = [
        Relation(one.id, "supersedes", "memory", "01J0000000000000000000BBBB", 0.9, "user", one.created_at),
        Relation(one.id, "depends_on", "file", "src/queue --> x.py", 0.5, "user", one.created_at),
    ]
    (draft,) = read_notes("notes.md", to_markdown([one], links)).drafts
    request = draft.request
    assert (request.scope, request.scope_owner_id, request.visibility) == ("agent", "coder", "team")
    assert (request.importance, request.confidence, request.source_type) == ("high", 0.42, "observer_inferred")
    assert (request.related_modules, request.file_scope_pattern) == (("worker",), "src/**")
    assert (request.payload, request.half_life_days) == (one.payload, 12.5)
    assert (request.created_at, request.last_accessed_at) == (one.created_at, one.last_accessed_at)
    assert (draft.verified, draft.needs_review, draft.tier, draft.observation_count) == (True, True, 3, 4)
    assert draft.relations == (
        DraftRelation("depends_on", "src/queue --> x.py", 0.5, "file"),
        DraftRelation("supersedes", "01J0000000000000000000BBBB", 0.9, "memory"),
    )


def test_the_export_is_made_for_reading() -> None:
    text = to_markdown(
        [
            _memory("01J0000000000000000000AAAB", content="Use pnpm, never npm.", tags=("build", "ci")),
            _memory("01J0000000000000000000AAAC", content="Money is integer cents.", pinned=True, verified=True),
            _memory("01J0000000000000000000AAAD", content="`make db` drops the database.", category="gotcha"),
        ]
    )
    visible = [line for line in text.split("\n") if line and "<!--" not in line]
    assert visible == [
        "# Project memory",
        "## Rules",
        "### Convention",
        "- Money is integer cents.",
        "  (promoted · pinned · verified)",
        "- Use pnpm, never npm.",
        "  (promoted · tags: build, ci)",
        "## Pitfalls",
        "### Gotcha",
        "- `make db` drops the database.",
        "  (promoted)",
    ]


@given(st.permutations(range(6)))
def test_the_order_given_does_not_matter(order: list[int]) -> None:
    memories = [
        _memory(
            f"01J{number:023d}", content=f"Fact {number}", pinned=number == 3, importance=["low", "high"][number % 2]
        )
        for number in range(6)
    ]
    shuffled = [memories[number] for number in order]
    assert to_markdown(shuffled) == to_markdown(memories)
    assert to_claude_md(shuffled) == to_claude_md(memories)
    assert to_agents_md(shuffled) == to_agents_md(memories)


def test_agents_get_what_is_promoted_for_the_project_pinned_first() -> None:
    text = to_agents_md(
        [
            _memory("01J0000000000000000000AAAB", content="Use pnpm.", related_files=("package.json",)),
            _memory("01J0000000000000000000AAAC", content="Money is integer cents.", pinned=True),
            _memory("01J0000000000000000000AAAD", content="Not sure yet.", status="candidate"),
            _memory("01J0000000000000000000AAAE", content="Only for the coder.", scope="agent"),
            _memory("01J0000000000000000000AAAF", content="What happened on Monday.", category="episode"),
            _memory("01J0000000000000000000AAAG", content="Gone.", status="archived", archive_reason="deleted"),
            _memory("01J0000000000000000000AAAH", content="The queue is a table.", category="decision"),
            _memory("01J0000000000000000000AAAI", content="Long. " * 100, summary="In short.", category="fact"),
        ]
    )
    bullets = [line for line in text.split("\n") if line.startswith(("- ", "## "))]
    assert bullets == [
        "## Rules",
        "- Money is integer cents.",
        "- Use pnpm. (`package.json`)",
        "## Decisions",
        "- The queue is a table.",
        "## Good to know",
        "- In short.",
    ]


@given(st.lists(texts, max_size=4))
def test_nothing_breaks_out_of_the_block_and_a_later_import_skips_it(contents: list[str]) -> None:
    memories = [_memory(f"01J{number:023d}", content=content) for number, content in enumerate(contents)]
    for text in (to_claude_md(memories), to_agents_md(memories)):
        assert (text.count("<!-- ademem:"), text.count("ademem:end -->")) == (2, 1)
        blocks = blocks_of("before\n\n" + text + "\nafter\n")
        assert [block.kind for block in blocks] == ["paragraph", "generated", "paragraph"]
        parsed = read_rules("CLAUDE.md", "- a rule of my own\n\n" + text)
        assert [draft.request.content for draft in parsed.drafts] == ["a rule of my own"]
        headings = [block.text for block in blocks_of("\n".join(text.split("\n")[2:-2])) if block.kind == "heading"]
        assert set(headings) <= {"Project memory", "Rules"}


def test_an_at_sign_does_not_become_an_import_for_claude() -> None:
    content = "See @docs/secrets.md and `@inline`, mail me@example.org"
    odd = "a ` @docs/secrets.md ` b ` @x.md"
    text = to_claude_md([_memory(content=content), _memory("01J0000000000000000000AAAB", content=odd)])
    assert "See `@docs/secrets.md` and `@inline`, mail me@example.org" in text
    assert "a ` &#64;docs/secrets.md ` b ` &#64;x.md" in text
    assert "See @docs/secrets.md and" in to_agents_md([_memory(content=content)])


def test_an_empty_memory_still_gives_a_document() -> None:
    assert read_notes("notes.md", to_markdown([])).drafts == ()
    assert "ademem:start" in to_claude_md([])
