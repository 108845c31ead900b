"""The windows over the screens: what they answer, what they show, how they close."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static, TextArea

from ademem_tui.app.app import AdememApp
from ademem_tui.app.keymap import keymap_file
from ademem_tui.app.modals.base import AdememModal
from ademem_tui.app.modals.confirm import ConfirmModal
from ademem_tui.app.modals.edit import EditModal
from ademem_tui.app.modals.flag import REASONS, FlagAnswer, FlagModal
from ademem_tui.app.modals.help import HelpModal
from ademem_tui.app.modals.history import HistoryModal
from ademem_tui.app.modals.jobs import JobsModal
from ademem_tui.app.modals.jump import JumpModal, open_jump
from ademem_tui.app.modals.pick import PickModal
from ademem_tui.app.modals.text import TextModal
from ademem_tui.app.payload_form import as_text, from_text, parsed_step, step_text
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.widgets.diff_view import diff_lines, inline, side_by_side
from ademem_tui.app.wrapping import line_width, wrapped
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.jobs import CancelToken, Progress, ProgressSink
from ademem_tui.engine.model import Filter, Memory
from ademem_tui.engine.payloads import fields_of
from ademem_tui.engine.wording_diff import word_diff

Make = Callable[[], AdememApp]
Settle = Callable[[Pilot[Any]], Any]
SIZES = [(120, 36), (80, 24), (60, 20)]


class Host(AdememScreen):
    """A screen with two places that take the focus, and nothing else."""

    SCOPE = "dashboard"

    def body(self) -> Any:
        """Two fields."""
        yield Input(id="first")
        yield Input(id="second")


@pytest.fixture
def app(demo_app: Make, monkeypatch: pytest.MonkeyPatch) -> AdememApp:
    """The app on the demo, with nothing but a plain screen."""
    monkeypatch.setattr(AdememApp, "MODES", dict.fromkeys(("dashboard", "browser", "teach", "maintenance"), Host))
    return demo_app()


async def first_of(app: AdememApp, category: str) -> Memory:
    """A memory of a category."""
    wanted = Filter(categories=(category,))
    return await app.engine_room.ask(lambda engine: next(iter(engine.memories.every(wanted)))[0])


async def ask(app: AdememApp, pilot: Pilot[Any], settle: Settle, modal: Screen[Any], *keys: str) -> list[Any]:
    """Show a window, press keys, and return its answers so far."""
    answers: list[Any] = []
    await app.push_screen(modal, answers.append)
    await settle(pilot)
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
    return answers


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["y"], True),
        (["n"], False),
        (["escape"], False),
        (["q"], False),
        (["enter"], False),
        (["right", "enter"], True),
    ],
)
async def test_confirm_is_no_unless_a_person_says_yes(
    app: AdememApp, settle: Settle, keys: list[str], answer: bool
) -> None:
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        assert await ask(app, pilot, settle, ConfirmModal("Destroy?", "It [b]goes[/b].", "Do it"), *keys) == [answer]


@pytest.mark.parametrize("size", SIZES)
async def test_a_window_fits_the_screen_and_a_click_beside_it_closes(
    app: AdememApp, settle: Settle, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        memory = await first_of(app, "procedure")
        modals: list[AdememModal[Any]] = [
            TextModal("Long", Text("\n".join(f"line {number}" for number in range(200)))),
            HelpModal("browser"),
            PickModal("Pick", [(str(number), f"choice {number}", "hint") for number in range(60)]),
            FlagModal(),
            EditModal(memory),
            HistoryModal(memory),
            JobsModal(app.jobs),
            ConfirmModal("Sure?", "word " * 400),
        ]
        for modal in modals:
            await ask(app, pilot, settle, modal)
            window = modal.query_one("#window")
            keys = modal.query_one("#window-keys")
            assert app.screen.region.contains_region(window.region), type(modal)
            assert window.region.contains_region(keys.region), type(modal)
            for part in modal.query(".stretch"):
                assert part.region.bottom <= keys.region.y, type(modal)
            if window.region.x:
                await pilot.click(offset=(0, size[1] - 1))
                await settle(pilot)
                assert app.screen is not modal, type(modal)


@pytest.mark.parametrize(("key", "reason"), [(key, reason) for key, reason, _ in REASONS])
async def test_flag_takes_one_key_and_then_asks_for_the_right_version(
    app: AdememApp, settle: Settle, key: str, reason: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert await ask(app, pilot, settle, FlagModal(), key, "y") == [FlagAnswer(reason, True)]
        assert await ask(app, pilot, settle, FlagModal(), key, "enter") == [FlagAnswer(reason, False)]
        assert await ask(app, pilot, settle, FlagModal(), key, "escape") == [None]
        assert await ask(app, pilot, settle, FlagModal(several=3), key) == [FlagAnswer(reason, False)]


async def test_flag_takes_own_words(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        found = await ask(app, pilot, settle, FlagModal(), "tab", *"so old", "enter", "n")
        assert found == [FlagAnswer("so old", False)]
        assert await ask(app, pilot, settle, FlagModal(), "tab", "enter", "escape") == [None]


async def test_pick_narrows_by_typing_and_keeps_the_cursor_on_what_holds_now(app: AdememApp, settle: Settle) -> None:
    options = [("a", "Apple", "red"), ("b", "Banana", "yellow"), ("c", "Cherry", "red")]
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert await ask(app, pilot, settle, PickModal("Fruit", options, "b"), "enter") == ["b"]
        assert await ask(app, pilot, settle, PickModal("Fruit", options), *"red", "down", "enter") == ["c"]
        assert await ask(app, pilot, settle, PickModal("Fruit", options), *"zzz", "enter", "escape") == [None]
        modal = PickModal("Fruit", options)
        answers = await ask(app, pilot, settle, modal)
        await pilot.click(modal.query_one(OptionList), offset=(2, 1))
        await settle(pilot)
        assert answers == ["b"]


async def test_text_is_copied_as_it_is(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await ask(app, pilot, settle, TextModal("T", Content("one [b]two[/b]")), "y")
        assert app.clipboard == "one [b]two[/b]"
        await ask(app, pilot, settle, TextModal("T", lambda width: Content(f"{width} cells")), "y")
        assert app.clipboard == "96 cells"


async def test_help_lists_the_keys_of_the_place_with_their_twins(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        modal = HelpModal("browser")
        await ask(app, pilot, settle, modal)
        everything = modal.drawn("", 100).plain
        assert "ademem pin ID" in everything
        assert "Go to Dashboard." in everything
        assert "Move by one." in everything
        narrowed = modal.drawn("undone last", 50).plain
        assert "ademem redo" in narrowed
        assert "ademem pin" not in narrowed
        assert modal.drawn("zzzz", 50).plain == "No key fits what you typed."


async def test_help_shows_the_persons_own_keys(app: AdememApp, settle: Settle) -> None:
    os.makedirs(app.paths.config_dir, exist_ok=True)
    with open(keymap_file(app.paths), "w", encoding="utf-8") as stream:
        stream.write('"app.undo" = "f5,ctrl+z"\n')
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        modal = HelpModal("dashboard")
        await ask(app, pilot, settle, modal)
        lines = modal.drawn("", 110).plain.splitlines()
        assert next(line for line in lines if "Take back the last act" in line).startswith("f5 ctrl+z ")
        assert next(line for line in lines if "Show the keys" in line).startswith("? f1 ")


async def test_jobs_show_progress_cancel_and_a_failures_trace(app: AdememApp, settle: Settle) -> None:
    begun, hold = threading.Event(), threading.Event()

    def work(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> None:
        progress(Progress(40, 200, "reading", "the first line"))
        begun.set()
        hold.wait(20)
        cancel.checkpoint()

    def fail(engine: Engine, progress: ProgressSink, cancel: CancelToken) -> None:
        raise ValueError("no such thing")

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        modal = JobsModal(app.jobs)
        await app.push_screen(modal)
        await pilot.pause()
        assert modal.has_class("-empty")
        slow = app.jobs.start("Reading notes", work)
        assert begun.wait(20)
        modal._look()
        assert modal.current is slow
        shown = modal.query_one(OptionList).get_option_at_index(0).prompt
        assert isinstance(shown, Content)
        assert "40 of 200 reading" in shown.plain
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen_stack[-1] is not modal
        await pilot.press("y", "escape")
        assert "the first line" in app.clipboard
        await pilot.press("c")
        assert slow.cancel.cancelled
        hold.set()
        failed = app.jobs.start("Breaking", fail)
        app.jobs._heavy.submit(lambda: None).result(20)
        assert (slow.state, failed.state) == ("cancelled", "failed")
        modal._look()
        modal.query_one(OptionList).highlighted = 0
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("y", "escape")
        assert "ValueError: no such thing" in app.clipboard
        await pilot.press("c")
        await pilot.press("q")
        assert app.screen_stack[-1] is not modal


async def test_edit_answers_with_what_changed_alone(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        memory = await first_of(app, "dead_end")
        modal = EditModal(memory)
        answers = await ask(app, pilot, settle, modal)
        modal.query_one("#content", TextArea).text = "Another text."
        modal.query_one("#tags", Input).value = "one, two"
        modal.query_one("#typed-used_instead", Input).value = "Something else"
        await settle(pilot)
        assert "13 of 2,000" in str(modal.query_one("#count", Static).content)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert answers == [
            {"content": "Another text.", "tags": ("one", "two"), "payload": {"used_instead": "Something else"}}
        ]
        assert await ask(app, pilot, settle, EditModal(memory), "ctrl+s") == [None]


async def test_edit_of_another_category_takes_its_fields_along(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        memory = await first_of(app, "dead_end")
        modal = EditModal(memory)
        answers = await ask(app, pilot, settle, modal)
        modal.query_one("#category").value = "session_insight"  # type: ignore[attr-defined]
        await settle(pilot)
        modal.query_one("#typed-worked", TextArea).text = "this\nthat"
        await pilot.press("ctrl+s")
        await settle(pilot)
        changes = answers[0]
        assert changes["category"] == "session_insight"
        assert changes["payload"]["worked"] == ["this", "that"]
        assert changes["payload"]["tried"] is None
        edited = await app.engine_room.act(
            lambda engine: engine.editing.edit(
                [memory.id], {"category": changes["category"]}, payload=changes["payload"]
            )
        )
        assert edited.done.memories[0].payload == {"worked": ["this", "that"]}


async def test_edit_refuses_what_cannot_be_kept_and_asks_before_losing_it(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        modal = EditModal(await first_of(app, "task_calibration"))
        answers = await ask(app, pilot, settle, modal)
        for text, told in (("x" * 2_001, "2,001 characters"), ("  ", "no text left")):
            modal.query_one("#content", TextArea).text = text
            await pilot.press("ctrl+s")
            await settle(pilot)
            assert told in str(modal.query_one("#problem", Static).content)
        modal.query_one("#content", TextArea).text = "Short enough."
        modal.query_one("#typed-planned", Input).value = "many"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "number" in str(modal.query_one("#problem", Static).content)
        assert not answers
        await pilot.press("escape", "enter")
        await settle(pilot)
        assert app.screen is modal
        await pilot.press("escape", "y")
        await settle(pilot)
        assert answers == [None]


async def test_history_tells_who_when_why_and_what(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, "convention")
        content = f"{memory.content} Always, without exception."
        await app.engine_room.act(
            lambda engine: engine.editing.edit([memory.id], {"content": content}, why="said more clearly")
        )
        modal = HistoryModal(memory)
        await ask(app, pilot, settle, modal)
        told = modal.drawn(60).plain
        assert "edit  by user" in told
        assert "said more clearly" in told
        assert "without exception." in told
        assert told.index("edit") < told.index("remember")
        await pilot.press("y", "q")
        assert "said more clearly" in app.clipboard


async def test_history_of_what_is_gone_is_a_sentence(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        memory = await first_of(app, "fact")
        await app.engine_room.act(lambda engine: engine.removal.purge([memory.id]))
        modal = HistoryModal(memory)
        await ask(app, pilot, settle, modal)
        assert "purged" in modal.drawn(60).plain


async def test_jump_puts_a_letter_on_each_place(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        screen.query_one("#first", Input).focus()
        open_jump(screen)
        await settle(pilot)
        assert isinstance(app.screen, JumpModal)
        await pilot.press("s")
        await settle(pilot)
        assert screen.focused is screen.query_one("#second")
        open_jump(screen)
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen is screen
        assert screen.focused is screen.query_one("#second")


WORDS = st.lists(st.text("abc ", max_size=5), max_size=12).map(" ".join)


@given(WORDS, WORDS)
def test_a_word_diff_holds_both_texts(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert " ".join(text for kind, text in pieces if kind != "added").split() == before.split()
    assert " ".join(text for kind, text in pieces if kind != "removed").split() == after.split()


@given(WORDS, WORDS, st.integers(20, 120))
def test_a_diff_never_leaves_its_width(before: str, after: str, width: int) -> None:
    for lines in (inline(before, after, width), side_by_side(before, after, width), diff_lines(before, after, width)):
        assert all(line_width(line) <= width for line in lines)


@given(st.text(max_size=300), st.integers(2, 90))
def test_wrapped_lines_lose_no_letter_and_keep_their_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)


@given(
    st.fixed_dictionaries(
        {"text": st.text("abc def", min_size=1).map(lambda text: " ".join(text.split())).filter(bool)},
        optional={"file": st.text("ab/.", min_size=1), "severity": st.sampled_from(["low", "high"])},
    ),
    st.none() | st.integers(0, 9_999),
)
def test_a_step_survives_the_form(step: dict[str, Any], line: int | None) -> None:
    whole = {**step, "line": line} if line is not None and "file" in step else step
    assert parsed_step(step_text(whole)) == whole


@pytest.mark.parametrize(
    ("category", "name", "value"),
    [
        ("task_calibration", "planned", 18),
        ("task_calibration", "ratio", 1.89),
        ("session_insight", "worked", ["this; and that", "more"]),
        ("episode", "outcome", "partial"),
        ("dead_end", "tried", "one thing"),
    ],
)
def test_a_typed_field_survives_the_form(category: str, name: str, value: Any) -> None:
    field = next(field for field in fields_of(category) if field.name == name)
    assert from_text(category, field, as_text(field, value)) == value
    assert from_text(category, field, "  ") is None
