"""Long texts come apart where their writer paused, and nothing is cut or lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.capture.long_text import pieces_of


def test_what_fits_stays_whole() -> None:
    assert pieces_of("one\n\ntwo", 20) == (["one\n\ntwo"], [])


def test_paragraphs_first_then_lines_then_sentences() -> None:
    assert pieces_of("one one\n\ntwo two\n\nthree", 16).fitting == ["one one\n\ntwo two", "three"]
    assert pieces_of("a line\nb line\nc line", 13).fitting == ["a line\nb line", "c line"]
    assert pieces_of("First one. Second one! Third?", 23).fitting == ["First one. Second one!", "Third?"]
    assert pieces_of("第一句。第二句。", 5).fitting == ["第一句。", "第二句。"]


def test_a_block_of_code_is_one_part_or_too_long() -> None:
    code = "```py\na = 1\n\nb = 2\n```"
    assert pieces_of(f"Say this first.\n{code}\nThen this.", 24).fitting == ["Say this first.", code, "Then this."]
    assert pieces_of(f"Say this.\n\n{code}", 15) == (["Say this."], [code])


def test_a_word_without_an_end_is_named_not_cut() -> None:
    assert pieces_of("short\n\n" + "x" * 30, 10) == (["short"], ["x" * 30])


@given(st.text("ab .\n`", max_size=200), st.integers(min_value=5, max_value=60))
def test_no_letter_is_lost_and_every_part_fits(text: str, limit: int) -> None:
    fitting, too_long = pieces_of(text, limit)
    assert all(len(part) <= limit for part in fitting)
    assert all(len(part) > limit for part in too_long)
    letters = sorted(letter for letter in text if letter in "ab.`")
    assert sorted(letter for part in fitting + too_long for letter in part if letter in "ab.`") == letters
