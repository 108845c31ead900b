"""The block scanner: structure, line numbers, and nothing lost."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.capture.markdown_blocks import Block, blocks_of


def _outline(text: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.line, block.whole) for block in blocks_of(text)]


def test_headings_in_both_ways_of_writing() -> None:
    assert _outline("# One #\n\nTwo\n---\n\nThree\n===\ntext") == [
        ("heading", 1, "One"),
        ("heading", 3, "Two"),
        ("heading", 6, "Three"),
        ("paragraph", 8, "text"),
    ]


def test_a_line_under_a_long_sentence_is_a_break_not_a_heading() -> None:
    assert [kind for kind, _, _ in _outline("See the guide for more.\n---\nnext")] == ["paragraph", "paragraph"]


def test_items_hold_what_is_indented_under_them() -> None:
    text = "- one\n  wrapped\n  - inner\n\n    ```py\n    x = 1\n    \ty\n    ```\n\n  more of one\n- two\n\nafter"
    assert _outline(text) == [
        ("item", 1, "one\nwrapped\n- inner\n  ```py\n  x = 1\n  \ty\n  ```\nmore of one"),
        ("item", 11, "two"),
        ("paragraph", 13, "after"),
    ]


def test_lines_an_editor_wrapped_are_joined_and_others_are_not() -> None:
    long = "This sentence was wrapped by an editor because it is long and\ngoes on here."
    assert _outline(long) == [("paragraph", 1, long.replace("\n", " "))]
    assert _outline("File: a.py\nOwner: me") == [("paragraph", 1, "File: a.py\nOwner: me")]


def test_ordered_items_are_numbered_anew_inside_their_parent() -> None:
    (item,) = blocks_of("- do\n  1. first\n  1. second\n")
    assert item.whole == "do\n1. first\n2. second"


def test_a_fence_hides_structure_and_may_stay_open() -> None:
    assert _outline("```sh\n# no heading\n- no item\n```\nafter")[0] == (
        "code",
        1,
        "```sh\n# no heading\n- no item\n```",
    )
    assert _outline("~~~\nopen") == [("code", 1, "~~~\nopen\n~~~")]


def test_comments_and_generated_blocks() -> None:
    text = (
        "<!-- one\nline --> tail\n"
        "<!-- ademem:start -->\n- gen\n<!-- ademem:end -->\n"
        "<!-- BEGIN tool rules -->\nx\n<!-- END tool rules -->\n"
        "<!-- nx configuration start-->\ny\n<!-- nx configuration end-->\n"
        "<!-- other:start -->\nkept"
    )
    assert [(kind, line) for kind, line, _ in _outline(text)] == [
        ("comment", 1),
        ("paragraph", 2),
        ("generated", 3),
        ("generated", 6),
        ("generated", 9),
        ("comment", 12),
        ("paragraph", 13),
    ]


def test_tables_quotes_and_tags() -> None:
    text = "| a | b |\n|---|---|\n| c | d |\n\n> said\n> so\n\n<details>\n<https://example.org>"
    assert [(kind, whole) for kind, _, whole in _outline(text)] == [
        ("table", "| a | b |\n|---|---|\n| c | d |"),
        ("quote", "said\nso"),
        ("markup", "<details>"),
        ("paragraph", "<https://example.org>"),
    ]


def test_a_list_of_absurd_depth_is_read() -> None:
    assert len(blocks_of("- " * 3_000 + "x")) == 1


def _letters(blocks: list[Block]) -> set[str]:
    return {word for block in blocks for word in re.findall(r"[^\W\d_]+", block.whole)}


LINES = [
    "# Head", "- item", "  - inner", "1. step", "```", "~~~", "a | b", "| a | b |", "|---|---|", "<!-- c", "-->", "===",
    "---", "", "", "> quote", "<div>", "    indented", "\ttab", "* * *", "- - x", "<!-- a:start -->", "<!-- a:end -->",
]  # fmt: skip
lines = st.one_of(st.text(max_size=40), st.sampled_from(LINES))


@given(st.lists(lines, max_size=30))
def test_no_word_is_lost(given_lines: list[str]) -> None:
    text = "\n".join(given_lines)
    assert set(re.findall(r"[^\W\d_]+", text)) <= _letters(blocks_of(text)) | {"x", "X"}
