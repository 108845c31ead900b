"""Screen 1: four states, every number leads to what it counts, the score can be taken apart."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from ademem_tui.app import format as look
from ademem_tui.app.app import AdememApp
from ademem_tui.app.modals.score import ScoreModal, ScoreTable
from ademem_tui.app.screens.dashboard import EMPTY, FAILED, FILLED, LOADING, DashboardScreen
from ademem_tui.app.widgets.charts import CategoryBars, columns, resampled
from ademem_tui.app.widgets.places import Places
from ademem_tui.app.widgets.tiles import AttentionList, HealthLine, Tiles, UsageBars, size_words, tiles_of
from ademem_tui.app.widgets.welcome import Welcome
from ademem_tui.engine.config import Config
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.health.health import Health
from ademem_tui.engine.health.overview import Overview
from ademem_tui.engine.model import Actor, WriteRequest
from ademem_tui.engine.store import guard

MakeApp = Callable[[], AdememApp]
Settle = Callable[[Pilot[Any]], Any]


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the dashboard sent the person, instead of going there."""
    places: list[str] = []
    real = AdememApp.switch_mode

    async def open_browser(self: AdememApp, filter_text: str) -> None:
        places.append(f"browser {filter_text}".strip())

    def switch_mode(self: AdememApp, mode: str) -> Any:
        if mode == "dashboard":
            return real(self, mode)

        async def note() -> None:
            places.append(mode)

        return note()

    monkeypatch.setattr(AdememApp, "open_browser", open_browser, raising=False)
    monkeypatch.setattr(AdememApp, "switch_mode", switch_mode)
    return places


@pytest.fixture
def plain_characters() -> Iterator[None]:
    """Only ASCII, for one test."""
    look.use_ascii(True)
    yield
    look.use_ascii(False)


def dashboard(app: AdememApp) -> DashboardScreen:
    """The screen, which must be shown."""
    assert isinstance(app.screen, DashboardScreen)
    return app.screen


def lit(app: AdememApp) -> Places:
    """The widget that holds the cursor."""
    assert isinstance(app.focused, Places)
    return app.focused


def shown(places: Places) -> str:
    """What a widget has drawn."""
    return places.render().plain


def other_process(app: AdememApp, deed: Callable[[Engine], object]) -> None:
    """Do something with another engine on the same files, off the event loop."""

    def work() -> None:
        with Engine(app.paths, Config.of()) as engine:
            deed(engine)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


async def test_filled_shows_every_number(demo_app: MakeApp, settle: Settle) -> None:
    """The demo's counts stand on the tiles, with what they count."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.has_class(FILLED)
        assert screen.overview is not None
        text = shown(screen.tiles)
        for tile in tiles_of(screen.overview):
            assert f"{tile.number:,}" in text
            assert tile.label in text
        assert f"{screen.overview.score}/100" in shown(screen.health_line)
        assert "2,000" in shown(screen.usage)
        assert screen.focused is screen.tiles


async def test_each_tile_opens_the_browser_with_its_filter(demo_app: MakeApp, settle: Settle, went: list[str]) -> None:
    """Enter on all eight, one after the other."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.overview is not None
        for _ in range(8):
            await pilot.press("enter", "right")
        expected = [tile.target for tile in tiles_of(screen.overview)]
        assert went == [f"{target.screen} {target.filter}".strip() for target in expected]


async def test_the_cursor_walks_over_everything_and_back(demo_app: MakeApp, settle: Settle) -> None:
    """Down from the first spot reaches the last widget; g and G jump there."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("g")
        assert isinstance(lit(app), HealthLine)
        visited = {type(lit(app))}
        for _ in range(12):
            await pilot.press("j")
            visited.add(type(lit(app)))
        assert visited == {HealthLine, Tiles, UsageBars, AttentionList, CategoryBars}
        await pilot.press("G")
        assert isinstance(lit(app), CategoryBars)
        assert lit(app).cursor == len(lit(app).goals) - 1
        await pilot.press("down")
        assert isinstance(lit(app), CategoryBars)
        for _ in range(40):
            await pilot.press("k")
        assert isinstance(lit(app), HealthLine)


async def test_attention_rows_lead_to_what_waits(demo_app: MakeApp, settle: Settle, went: list[str]) -> None:
    """The row that is lit decides the filter."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.overview is not None
        screen.attention.focus()
        rows = screen.overview.attention
        assert rows
        for _ in rows:
            await pilot.press("enter", "j")
        assert went == [f"{row.target.screen} {row.target.filter}".strip() for row in rows]


async def test_a_click_opens_what_is_under_it(demo_app: MakeApp, settle: Settle, went: list[str]) -> None:
    """A tile, a bar of a category and a row, by mouse alone."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        spot = screen.tiles.spots[2]
        await pilot.click(Tiles, offset=(spot.x + 1, spot.y + 1))
        await pilot.click(CategoryBars, offset=(3, 1))
        await pilot.click(AttentionList, offset=(5, 1))
        assert screen.overview is not None
        category = screen.overview.categories[0][0]
        row = screen.overview.attention[0].target
        assert went == ["browser is:candidate", f"browser category:{category}", f"browser {row.filter}"]


async def test_the_score_is_taken_apart(demo_app: MakeApp, settle: Settle, went: list[str]) -> None:
    """Every part with its points; escape closes, enter goes where a part is raised."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        overview = dashboard(app).overview
        assert overview is not None
        await pilot.press("w")
        assert [type(screen) for screen in app.screen_stack[-2:]] == [DashboardScreen, ScoreModal]
        text = shown(app.screen.query_one(ScoreTable))
        for part in overview.parts:
            assert part.name in text
            assert f"{part.points} of {part.maximum:>2}" in text
        assert f"{overview.score} of 100" in text
        await pilot.press("escape")
        assert dashboard(app).is_current
        await pilot.press("w", "j", "enter")
        await settle(pilot)
        assert went == [f"browser {overview.parts[1].target.filter}"]


async def test_loading_until_counted(demo_app: MakeApp, settle: Settle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is there before the numbers, and keys that need them say so."""
    counted = threading.Event()
    real = Health.overview

    def slow(self: Health, now: str | None = None) -> Overview:
        counted.wait(20)
        return real(self, now)

    monkeypatch.setattr(Health, "overview", slow)
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        screen = dashboard(app)
        assert screen.has_class(LOADING)
        assert screen.notice.display
        assert screen.why_not("dashboard.why")
        assert screen.why_not("dashboard.open")
        await pilot.press("w", "enter")
        assert app.screen is screen
        counted.set()
        await settle(pilot)
        assert screen.has_class(FILLED)


async def test_a_damaged_file_is_a_sentence_and_r_tries_again(
    demo_app: MakeApp, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing dies, and nothing old stays on the screen."""
    from ademem_tui.engine.errors import StoreDamaged

    real = Health.overview
    damaged = True

    def overview(self: Health, now: str | None = None) -> Overview:
        if damaged:
            raise StoreDamaged("The file [bold]x[/] is damaged.", "Run `ademem repair`.")
        return real(self, now)

    monkeypatch.setattr(Health, "overview", overview)
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.has_class(FAILED)
        text = str(screen.notice.render())
        assert "The file [bold]x[/] is damaged." in text
        assert "ademem repair" in text
        damaged = False
        await pilot.press("r")
        await settle(pilot)
        assert screen.has_class(FILLED)


async def test_first_run_says_what_will_be_made_where(empty_app: MakeApp, settle: Settle, went: list[str]) -> None:
    """Three choices; the one that has nothing to offer says why."""
    app = empty_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.has_class(EMPTY)
        text = shown(screen.welcome)
        for path in (app.paths.database, app.paths.user_database, app.paths.backups):
            assert Path(path).name in text
        assert "ademem demo" in text
        assert "none with anything in it" in text
        assert screen.why_not("dashboard.import")
        assert screen.why_not("dashboard.why")
        await pilot.press("t")
        await pilot.press("enter")
        assert went == ["teach", "teach"]
        await pilot.press("d")
        assert any("ademem demo" in str(toast.message) for toast in app._notifications)
        assert not Path(app.paths.database).exists()


async def test_first_run_imports_the_rules_files(empty_app: MakeApp, settle: Settle) -> None:
    """Named with their counts, imported by one key, and then the numbers are there."""
    app = empty_app()
    root = Path(app.paths.root)
    (root / "CLAUDE.md").write_text("# Rules\n\n- Money is counted in cents.\n- Use pnpm in web/, never npm.\n")
    (root / "sub").mkdir()
    (root / "sub" / "AGENTS.md").write_text("# Sub\n\n- The queue is drained before a deploy.\n")
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        text = shown(screen.welcome)
        assert "CLAUDE.md: 2" in text
        assert "sub/AGENTS.md: 1" in text
        assert "3 entries" in text
        await pilot.press("i")
        app.jobs._heavy.submit(lambda: None).result()
        await settle(pilot)
        assert screen.has_class(FILLED)
        assert screen.overview is not None
        assert screen.overview.counts.memories == 3
        assert screen.focused is screen.tiles
        assert screen.why_not("dashboard.import")


async def test_own_memories_are_named_in_a_new_project(empty_app: MakeApp, settle: Settle) -> None:
    """What the person brings along does not make the project an old one."""
    app = empty_app()
    other_process(
        app, lambda engine: engine.memories.write(WriteRequest("I always answer in short sentences."), origin="user")
    )
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        assert dashboard(app).has_class(EMPTY)
        assert "1 of your own" in shown(dashboard(app).query_one(Welcome))


async def test_a_write_elsewhere_shows_in_place(demo_app: MakeApp, settle: Settle) -> None:
    """The numbers change, the cursor stays."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.overview is not None
        before = screen.overview.counts.memories
        await pilot.press("right", "right")
        other_process(app, lambda engine: engine.memories.write(WriteRequest("Cranes are booked by the hour here.")))
        await app.look_for_changes()
        await settle(pilot)
        assert screen.overview.counts.memories == before + 1
        assert f"{before + 1:,}" in shown(screen.tiles)
        assert (screen.focused, screen.tiles.cursor) == (screen.tiles, 2)


async def test_words_of_others_are_no_markup(demo_app: MakeApp, settle: Settle) -> None:
    """A session may be called anything."""
    app = demo_app()
    name = "[red]x[/] \x1b[31m船荷 " + "y" * 300
    agent = Actor("agent", "agent:coder")

    def write(engine: Engine) -> None:
        for text in ("Cranes are booked by the hour in berth 7.", "Tugs are called on channel 12, never by phone."):
            request = WriteRequest(text, "gotcha", session_id=name, source_type="agent_explicit", candidate=True)
            assert engine.memories.write(request, agent).accepted

    other_process(app, write)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        text = shown(dashboard(app).attention)
        assert "[red]x[/]" in text
        assert "\x1b" not in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (110, 30), (120, 36), (250, 70)])
async def test_nothing_is_wider_than_its_place(demo_app: MakeApp, settle: Settle, size: tuple[int, int]) -> None:
    """Every line fits, every label is whole, and every widget can be reached."""
    app = demo_app()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = dashboard(app)
        assert screen.overview is not None
        for places in screen.query(Places):
            if places.size.width:
                assert all(cell_len(line) <= places.size.width for line in shown(places).split("\n")), places
        assert all(tile.label in shown(screen.tiles) for tile in tiles_of(screen.overview))
        await pilot.press("G")
        await settle(pilot)
        assert isinstance(screen.focused, CategoryBars)
        last = screen.focused.spots[screen.focused.cursor]
        window = screen.query_one("#overview").region
        assert window.contains(window.x + 2, screen.focused.content_region.y + last.y)


async def test_the_event_loop_never_waits_for_the_store(demo_app: MakeApp, settle: Settle) -> None:
    """The guard is on in these tests: a query here would have failed."""
    app = demo_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        with pytest.raises(RuntimeError):
            guard.check()
        assert dashboard(app).has_class(FILLED)


def test_columns_fill_the_height_and_stay_in_the_width() -> None:
    """The tallest is full, none is blank, a few stay low."""
    drawn = columns([0, 5, 10], 9, 4)
    assert [len(line) for line in drawn] == [9, 9, 9, 9]
    assert [line[6] for line in drawn] == ["█"] * 4
    assert [line[3] for line in drawn] == [" ", " ", "█", "█"]
    assert [line[0] for line in drawn] == [" "] * 4
    assert "█" not in columns([1], 3, 2)[0]
    assert columns([], 9, 2) == ["", ""]
    assert columns([1, 2, 3], 2, 1) == [""]


@pytest.mark.usefixtures("plain_characters")
def test_columns_of_plain_characters() -> None:
    """No sign outside ASCII."""
    assert "".join(columns([1, 3, 9], 9, 3)).isascii()


def test_a_long_series_keeps_its_last_value() -> None:
    """A running total drawn smaller still ends where it ends."""
    assert resampled(list(range(90)), 30)[-1] == 89
    assert len(resampled(list(range(90)), 30)) == 30
    assert resampled([1, 2], 30) == [1, 2]


@pytest.mark.parametrize(
    ("size", "words"), [(12, "12 B"), (3_250_000, "3.1 MB"), (2 << 30, "2.0 GB"), (2048, "2.0 kB")]
)
def test_sizes_are_written_as_people_do(size: int, words: str) -> None:
    """One decimal."""
    assert size_words(size) == words
