"""Characters nobody sees: shown as escapes, and no place for a secret to hide."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ademem_tui.engine.redact import Finding, clean, visible

JOINER = "\u200d"
HIDDEN = ["\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\xad", "\x00", "\x1b", "\x7f", "\ud800", "\U000e0041"]
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8" * 2 + "a1B2"

ANY = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cf", "Cc", "Cs"]),
        st.sampled_from(["\U0001f468", "\u2764", "\ufe0f", "\ufe0e", JOINER, "\U0001f3fd", "1", "\u20e3", "\r", "\n"]),
    )
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\u202egnp.exe\u202c", "\\u202egnp.exe\\u202c"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("nul\x00 bell\x07 del\x7f nel\x85", "nul\\x00 bell\\x07 del\\x7f nel\\x85"),
        ("soft\xadhyphen \ufeffmark", "soft\\xadhyphen \\ufeffmark"),
        ("lone \udc80 surrogate", "lone \\udc80 surrogate"),
        ("tag \U000e0041", "tag \\U000e0041"),
        ("filler \u3164 separator \u2028", "filler \\u3164 separator \\u2028"),
        ("windows\r\nlines\r\n", "windows\nlines\n"),
        ("a lone\rreturn", "a lone\\x0dreturn"),
        ("a\u200db, \u0645\u06cc\u200c\u062e", "a\\u200db, \u0645\u06cc\\u200c\u062e"),
        ("\U0001f600\u200d", "\U0001f600\\u200d"),
        ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f\\ufe0f"),
        ("a\ufe0f 1\ufe0f", "a\\ufe0f 1\\ufe0f"),
    ],
)
def test_hidden_characters_are_shown(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert clean(text) == (shown, ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain\ttext\nwith [markup] and \\u200b written out",
        "Größe → 3 · naïve — 日本語 العربية हिन्दी",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 and \U0001f9d1\U0001f3fd\u200d\u2695\ufe0f",
        "\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3 \u26a0\ufe0f \u00a9\ufe0f",
        "nerd font \ue0b0",
    ],
)
def test_what_can_be_seen_is_the_same_object(text: str) -> None:
    assert visible(text) is text
    assert clean(text).text is text


def test_every_control_and_format_character_is_shown() -> None:
    left = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if chr(code) not in "\n\t"
        and unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and not visible(chr(code)).startswith("\\")
    ]
    assert left == []


@given(ANY)
def test_nothing_hidden_is_left(text: str) -> None:
    shown = visible(text)
    assert visible(shown) is shown
    for at, character in enumerate(shown):
        category = unicodedata.category(character)
        if character == JOINER:
            assert 0 < at < len(shown) - 1
            assert not shown[at - 1].isalnum()
            assert not shown[at + 1].isalnum()
        else:
            assert character in "\n\t" or category not in ("Cc", "Cf", "Cs", "Zl", "Zp")


@given(ANY)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text).text
    assert clean(once) == (once, ())


@given(st.sampled_from(HIDDEN), st.integers(0, len(TOKEN)), st.integers(0, len(TOKEN)))
def test_a_token_with_hidden_characters_goes_as_a_whole(hidden: str, one: int, other: int) -> None:
    first, second = sorted((one, other))
    split = TOKEN[:first] + hidden + TOKEN[first:second] + hidden * 2 + TOKEN[second:]
    result = clean(f"use {split} here")
    assert result.found == (Finding("GitHub Token", 1),)
    assert "[REDACTED: GitHub Token]" in result.text
    assert not any(TOKEN[at : at + 4] in result.text for at in range(len(TOKEN) - 3))


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("pass\u200bword = 'hun\u200dter2'", "pass\\u200bword = '[REDACTED: Password]'"),
        ("password=\x1b[1mhunter2\x1b[0m", "password=\\x1b[1m[REDACTED: Password]\\x1b[0m"),
        ("password=\u200b", "password=\\u200b"),
        ("password=hunter2\u2028next", "password=[REDACTED: Password]\\u2028next"),
        ("password=hunter2\r\nnext", "password=[REDACTED: Password]\nnext"),
        ("\u202epassword=hunter2", "\\u202epassword=[REDACTED: Password]"),
        ("\u2066[REDACTED: Password]", "\\u2066[REDACTED: Password]"),
    ],
)
def test_a_named_secret_cannot_hide(text: str, cleaned: str) -> None:
    assert clean(text).text == cleaned


def test_a_hidden_character_before_a_token_parts_it_from_its_neighbour() -> None:
    token = "sk-" + "a1B2c3D4e5F6g7H8" * 3
    assert clean(f"mask\u200b{token}").text == "mask\\u200b[REDACTED: OpenAI Token]"
