"""The browser: narrowing, moving, marking, acting, coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.widgets import Input

from ademem_tui.app.app import AdememApp
from ademem_tui.app.screens.browser import BrowserScreen
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.model import Filter, WriteRequest

MakeApp = Callable[[], AdememApp]


async def browser(app: AdememApp, pilot: Any, settle: Any) -> BrowserScreen:
    await settle(pilot)
    await pilot.press("3")
    await settle(pilot)
    assert isinstance(app.screen, BrowserScreen)
    return app.screen


async def count(app: AdememApp, wanted: Filter) -> int:
    return await app.engine_room.ask(lambda engine: engine.memories.count(wanted))


async def test_the_list_shows_every_live_memory(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        assert screen.memories.row_count() == await count(app, Filter())
        assert screen.has_class("-filled")


async def test_typing_narrows_and_escape_widens(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        everything = screen.memories.row_count()
        await pilot.press("slash", *"category:gotcha")
        await pilot.pause(0.2)
        await settle(pilot)
        assert screen.memories.row_count() == await count(app, Filter(categories=("gotcha",)))
        await pilot.press("escape")
        await pilot.pause(0.2)
        await settle(pilot)
        assert screen.memories.row_count() == everything


async def test_letters_in_the_filter_are_letters(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        await pilot.press("slash", "p", "d", "z", "q")
        assert screen.query_one("#filter", Input).value == "pdzq"
        assert app.screen is screen


async def test_pin_and_undo(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await browser(app, pilot, settle)
        before = await count(app, Filter(pinned=True))
        await pilot.press("j")
        await pilot.pause(0.2)
        await settle(pilot)
        await pilot.press("p")
        await settle(pilot)
        assert await count(app, Filter(pinned=True)) == before + 1
        await pilot.press("z")
        await settle(pilot)
        assert await count(app, Filter(pinned=True)) == before


async def test_an_act_on_all_marked_is_one_undo(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        before = await count(app, Filter())
        await pilot.press("space", "space", "space")
        await settle(pilot)
        assert len(screen.memories.marks) == 3
        await pilot.press("d")
        await settle(pilot)
        assert await count(app, Filter()) == before - 3
        await pilot.press("z")
        await settle(pilot)
        assert await count(app, Filter()) == before


async def test_the_cursor_stays_on_its_memory_when_others_write(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        await pilot.press("j", "j", "j")
        await settle(pilot)
        entry = screen.memories.entry
        assert entry is not None

        def write(engine: Engine) -> None:
            engine.memories.write(WriteRequest("Somebody else was here just now"))

        await app.engine_room.act(write)
        await app.look_for_changes()
        await settle(pilot)
        after = screen.memories.entry
        assert after is not None
        assert after.line.id == entry.line.id
        assert screen.memories.cursor == 4


async def test_an_empty_project_says_what_this_place_is_for(empty_app: MakeApp, settle: Any) -> None:
    app = empty_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        assert screen.has_class("-empty")
        await pilot.press("p")
        await settle(pilot)
        assert screen.has_class("-empty")


async def test_content_with_markup_and_escapes_is_shown_not_obeyed(empty_app: MakeApp, settle: Any) -> None:
    app = empty_app()
    texts = (
        "[red]markup[/red] and [@click=app.quit]x[/]",
        "\x1b[31mANSI",
        "日本語のメモ",
        "👩‍👩‍👧 family",
        "עברית مرحبا",
        "x" * 2000,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await app.engine_room.act(lambda engine: [engine.memories.write(WriteRequest(text)) for text in texts])
        screen = await browser(app, pilot, settle)
        assert screen.memories.row_count() == len(texts)
        for _ in texts:
            await pilot.press("j")
            await pilot.pause(0.1)
            await settle(pilot)
        assert "[red]markup" in app.export_screenshot().replace("&#160;", " ")


async def test_filter_sort_and_cursor_come_back(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await browser(app, pilot, settle)
        await pilot.press("s")
        await settle(pilot)
        screen.use_filter("group:pitfalls")
        await pilot.pause(0.2)
        await settle(pilot)
        await pilot.press("j", "j")
        await settle(pilot)
        entry = screen.memories.entry
        assert entry is not None
        await pilot.press("ctrl+q")
    again = demo_app()
    async with again.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        assert isinstance(again.screen, BrowserScreen)
        assert again.screen.filter_bar.value == "group:pitfalls"
        assert again.view.sort == "created"
        restored = again.screen.memories.entry
        assert restored is not None
        assert restored.line.id == entry.line.id


async def test_every_size_fits(demo_app: MakeApp, settle: Any) -> None:
    app = demo_app()
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await browser(app, pilot, settle)
        for size in ((60, 20), (80, 24), (120, 36), (250, 70)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert screen.memories.size.width <= size[0]
            assert screen.memories.size.height > 5
