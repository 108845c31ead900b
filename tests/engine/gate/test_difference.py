"""Similar texts are one fact only where nothing but plain words differs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from ademem_tui.engine.gate.difference import same_fact, telling_difference
from ademem_tui.engine.telling import telling_key

PLAIN_TEXT = (
    "the worker takes a job from its queue and writes the answer back when it is done so that callers see it "
    "soon which helps people who read this table by hand while they look at other things"
)
PLAIN = PLAIN_TEXT.split()
FILLERS = (
    "really",
    "quite",
    "simply",
    "also",
    "just",
    "basically",
    "actually",
    "very",
    "generally",
    "please",
)

IDENTIFIERS = (
    "apply_state",
    "useParcel",
    "harbor.db",
    "API",
    "HARBOR_POOL_SIZE",
    "sha256",
    "v2",
    "Postgres",
    "`jobs`",
)
NUMBERS = ("5", "50", "5s", "5ms", "1,000", "3.5", "-1", "two", "twice", "40%", "2026-03-05", "17:00")
PATHS = ("src/db/parcels.py", "web/src/lib", "https://example.org/a?b=1", "/etc/hosts", "C:\\temp", "./run")
QUOTES = ('"in transit"', "'lost'", "“delivered”", '"5"', "'do it'")
NEGATIONS = ("not", "never", "no", "without", "don't", "only", "except", "cannot", "unless")
TELLING = st.sampled_from((*IDENTIFIERS, *NUMBERS, *PATHS, *QUOTES, *NEGATIONS))

chunks = st.one_of(
    st.sampled_from(PLAIN),
    st.sampled_from(PLAIN).map(lambda word: word + ","),
    st.sampled_from(PLAIN).map(lambda word: f"({word})"),
    st.sampled_from(PLAIN).map(lambda word: word + "."),
    TELLING,
)
bases = st.lists(chunks, min_size=1, max_size=30)
soup = st.text(alphabet="abZ9_-./'\"`“”(),:;!? \n~#*<=>é日ない一", max_size=60)


def with_one(base: list[str], place: int, word: str) -> str:
    """The base with a word put in between two others, where no sentence begins."""
    at = place % len(base) + 1
    assume(not base[at - 1].endswith((".", ":")))
    return " ".join([*base[:at], word, *base[at:]])


@given(bases, st.integers(0, 99), TELLING)
@settings(max_examples=500, deadline=None)
def test_one_more_or_one_less_telling_word_is_another_fact(base: list[str], place: int, word: str) -> None:
    without, with_it = " ".join(base), with_one(base, place, word)
    assert telling_difference(without, with_it)
    assert telling_difference(with_it, without)


@given(soup, soup, TELLING)
@example('"9', "", '"in transit"')
@settings(max_examples=500, deadline=None)
def test_one_more_telling_word_is_another_fact_in_whatever_text(before: str, after: str, word: str) -> None:
    assert telling_difference(f"{before} {after}", f"{before} {word} {after}")


@given(bases, st.integers(0, 99), TELLING, TELLING)
@settings(max_examples=500, deadline=None)
def test_one_telling_word_for_another_is_another_fact(base: list[str], place: int, old: str, new: str) -> None:
    assume(old != new and not {old, new} <= {"not", "don't", "cannot"})
    assert not same_fact(with_one(base, place, old), with_one(base, place, new))


@given(bases, st.integers(0, 99), st.sampled_from(FILLERS))
@settings(max_examples=500, deadline=None)
@example(["Postgres", "holds", "it."], 2, "really")
def test_a_filler_is_no_other_fact(base: list[str], place: int, filler: str) -> None:
    at = place % (len(base) + 1)
    assert telling_difference(" ".join(base), " ".join([*base[:at], filler, *base[at:]])) == ""


@given(bases, st.lists(st.sampled_from((" ", "\n", "  ", "\t", "\n\n")), min_size=30, max_size=30))
def test_whitespace_is_no_other_fact(base: list[str], gaps: list[str]) -> None:
    spaced = "".join(chunk + gap for chunk, gap in zip(base, gaps, strict=False))
    assert telling_difference(" ".join(base), spaced) == ""


@given(bases, st.sampled_from((".", "!", "...", ";", " ", "?")))
def test_marks_at_the_end_are_no_other_fact(base: list[str], mark: str) -> None:
    assert telling_difference(" ".join(base), " ".join(base) + mark) == ""


@given(bases)
def test_the_case_of_a_first_letter_is_no_other_fact(base: list[str]) -> None:
    text = " ".join(base)
    assume(text[0].isalpha())
    assert telling_difference(text, text[0].swapcase() + text[1:]) == ""


@given(bases, bases)
def test_it_does_not_matter_which_text_was_first(one: list[str], two: list[str]) -> None:
    a, b = " ".join(one), " ".join(two)
    assert telling_difference(a, b) == telling_difference(b, a)


@given(st.text(), st.text())
def test_any_text_can_be_compared(a: str, b: str) -> None:
    assert telling_difference(a, a) == ""
    assert telling_difference(a, b) == telling_difference(b, a)


@given(bases, bases)
@example(["UseParcel", "is", "it"], ["useParcel", "is", "it"])
@example(["don't", "go"], ["not", "go"])
def test_texts_of_one_fact_have_one_key(one: list[str], two: list[str]) -> None:
    a, b = " ".join(one), " ".join(two)
    if same_fact(a, b):
        assert telling_key(a) == telling_key(b)


DIFFERENT = [
    ("the router is at 192.168.7.1", "the router is at 192.168.9.1", "number"),
    ("the timeout is 5s", "the timeout is 5ms", "number"),
    ("the timeout is in seconds", "the timeout is in milliseconds", "number"),
    ("retry once, then stop", "retry twice, then stop", "number"),
    ("a queue of three jobs", "a queue of four jobs", "number"),
    ("the offset is -5", "the offset is 5", "number"),
    ("read `find` first", "read `record` first", "identifier"),
    ("set MAX_JOBS at start", "set MIN_JOBS at start", "identifier"),
    ("it works on HTTP", "it works on FTP", "identifier"),
    ("call harbor.db there", "call harbor.api there", "identifier"),
    ("pass --strict to it", "pass --lenient to it", "identifier"),
    ("call advance() there", "call retreat() there", "identifier"),
    ("the cache is in Redis", "the cache is in Memcached", "name"),
    ("the cache is in redis", "the cache is in memcached", "name"),
    ("Northpost sends no ids", "Kestrel sends no ids", "name"),
    ("Northpost webhooks are retried", "Webhooks are retried", "name"),
    ("choose option A here", "choose option B here", "name"),
    ("see tracking/states.py", "see tracking/carriers.py", "path"),
    ("open https://example.org/a", "open https://example.org/b", "path"),
    ('it says "lost" then', 'it says "found" then', "quoted"),
    ("commit in db", "never commit in db", "negation"),
    ("it does work", "it doesn't work", "negation"),
    ("only admins may", "admins may", "negation"),
    ("always lock the row", "lock the row", "negation"),
    ("run it read-only", "run it read-write", "negation"),
    ("a > b holds", "a < b holds", "sign"),
    ("lint before the tests", "lint after the tests", "opposite"),
    ("the flag is enabled", "the flag is disabled", "opposite"),
    ("the default is true", "the default is false", "opposite"),
    ("turn it on", "turn it off", "opposite"),
    ("guests are allowed", "guests are denied", "opposite"),
    ("it must be set", "it may be set", "opposite"),
    ("scroll up there", "scroll down there", "opposite"),
    ("it needs more memory", "it needs less memory", "opposite"),
    ("the handler is sync", "the handler is async", "opposite"),
    ("it increases the load", "it decreases the load", "opposite"),
    ("take the first row", "take the last row", "number"),
    ("call it with a lock", "call it without a lock", "negation"),
    ("the API calls the worker", "the worker calls the API", "order"),
    ("run the linter before the tests", "run the tests before the linter", "order"),
    ("copy from a to b", "copy to a from b", "order"),
    ("A before B", "B before A", "order"),
    ("Niemals im Test committen", "Immer im Test committen", "negation"),
    ("必ず確認します", "必ず確認しません", "negation"),
    ("三回試す", "五回試す", "number"),
    ("レビューで直す", "テストで直す", "name"),
]

SAME = [
    ("the limit is 1,000 rows", "the limit is 1000 rows"),
    ("wait for 5s", "wait for 5 seconds"),
    ("wait for 5 s", "wait for five seconds"),
    ("call `apply_state` there", "call apply_state there"),
    ("do not commit here", "don't commit here"),
    ("do not commit here", "do NOT commit here"),
    ("it’s slow", "it's slow"),
    ("the parcel's state", "the parcel state"),
    ("you MUST lock the row", "you must lock the row"),
    ("**Note**: lock the row", "Note: lock the row"),
    ("the jobs live in Postgres", "the jobs live in postgres"),
    ("Postgres holds the jobs", "Currently Postgres holds the jobs"),
    ("useParcel owns the timer", "UseParcel owns the timer"),
    ("- lock the row", "lock the row"),
    ("some tools, e.g. linters, complain", "some tools, e.g. linters complain"),
    ("the big queue is slow", "the huge queue is slow"),
    ("caf\u00e9 is open", "cafe\u0301 is open"),
]


@pytest.mark.parametrize(("a", "b", "kind"), DIFFERENT)
def test_these_are_different_facts(a: str, b: str, kind: str) -> None:
    assert telling_difference(a, b).startswith(kind)
    assert not same_fact(b, a)


@pytest.mark.parametrize(("a", "b"), SAME)
def test_these_are_one_fact(a: str, b: str) -> None:
    assert telling_difference(a, b) == ""
    assert same_fact(b, a)


def test_the_difference_is_named() -> None:
    assert telling_difference("port 80 is open", "port 443 is open") == "number: 443 / 80"
    assert telling_difference("it is open", "it is never open") == "negation in one only: never"


def test_a_thousand_templated_facts_are_all_kept() -> None:
    components = [f"{name}-service" for name in ("auth", "billing", "search", "mail", "report")]
    facts = [
        f"The {component} reads `{setting}_{number}` at start and waits {number} seconds for its first answer"
        for component in components
        for setting in ("timeout", "retries", "pool", "batch")
        for number in range(2, 52)
    ]
    assert len({telling_key(fact) for fact in facts[:200]}) == 200
    assert all(not same_fact(one, two) for one, two in pairwise(facts))
