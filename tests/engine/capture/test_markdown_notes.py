"""Notes: our own export after somebody edited it, and files that were never ours."""

from __future__ import annotations

from ademem_tui.engine.capture.markdown_notes import read_notes

EXPORT = """\
# Project memory

<!-- ademem:export 1 -->

## Rules

### Convention

- Use `pnpm`, never npm.

  Also in CI.

  (promoted · pinned · tags: build, "a, b" · files: package.json)
  <!-- ademem:memory {"id": "01A", "confidence": 0.9} -->

- A line somebody added by hand.

## Pitfalls

### Gotcha

- The pool hangs after a fork.

  (archived: flagged_wrong · verified)
  <!-- ademem:memory {"id": "01B"} -->

### Dead end

- Another one by hand, under another heading.
"""


def test_an_edited_export_gives_its_entries_and_what_was_added() -> None:
    parsed = read_notes("notes.md", EXPORT)
    told = [(draft.where, draft.request.category, draft.request.content) for draft in parsed.drafts]
    assert told == [
        ("notes.md:9", "convention", "Use `pnpm`, never npm.\n\nAlso in CI."),
        ("notes.md:16", "convention", "A line somebody added by hand."),
        ("notes.md:22", "gotcha", "The pool hangs after a fork."),
        ("notes.md:29", "dead_end", "Another one by hand, under another heading."),
    ]
    first, added, third, _ = parsed.drafts
    assert (first.ref, first.status, first.pinned, first.request.confidence) == ("01A", "promoted", True, 0.9)
    assert (first.request.tags, first.request.related_files) == (("build", "a, b"), ("package.json",))
    assert (added.status, added.request.source_type) == (None, "import")
    assert (third.status, third.archive_reason, third.verified) == ("archived", "flagged_wrong", True)
    assert parsed.skipped == ()


def test_an_entry_moved_under_another_heading_changes_its_category() -> None:
    moved = EXPORT.replace("### Convention", "### Decision")
    assert read_notes("notes.md", moved).drafts[0].request.category == "decision"


def test_a_damaged_entry_is_still_a_note() -> None:
    no_facts = EXPORT.replace('  (promoted · pinned · tags: build, "a, b" · files: package.json)\n', "")
    first = read_notes("notes.md", no_facts).drafts[0]
    assert (first.ref, first.request.content, first.request.tags) == (
        "01A",
        "Use `pnpm`, never npm.\n\nAlso in CI.",
        (),
    )
    bad_json = EXPORT.replace('{"id": "01A", "confidence": 0.9}', "{broken}")
    assert read_notes("notes.md", bad_json).drafts[0].request.content == "Use `pnpm`, never npm.\n\nAlso in CI."
    no_comment = EXPORT.replace('  <!-- ademem:memory {"id": "01A", "confidence": 0.9} -->\n', "")
    contents = [draft.request.content for draft in read_notes("notes.md", no_comment).drafts]
    assert any(content.startswith("Use `pnpm`, never npm.") for content in contents)


def test_values_of_another_kind_in_a_comment_are_passed_over() -> None:
    links = '[1, ["supersedes", "memory", "01C", 1]]'
    comment = f'{{"id": 7, "scope": "galaxy", "confidence": "high", "links": {links}, "tier": 9}}'
    (draft,) = read_notes("n.md", f"- Text of the note.\n\n  (promoted)\n  <!-- ademem:memory {comment} -->\n").drafts
    assert (draft.request.scope, draft.request.confidence, draft.tier) == ("project", None, None)
    assert [link.target for link in draft.relations] == ["01C"]
    assert draft.ref == "n.md:1"


def test_any_note_is_a_list_of_facts_unless_its_headings_say_more() -> None:
    text = "# Notes\n\nThe sandbox resets at midnight UTC.\n\n## Gotchas\n\n- Port 8080 is taken on the CI machines.\n"
    drafts = read_notes("docs/notes.md", text).drafts
    assert [(draft.request.category, draft.where) for draft in drafts] == [
        ("fact", "docs/notes.md:3"),
        ("gotcha", "docs/notes.md:7"),
    ]


def test_a_note_may_say_its_type_in_its_head() -> None:
    text = "---\nname: user_role\ndescription: who the user is\ntype: user\n---\n\nThe user prefers short answers.\n"
    (draft,) = read_notes("memory/user_role.md", text).drafts
    assert draft.request.category == "preference"
