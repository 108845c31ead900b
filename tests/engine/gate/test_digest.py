"""Summary and citation: short, on one line, and never cut where it hurts."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ademem_tui.engine.gate.digest import SUMMARY, citation_of, summary_of
from ademem_tui.engine.model import MAX_CITATION

LONG = "The worker " + "waits for the lease of another one and then " * 6 + "goes on."

any_text = st.one_of(
    st.text(),
    st.text(alphabet="ab `\n.-#()[]\"'…。日のé", max_size=400),
    st.lists(st.sampled_from(["word", "`a b c`", "x.y", "- ", "\n", "e.g.", "```\n", "end.", "x" * 90])).map(" ".join),
)


@given(any_text)
@example("```abc\n```")
@example("x" * 500)
@example("(" * 300 + "a")
@example("\u2028a\x85b\x0bc")
@settings(deadline=None, max_examples=400)
def test_any_text_has_both_within_their_limits(text: str) -> None:
    summary, citation = summary_of(text), citation_of(text)
    assert len(summary) <= SUMMARY
    assert len(citation) <= MAX_CITATION
    assert len(f"{summary}.".splitlines()) == 1
    assert len(f"{citation}.".splitlines()) == 1
    if any(character.isalpha() for character in text):
        assert summary
        assert citation
        assert not citation.endswith((".", ",", ";", ":", "!", "?", "…", " ", "-", "(", "`"))


@pytest.mark.parametrize(
    ("content", "summary"),
    [
        (
            "Every change of a parcel goes through `advance` in `tracking/states.py`. Nothing else may write it.",
            "Every change of a parcel goes through `advance` in `tracking/states.py`.",
        ),
        ("No ORM. Statements are written by hand.", "No ORM. Statements are written by hand."),
        (
            "Some tools, e.g. linters, complain about version 3.11.2 of foo.py here, i.e. always. Ignore them.",
            "Some tools, e.g. linters, complain about version 3.11.2 of foo.py here, i.e. always.",
        ),
        ("# Releasing\n\n- bump the version\n- tag it", "Releasing; bump the version; tag it"),
        ("How to release:\n1. bump the version\n2. tag it", "How to release: bump the version; tag it"),
        ("> - [ ] check the lease", "check the lease"),
        ("A line that was\nwrapped by hand\nin three", "A line that was wrapped by hand in three"),
        ("Title\n=====\nBody text", "Title; Body text"),
        (
            "Insert it like this, always, everywhere and whatever anybody says:\n```sql\nINSERT INTO x;\n```\nDone.",
            "Insert it like this, always, everywhere and whatever anybody says:",
        ),
        ("```python\nx = call(1)\n```", "x = call(1)"),
        (
            "画面の文言を変えるときは確認します。両方を直してください。",
            "画面の文言を変えるときは確認します。両方を直してください。",
        ),
        ("Wait … then go on with it", "Wait … then go on with it"),
        ("", ""),
    ],
)
def test_a_summary_is_the_first_sentence_or_the_first_short_ones(content: str, summary: str) -> None:
    assert summary_of(content) == summary


def test_a_second_sentence_is_taken_only_where_it_fits() -> None:
    assert summary_of("Jobs run at least once. " + LONG) == "Jobs run at least once."


def test_a_long_sentence_is_cut_between_words() -> None:
    summary = summary_of(LONG)
    assert summary.endswith("…")
    assert LONG.startswith(summary[:-1])
    assert LONG[len(summary) - 1] == " "
    assert len(summary) > SUMMARY - 20


@given(st.integers(60, 200), st.integers(3, 60))
@settings(deadline=None)
def test_a_code_span_is_not_cut(before: int, inside: int) -> None:
    text = "ab " * (before // 3) + "`" + "cd " * (inside // 3) + "e` and then " + "fg " * 40
    summary = summary_of(text)
    assert summary.count("`") in (0, 2)


def test_an_identifier_is_not_cut() -> None:
    text = "word " * 34 + "HARBOR_WEBHOOK_NORTHPOST_KEY and so on and so on"
    assert summary_of(text).endswith("word…")


def test_marks_that_belong_to_a_letter_stay_with_it() -> None:
    summary = summary_of("e\u0301" * 200)
    assert summary[-2:] == "\u0301…"
    assert "\u200d…" not in summary_of("👩\u200d💻" * 100)


def test_a_content_without_words_is_summed_up_by_its_payload() -> None:
    payload = {"tried": "LISTEN/NOTIFY", "samples": 3, "why_failed": "signals are lost"}
    assert summary_of("—", payload) == "LISTEN/NOTIFY; signals are lost"
    assert summary_of("Polling stays.", payload) == "Polling stays."


@pytest.mark.parametrize(
    ("content", "citation"),
    [
        ("The job queue is a Postgres table, not Redis or a broker.", "job queue is a Postgres table, not Redis"),
        ("Note: the `settings()` are cached for the process", "settings() are cached for the process"),
        ("Please do not reformat files.", "do not reformat files"),
        ("Never call `commit()`.", "Never call commit"),
        ("`_configure` in the pool must end with a commit.", "_configure in the pool must end"),
        ("Layers from below: config, tracking (pure and simple), db", "Layers from below: config, tracking"),
        ("Only C++ here", "Only C++ here"),
        ("The", "The"),
        ("# 404\n\nis answered", "404 is answered"),
        ("supercalifragilisticexpialidocious_identifier_of_length", "supercalifragilisticexpialidocious_ident"),
    ],
)
def test_a_citation_starts_with_the_telling_words(content: str, citation: str) -> None:
    assert citation_of(content).startswith(citation)
    assert len(citation_of(content)) <= MAX_CITATION
