"""One memory whole: the card, the screen, and every act on it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from ademem_tui.app import editor, memory_acts
from ademem_tui.app.actions import actions_for
from ademem_tui.app.app import AdememApp
from ademem_tui.app.format import use_ascii
from ademem_tui.app.memory_acts import why_not_on
from ademem_tui.app.modals.edit import EditModal
from ademem_tui.app.modals.flag import FlagModal
from ademem_tui.app.modals.pick import PickModal
from ademem_tui.app.modals.text import TextModal
from ademem_tui.app.palette import AdememCommands
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.screens.detail import DetailScreen
from ademem_tui.app.widgets.memory_card import card
from ademem_tui.app.widgets.memory_why import why_text
from ademem_tui.demo.project import DEMO_NOW
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Filter, Memory, Relation

Make = Callable[[], AdememApp]
Settle = Callable[[Pilot[Any]], Any]


class Host(AdememScreen):
    """What lies below."""

    SCOPE = "dashboard"


@pytest.fixture
def app(demo_app: Make, monkeypatch: pytest.MonkeyPatch) -> AdememApp:
    """The app on the demo, with nothing but a plain screen below the detail."""
    monkeypatch.setattr(AdememApp, "MODES", dict.fromkeys(("dashboard", "browser", "teach", "maintenance"), Host))
    monkeypatch.setattr(AdememApp, "COMMANDS", {AdememCommands})
    return demo_app()


async def first_of(app: AdememApp, **wanted: Any) -> Memory:
    """A memory that passes a filter."""
    return await app.engine_room.ask(lambda engine: next(iter(engine.memories.every(Filter(**wanted))))[0])


async def now_is(app: AdememApp, memory: Memory) -> Memory:
    """A memory as it stands in the store."""
    return await app.engine_room.ask(lambda engine: engine.memories.get(memory.id)[0])


async def show(app: AdememApp, pilot: Pilot[Any], settle: Settle, memory: Memory) -> DetailScreen:
    """Open the detail."""
    screen = DetailScreen(memory.id)
    await app.push_screen(screen)
    await settle(pilot)
    return screen


async def press(pilot: Pilot[Any], settle: Settle, *keys: str) -> None:
    """Keys with all that follows from each."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


@pytest.mark.parametrize(
    ("key", "wanted", "before", "after"),
    [
        ("p", {"pinned": False, "statuses": ("promoted",)}, "pinned", True),
        ("p", {"pinned": True}, "pinned", False),
        ("v", {"verified": False, "statuses": ("promoted",)}, "verified", True),
        ("d", {"statuses": ("promoted",)}, "status", "archived"),
        ("D", {"statuses": ("promoted",)}, "archive_reason", "deleted"),
        ("R", {"statuses": ("archived",)}, "archive_reason", None),
        ("a", {"statuses": ("candidate",)}, "status", "promoted"),
        ("x", {"statuses": ("candidate",)}, "archive_reason", "rejected"),
    ],
)
async def test_one_key_acts_and_z_takes_it_back(
    app: AdememApp, settle: Settle, key: str, wanted: dict[str, Any], before: str, after: Any
) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, **wanted)
        screen = await show(app, pilot, settle, memory)
        await press(pilot, settle, key)
        assert getattr(await now_is(app, memory), before) == after
        current = screen.current_memory()
        assert current is not None
        assert getattr(current, before) == after
        await press(pilot, settle, "z")
        assert getattr(await now_is(app, memory), before) == getattr(memory, before)


async def test_very_many_are_acted_on_by_a_job(app: AdememApp, settle: Settle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_acts, "MANY", 2)
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        one, two = await first_of(app, categories=("gotcha",)), await first_of(app, categories=("convention",))
        screen = await show(app, pilot, settle, one)
        monkeypatch.setattr(screen, "chosen_ids", lambda: [one.id, two.id])
        await press(pilot, settle, "d")
        app.jobs._heavy.submit(lambda: None).result(20)
        assert [record.state for record in app.jobs.records] == ["done"]
        assert {(await now_is(app, memory)).status for memory in (one, two)} == {"archived"}
        await press(pilot, settle, "z")
        assert (await now_is(app, one)).status == one.status


async def test_flag_asks_why_and_leads_to_the_right_version(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("gotcha",), statuses=("promoted",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "f")
        assert isinstance(app.screen, FlagModal)
        await press(pilot, settle, "o", "y")
        flagged = await now_is(app, memory)
        assert (flagged.archive_reason, flagged.archive_note) == ("flagged_wrong", "outdated")
        seed = app.teach_seed
        assert seed is not None
        assert seed["content"] == memory.content
        assert seed["supersedes"] == memory.id
        assert seed["category"] == "gotcha"
        assert app.current_mode == "teach"


async def test_flag_without_an_answer_flags_nothing(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        memory = await first_of(app, statuses=("promoted",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "f", "w", "escape")
        assert (await now_is(app, memory)).is_live
        assert app.teach_seed is None


async def test_edit_changes_the_memory(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("dead_end",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "e")
        form = app.screen
        assert isinstance(form, EditModal)
        form.query_one("#content", TextArea).text = "Something that nobody has said before."
        form.query_one("#typed-tried", Input).value = "Another thing"
        await press(pilot, settle, "ctrl+s")
        edited = await now_is(app, memory)
        assert edited.content == "Something that nobody has said before."
        assert edited.payload is not None
        assert edited.payload["tried"] == "Another thing"
        assert edited.payload["why_failed"] == (memory.payload or {})["why_failed"]


async def test_an_edit_that_was_overtaken_keeps_what_was_typed(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "e")
        await app.engine_room.act(
            lambda engine: engine.editing.edit([memory.id], {"content": "Somebody else's words stand here."})
        )
        app.screen.query_one("#content", TextArea).text = "My own words stand here now."
        await press(pilot, settle, "ctrl+s")
        form = app.screen
        assert isinstance(form, EditModal)
        assert "Somebody else's words" in str(form.query_one("#problem", Static).content)
        assert form.query_one("#content", TextArea).text == "My own words stand here now."
        assert (await now_is(app, memory)).content == "Somebody else's words stand here."
        await press(pilot, settle, "ctrl+s")
        assert (await now_is(app, memory)).content == "My own words stand here now."


async def test_an_edit_to_a_text_that_is_there_already_brings_the_form_back(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        one = await first_of(app, categories=("convention",))
        two = await first_of(app, categories=("gotcha",))
        await show(app, pilot, settle, one)
        await press(pilot, settle, "e")
        app.screen.query_one("#content", TextArea).text = two.content
        await press(pilot, settle, "ctrl+s")
        assert isinstance(app.screen, EditModal)
        assert "exactly this already" in str(app.screen.query_one("#problem", Static).content)


async def test_the_editor_changes_the_text(app: AdememApp, settle: Settle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_acts, "edited_text", lambda app, command, text: f"{text} More.")
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "E")
        assert (await now_is(app, memory)).content == f"{memory.content} More."


async def test_a_text_from_the_editor_that_cannot_be_stored_is_kept_as_a_file(
    app: AdememApp, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_acts, "edited_text", lambda app, command, text: "x" * 2_500)
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "E")
        assert (await now_is(app, memory)).content == memory.content
        kept = os.path.join(app.paths.state_dir, "drafts", f"{memory.id[-6:]}.md")
        with open(kept, encoding="utf-8") as stream:
            assert stream.read() == "x" * 2_500


async def test_an_editor_where_the_app_cannot_step_aside_is_a_sentence(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "E")
        assert (await now_is(app, memory)).content == memory.content
        assert isinstance(app.screen, DetailScreen)


def test_the_editor_is_the_configured_one_then_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "code --wait")
    monkeypatch.setenv("EDITOR", "nano")
    assert editor.editor_command("hx -c x") == ["hx", "-c", "x"]
    assert editor.editor_command("") == ["code", "--wait"]
    monkeypatch.delenv("VISUAL")
    assert editor.editor_command("") == ["nano"]


async def test_a_file_is_opened_only_where_it_is_there_and_inside(
    app: AdememApp, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(memory_acts, "open_in_editor", lambda app, command, file: opened.append(file))
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, files=("src/harbor/tracking/carriers.py",))
        screen = await show(app, pilot, settle, memory)
        await press(pilot, settle, "o")
        if isinstance(app.screen, PickModal):
            await press(pilot, settle, *"carriers", "enter")
        assert [os.path.basename(file) for file in opened] == ["carriers.py"]
        screen._open_file("../../outside.py")
        screen._open_file("src/gone.py")
        assert len(opened) == 1


@pytest.mark.parametrize(
    ("key", "field", "typed", "value"),
    [("V", "visibility", "team", "team"), ("c", "category", "quirk", "environment_quirk")],
)
async def test_visibility_and_category_are_picked(
    app: AdememApp, settle: Settle, key: str, field: str, typed: str, value: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, key)
        assert isinstance(app.screen, PickModal)
        await press(pilot, settle, *typed, "enter")
        assert getattr(await now_is(app, memory), field) == value


async def test_copy_teach_and_why(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("gotcha",))
        await show(app, pilot, settle, memory)
        await press(pilot, settle, "y")
        assert app.clipboard == memory.content
        await press(pilot, settle, "Y")
        assert app.clipboard == memory.id
        await press(pilot, settle, "w")
        assert isinstance(app.screen, TextModal)
        await press(pilot, settle, "q", "t")
        assert app.current_mode == "teach"
        assert app.teach_seed is not None
        assert app.teach_seed["category"] == "gotcha"
        assert "content" not in app.teach_seed


async def test_links_lead_to_the_other_memory_and_back(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        one = await first_of(app, categories=("convention",))
        two = await first_of(app, categories=("gotcha",))
        await app.engine_room.act(lambda engine: engine.acts.relate(one.id, "depends_on", two.id))
        screen = await show(app, pilot, settle, one)
        assert two.id[-6:] in str(screen.card_text.content)
        await press(pilot, settle, "L", *two.id[-6:].lower(), "enter")
        linked = app.screen
        assert isinstance(linked, DetailScreen)
        assert linked.memory_id == two.id
        assert "depends on" in str(linked.card_text.content)
        await press(pilot, settle, "p", "escape")
        assert app.screen is screen
        await press(pilot, settle, "q")
        assert not isinstance(app.screen, DetailScreen)


async def test_what_another_process_writes_is_shown_in_place(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("convention",))
        screen = await show(app, pilot, settle, memory)
        await app.engine_room.act(
            lambda engine: engine.editing.edit([memory.id], {"content": "Written meanwhile by another hand."})
        )
        await app.look_for_changes()
        await settle(pilot)
        assert "Written meanwhile by another hand." in str(screen.card_text.content)


async def test_a_memory_that_is_gone_is_a_sentence(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, categories=("fact",))
        screen = await show(app, pilot, settle, memory)
        await app.engine_room.act(lambda engine: engine.removal.purge([memory.id]))
        await app.look_for_changes()
        await settle(pilot)
        assert "purged" in str(screen.card_text.content)
        assert screen.why_not("memory.pin")
        await press(pilot, settle, "p", "e", "L", "q")
        assert not isinstance(app.screen, DetailScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36), (250, 70)])
async def test_the_card_and_the_history_fit_every_width(app: AdememApp, settle: Settle, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = await show(app, pilot, settle, await first_of(app, categories=("procedure",)))
        beside = screen.card_pane.region.y == screen.history_pane.region.y
        assert beside == (size[0] >= 110)
        for text in (screen.card_text, screen.history_text):
            assert max(cell_len(line) for line in str(text.content).splitlines()) <= text.size.width
        await press(pilot, settle, "h")
        assert screen.focused is screen.history_pane
        await press(pilot, settle, "j", "G", "g", "ctrl+d", "k")


async def test_every_action_of_the_detail_is_done_by_something(app: AdememApp, settle: Settle) -> None:
    later = {"app.jump"}
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await show(app, pilot, settle, await first_of(app, categories=("fact",)))
        for action in actions_for("detail"):
            name = f"do_{action.id.replace('.', '_')}"
            assert action.id in later or hasattr(screen, name) or hasattr(app, name), action.id


async def test_the_palette_finds_actions_and_memories(app: AdememApp, settle: Settle) -> None:
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        memory = await first_of(app, statuses=("promoted",), pinned=False)
        screen = await show(app, pilot, settle, memory)
        provider = AdememCommands(screen)
        found = [hit async for hit in provider.discover()]
        texts = [hit.text for hit in found]
        assert "memory: Pin" in texts
        assert "screen: Dashboard" in texts
        restore = next(hit for hit in found if hit.text == "memory: Restore")
        assert (restore.help or "").startswith("Not now:")
        pin = next(hit for hit in found if hit.text == "memory: Pin")
        assert "ademem pin ID" in (pin.help or "")
        hits = [hit async for hit in provider.search("redis")]
        memories = [hit for hit in hits if (hit.text or "").startswith("open: ")]
        assert 0 < len(memories) <= 10
        await press(pilot, settle, "ctrl+p")
        assert isinstance(app.screen, CommandPalette)
        await press(pilot, settle, *"memory: pin", "enter")
        if isinstance(app.screen, CommandPalette):
            await press(pilot, settle, "enter")
        assert (await now_is(app, memory)).pinned


@pytest.fixture
def demo_memories(demo_app: Make) -> list[tuple[Memory, list[Relation]]]:
    """Every memory of the demo with its links."""
    app = demo_app()
    from ademem_tui.engine.store import guard

    guard.allow_this_thread()
    with Engine(app.paths, app.config) as engine:
        found = list(engine.memories.every(Filter(any_status=True)))
        return [(memory, engine.memories.relations(memory, origin)) for memory, origin in found]


@pytest.mark.parametrize("width", [20, 36, 56, 110])
def test_the_card_of_every_demo_memory_keeps_its_width(
    demo_memories: list[tuple[Memory, list[Relation]]], width: int
) -> None:
    for memory, relations in demo_memories:
        text = card(memory, relations, DEMO_NOW, width).plain
        assert max(cell_len(line) for line in text.splitlines()) <= max(width, 24), memory.id
        assert memory.id[-6:] in text
        assert why_text(memory, DEMO_NOW, width).plain


def test_typed_parts_are_laid_out_for_reading(demo_memories: list[tuple[Memory, list[Relation]]]) -> None:
    def shown(category: str) -> str:
        memory, relations = next(pair for pair in demo_memories if pair[0].category == category and pair[0].payload)
        return card(memory, relations, DEMO_NOW, 90).plain

    dead_end = shown("dead_end")
    assert dead_end.index("Tried") < dead_end.index("It failed") < dead_end.index("Instead")
    procedure = shown("procedure")
    assert " 1. " in procedure
    assert " 2. " in procedure
    assert "Verdict" in shown("pr_review")
    assert "times what was planned" in shown("task_calibration")
    assert "Always read" in shown("prefetch_pattern")
    assert "Task" in shown("episode")


def test_ascii_cards_hold_nothing_else(demo_memories: list[tuple[Memory, list[Relation]]]) -> None:
    use_ascii(True)
    try:
        for memory, relations in demo_memories:
            plain = replace(
                memory, content="a", summary="a", payload=None, review_reason=None, archive_note=None, tags=()
            )
            assert card(plain, relations, DEMO_NOW, 80).plain.isascii()
    finally:
        use_ascii(False)


def test_text_that_looks_like_markup_or_an_escape_is_shown_not_obeyed(
    demo_memories: list[tuple[Memory, list[Relation]]],
) -> None:
    memory = replace(demo_memories[0][0], content="[red]not[/red] \x1b[31mred $primary 漢字 مرحبا 👩‍👩‍👧")
    text = card(memory, [], DEMO_NOW, 60).plain
    assert "[red]not[/red]" in text
    assert "\x1b" not in text


@given(st.text(max_size=400), st.integers(24, 140))
def test_any_text_makes_a_card(content: str, width: int) -> None:
    memory = replace(SAMPLE, content=content, summary=content[:100], tags=(content[:10],))
    text = card(memory, [], DEMO_NOW, width)
    assert "\x1b" not in text.plain


@pytest.mark.parametrize(
    ("status", "action", "is_possible"),
    [
        ("promoted", "memory.pin", True),
        ("archived", "memory.pin", False),
        ("archived", "memory.restore", True),
        ("promoted", "memory.restore", False),
        ("candidate", "memory.accept", True),
        ("promoted", "memory.accept", False),
        ("promoted", "memory.reject", False),
        ("archived", "memory.edit", True),
        ("promoted", "memory.open_file", False),
        ("promoted", "app.undo", True),
    ],
)
def test_why_not_goes_by_the_memory(status: str, action: str, is_possible: bool) -> None:
    memory = replace(SAMPLE, status=status)
    assert (why_not_on(memory, action) == "") == is_possible
    if action.startswith("memory."):
        assert why_not_on(None, action)


def test_teaching_needs_no_memory() -> None:
    assert why_not_on(None, "memory.teach") == ""


SAMPLE = Memory(
    seq=1,
    id="01M59S2DDG58RXYTXDCX13X5PG",
    project_id=None,
    scope="project",
    scope_owner_id=None,
    visibility="project",
    tier=2,
    status="promoted",
    archive_reason=None,
    archive_note=None,
    category="gotcha",
    content="Auth tests hang unless REDIS_URL is set.",
    summary="",
    citation_text="",
    importance="medium",
    confidence=0.8,
    observation_count=1,
    tags=(),
    related_files=(),
    related_modules=(),
    file_scope_pattern=None,
    branch=None,
    commit_sha=None,
    source_type="user_taught",
    source_who="user",
    source_id=None,
    source_session_id=None,
    source_run_id=None,
    source_step=None,
    source_pack_key=None,
    provenance_session_ids=(),
    agent_id=None,
    payload=None,
    extra=None,
    pinned=False,
    verified=False,
    needs_review=False,
    review_reason=None,
    touched_by_person=False,
    trust_flags=(),
    half_life_days=None,
    access_count=0,
    injection_count=0,
    write_gate_reason=None,
    dedupe_key="",
    embedding_model=None,
    embedding_state="none",
    created_at="2026-10-01T09:00:00.000Z",
    updated_at="2026-10-01T09:00:00.000Z",
    last_accessed_at="2026-10-01T09:00:00.000Z",
    promoted_at=None,
    stale_at=None,
    archived_at=None,
    deleted_at=None,
    rev=1,
)
