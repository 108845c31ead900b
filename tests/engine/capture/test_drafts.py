"""Foreign times and words as they are stored here."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.capture.drafts import plain_words, stamp_of
from ademem_tui.engine.clock import stamp


@pytest.mark.parametrize(
    "value",
    [
        "2026-01-02T03:04:05.678Z",
        " 2026-01-02T03:04:05.678+00:00 ",
        "2026-01-02 03:04:05.678",
        "2026-01-02T05:04:05.678999+02:00",
        1767323045678,
        "1767323045678",
        1767323045.678,
        "1767323045.678",
    ],
)
def test_every_way_to_write_a_time_gives_the_same_stamp(value: Any) -> None:
    assert stamp_of(value) == "2026-01-02T03:04:05.678Z"


@pytest.mark.parametrize("value", ["2026-01-02", "20260102", 1767312000, "1767312000"])
def test_a_day_or_whole_seconds_are_times_too(value: Any) -> None:
    assert stamp_of(value) == "2026-01-02T00:00:00.000Z"


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "soon",
        0,
        -5,
        True,
        float("nan"),
        float("inf"),
        b"x",
        [],
        "0001-01-01",
        "9999-12-31T23:59:59-10:00",
        1e30,
    ],
)
def test_what_is_no_time_is_none(value: Any) -> None:
    assert stamp_of(value) is None


@given(st.integers(min_value=100_000_000_000, max_value=253_402_300_799_999))
def test_milliseconds_and_stamps_agree(milliseconds: int) -> None:
    assert stamp_of(milliseconds) == stamp(milliseconds)
    assert stamp_of(stamp(milliseconds)) == stamp(milliseconds)


def test_words_are_plain_and_come_once() -> None:
    assert plain_words([" a ", "b", "a", "", None, 3, True, {"x": 1}]) == ("a", "b", "3")
