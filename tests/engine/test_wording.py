"""Texts worded alike are found through key and signatures, and only those."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from ademem_tui.engine.wording import (
    SIMILAR,
    dedupe_key,
    jaccard,
    may_be_similar,
    normal,
    own_signatures,
    signatures,
    size_range,
    sketch,
    words,
)

NOTE = "Retry the webhook twice, then park it in `dead_letters`."

vocabulary = st.sampled_from([f"w{number}" for number in range(400)] + ["the", "naïve", "路", "x_y"])


@st.composite
def similar_sets(draw: st.DrawFn) -> tuple[frozenset[str], frozenset[str]]:
    """Two word sets made from one by as many changes as leave them similar, at times just so."""
    base = draw(st.frozensets(vocabulary, min_size=1, max_size=180))
    ordered = sorted(base)
    dropped = draw(st.integers(0, len(base) * 3 // 20))
    added = draw(st.integers(0, (len(base) - dropped) * 20 // 17 - len(base)))
    other = set(ordered[dropped:]) | {f"new{number}" for number in range(added)}
    return base, frozenset(other)


@given(similar_sets())
@settings(max_examples=400, deadline=None)
def test_similar_sets_share_a_signature_whichever_was_there_first(
    pair: tuple[frozenset[str], frozenset[str]],
) -> None:
    a, b = pair
    assert jaccard(a, b) >= SIMILAR
    place = ("project", None, "fact")
    assert set(signatures(a, *place)) & set(signatures(b, *place))
    assert set(signatures(a, *place)) & set(own_signatures(b, *place))
    assert set(own_signatures(a, *place)) & set(signatures(b, *place))
    low, high = size_range(len(a))
    assert low <= len(b) <= high
    assert may_be_similar(len(a), sketch(a), len(b), sketch(b))


@given(st.integers(1, 400), st.integers(0, 100))
def test_every_size_at_the_very_edge_of_similar_is_found(size: int, salt: int) -> None:
    a = frozenset(f"{salt}-{number}" for number in range(size))
    smallest, largest = size_range(size)
    shrunk = frozenset(sorted(a)[:smallest])
    grown = a | {f"more{number}" for number in range(largest - size)}
    for b in (shrunk, grown):
        assert jaccard(a, b) >= SIMILAR
        assert set(signatures(a, "project", None, "fact")) & set(own_signatures(b, "project", None, "fact"))


@given(st.frozensets(vocabulary, max_size=60))
def test_what_is_kept_is_part_of_what_is_looked_up(found: frozenset[str]) -> None:
    looked_up = signatures(found, "agent", "coder", "gotcha")
    kept = own_signatures(found, "agent", "coder", "gotcha")
    assert looked_up[: len(kept)] == kept
    assert all(0 <= signature < 1 << 63 for signature in looked_up)


def test_another_scope_owner_or_category_is_another_place() -> None:
    found = words(NOTE)
    here = set(signatures(found, "agent", "coder", "fact"))
    for place in (("mission", "coder", "fact"), ("agent", "tester", "fact"), ("agent", "coder", "gotcha")):
        assert not here & set(signatures(found, *place))


def test_texts_without_words_have_no_signatures_and_resemble_nothing() -> None:
    assert words("… — !!") == frozenset()
    assert signatures(frozenset(), "project", None, "fact") == ()
    assert own_signatures(frozenset(), "project", None, "fact") == ()
    assert jaccard(frozenset(), frozenset()) == 0.0


def test_unlike_sets_are_told_apart_by_their_sketches() -> None:
    sets = [frozenset(f"{number}_{other}" for number in range(40)) for other in range(30)]
    told = [may_be_similar(len(a), sketch(a), len(b), sketch(b)) for a in sets for b in sets if a is not b]
    assert sum(told) == 0


def test_keys_and_signatures_are_the_same_in_every_process() -> None:
    code = (
        "from ademem_tui.engine.wording import *\n"
        f"w = words({NOTE!r})\n"
        f"print(dedupe_key({NOTE!r}, 'project', None), signatures(w, 'project', None, 'fact'), sketch(w))"
    )
    found = words(NOTE)
    expected = f"{dedupe_key(NOTE, 'project', None)} {signatures(found, 'project', None, 'fact')} {sketch(found)}"
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == expected


def test_the_derivation_of_this_version_does_not_move() -> None:
    """Stored keys and signatures depend on these values; whoever changes them raises DEDUPE_KEY_VERSION."""
    assert dedupe_key(NOTE, "project", None) == "8bf0502db9a391ef276c6b4c2a5e5473"
    assert own_signatures(words(NOTE), "project", None, "fact") == (6439821498191087348, 4476594493776430161)


def test_words_are_casefolded_and_keep_underscores() -> None:
    assert words("Call Apply_State, then STRASSE, then Straße: 2x!") == {
        "call",
        "apply_state",
        "then",
        "strasse",
        "2x",
    }


def test_characters_of_scripts_without_spaces_count_singly() -> None:
    assert words("日本語のtest_run 한국") == {"日", "本", "語", "の", "test_run", "한", "국"}


def test_composed_and_decomposed_letters_are_one_word() -> None:
    assert words("cafe\u0301") == words("caf\u00e9")
    assert normal("cafe\u0301") == normal("caf\u00e9")


def test_what_makes_no_difference_makes_no_other_key() -> None:
    key = dedupe_key("Never call commit() in db", "project", None)
    for variant in (
        "never  call\n commit() in db.",
        " NEVER call commit() in db !; ",
        "Never call commit() in db...",
    ):
        assert dedupe_key(variant, "project", None) == key
    assert len(key) == 32


def test_what_makes_a_difference_makes_another_key() -> None:
    keys = {
        dedupe_key("a b", "project", None),
        dedupe_key("ab", "project", None),
        dedupe_key("a b?", "project", None),
        dedupe_key("a b", "agent", "x"),
        dedupe_key("a b", "agent", "y"),
        dedupe_key("a b", "mission", "x"),
        dedupe_key("...", "project", None),
        dedupe_key("!!!", "project", None),
    }
    assert len(keys) == 8


@given(st.text())
def test_any_text_has_a_key_and_words(text: str) -> None:
    assert len(dedupe_key(text, "project", None)) == 32
    found = words(text)
    assert sketch(found) >= 0
    assert len(signatures(found, "project", None, "fact")) >= (1 if found else 0)


def test_lone_surrogates_are_taken() -> None:
    found = words("broken \ud800 text\udfff")
    assert signatures(found, "project", None, "fact")
    assert dedupe_key("broken \ud800", "project", None)
