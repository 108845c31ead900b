"""The maintenance screen: backups, checks, import and export, refused writes, the bin, places."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static

from ademem_tui.app.app import AdememApp
from ademem_tui.app.modals.confirm import ConfirmModal
from ademem_tui.app.modals.import_plan import ImportPlanModal
from ademem_tui.app.modals.path_prompt import PathPrompt, paths_like
from ademem_tui.app.screens.maintenance import SECTIONS, MaintenanceScreen
from ademem_tui.app.widgets.row_list import Column, Row, RowList
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import StoreDamaged
from ademem_tui.engine.model import Filter, WriteRequest

MakeApp = Callable[[], AdememApp]
Settle = Callable[[Pilot[Any]], Any]

RULES = """# Rules

- Always run the tests with REDIS_URL set.
- Never push with ghp_abcdefghijklmnopqrstuvwxyz0123456789 in a file.
- Use one commit for each fix, so that it can be reverted.
"""


def opened(app: AdememApp) -> AdememApp:
    app.view.screen = "maintenance"
    return app


def care(app: AdememApp) -> MaintenanceScreen:
    assert isinstance(app.screen, MaintenanceScreen)
    return app.screen


def keys(app: AdememApp) -> list[str]:
    return [row.key for row in care(app).pane.rows.rows]


def words(app: AdememApp, selector: str) -> str:
    content = app.screen.query_one(selector, Static).content
    return content.plain if isinstance(content, Content) else str(content)


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Turn the loop until something holds; a question to a person keeps its worker waiting, so that `settle` cannot."""
    for _ in range(1_000):
        await pilot.pause(0.01)
        if holds():
            await pilot.pause()
            return
    raise AssertionError("it never came to hold")


async def answered(pilot: Pilot[Any], kind: type[object]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))


async def go(pilot: Pilot[Any], settle: Settle, section: str) -> None:
    care(pilot.app).sections.go_to(section)  # type: ignore[arg-type]
    await settle(pilot)
    await pilot.press("enter")
    await settle(pilot)


async def live(app: AdememApp) -> int:
    return await app.engine_room.ask(lambda engine: engine.memories.count(Filter()))


async def test_every_section_shows_rows_or_says_what_to_do(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        for section, title in SECTIONS.items():
            assert care(app).pane.border_title is not None
            care(app).sections.go_to(section)
            await settle(pilot)
            pane = care(app).pane
            assert str(pane.border_title) == title
            assert pane.has_class("-filled") or (pane.has_class("-empty") and "ress" in words(app, "#notice"))


async def test_a_backup_is_made_and_listed(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        assert care(app).section == "backups"
        assert len(keys(app)) == 1
        assert os.path.exists(keys(app)[0])
        assert app.jobs.records[0].state == "done"
        care(app).go_to("overview")
        await settle(pilot)
        assert "job:0" in keys(app)


async def test_a_backup_of_nothing_fails_with_a_sentence(empty_app: MakeApp, settle: Settle) -> None:
    app = opened(empty_app())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        assert "nothing to back up" in app.jobs.records[0].message
        assert care(app).pane.has_class("-empty")


async def test_restoring_looks_inside_and_asks_with_no_as_default(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        before = await live(app)
        await app.engine_room.act(lambda engine: engine.memories.write(WriteRequest("Newer than the backup by far.")))
        await settle(pilot)
        await pilot.press("R")
        await answered(pilot, ConfirmModal)
        text = words(app, "#window .reading Static")
        assert "1 would go" in text
        await pilot.press("enter")
        await settle(pilot)
        assert await live(app) == before + 1
        await pilot.press("R")
        await answered(pilot, ConfirmModal)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, MaintenanceScreen))
        await settle(pilot)
        assert await live(app) == before
        assert any(os.path.basename(key).startswith("replaced-") for key in keys(app))


async def test_checks_list_what_is_wrong_first_with_its_remedy(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await go(pilot, settle, "checks")
        assert "Press c" in words(app, "#notice")
        await pilot.press("c")
        await settle(pilot)
        rows = care(app).pane.rows.rows
        assert rows[0].key == "project:backups"
        assert rows[0].cells[2].startswith("wrong")
        assert "To mend it" in rows[0].more
        assert len(rows) > 10
        await pilot.press("b")
        await settle(pilot)
        await pilot.press("m")
        await settle(pilot)
        assert "All is well" in words(app, "#head")


async def test_compacting_runs_as_a_job(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("v")
        await settle(pilot)
        assert [(job.title, job.state) for job in app.jobs.records] == [("Compact", "done")]


async def test_an_import_shows_its_plan_and_takes_what_is_ticked(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    Path(app.paths.root, "notes.md").write_text(RULES)
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        before = await live(app)
        await pilot.press("i")
        await answered(pilot, PathPrompt)
        await pilot.press("n", "o", "t")
        prompt = app.screen
        assert isinstance(prompt, PathPrompt)
        await until(pilot, lambda: prompt.path_field.is_open)
        await pilot.press("down", "enter", "enter")
        await answered(pilot, ImportPlanModal)
        assert "3 of 3 new ones" in words(app, "#counts")
        assert "1 secret" in words(app, "#counts")
        assert "ghp_" not in "".join("".join(row.cells) for row in app.screen.query_one("#plan", RowList).rows)
        await pilot.press("space")
        assert "2 of 3 new ones" in words(app, "#counts")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MaintenanceScreen))
        await settle(pilot)
        assert await live(app) == before + 2
        await app.do_app_undo()
        assert await live(app) == before


async def test_an_import_can_be_left_without_a_trace(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        before = await live(app)
        await go(pilot, settle, "exchange")
        care(app).pane.rows.go_to(str(Path(app.paths.root, "CLAUDE.md")))
        await pilot.press("enter")
        await answered(pilot, ImportPlanModal)
        await pilot.press("a", "enter")
        assert isinstance(app.screen, ImportPlanModal)
        await pilot.press("escape")
        await settle(pilot)
        assert await live(app) == before
        assert [job.title for job in app.jobs.records] == ["Read"]


async def test_a_file_that_cannot_be_imported_is_a_failed_job(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    Path(app.paths.root, "data.bin").write_bytes(b"\x00\x01\x02" * 10)
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("i")
        await answered(pilot, PathPrompt)
        await pilot.press(*"nowhere.md", "enter")
        await until(pilot, lambda: "There is no file" in words(app, "#problem"))
        for _ in "nowhere.md":
            await pilot.press("backspace")
        await pilot.press(*"data.bin", "enter")
        await until(pilot, lambda: bool(app.jobs.records) and app.jobs.records[0].is_over)
        await settle(pilot)
        assert app.jobs.records[0].state == "failed"
        assert isinstance(app.screen, MaintenanceScreen)


async def test_an_export_is_written_and_a_foreign_file_only_after_a_question(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    target = Path(app.paths.root, "ademem-export.json")
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("x")
        await answered(pilot, PathPrompt)
        await pilot.press("enter")
        await until(pilot, target.exists)
        await settle(pilot)
        assert json.loads(target.read_text())["format"] == "ademem"
        target.write_text("precious")
        await pilot.press("x")
        await answered(pilot, PathPrompt)
        await pilot.press("enter")
        await answered(pilot, ConfirmModal)
        await pilot.press("n")
        await settle(pilot)
        assert target.read_text() == "precious"
        await pilot.press("x")
        await answered(pilot, PathPrompt)
        await pilot.press("enter")
        await answered(pilot, ConfirmModal)
        await pilot.press("y")
        await until(pilot, lambda: target.read_text() != "precious")
        await settle(pilot)


async def test_a_refused_write_is_stored_anyway_and_marked(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        assert "under Refused" in care(app).why_not("care.anyway")
        await go(pilot, settle, "refused")
        rows = care(app).pane.rows
        before = await live(app)
        row = rows.row
        assert row is not None
        assert row.value[0].can_store_anyway
        await pilot.press("a")
        await settle(pilot)
        assert await live(app) == before + 1
        assert rows.row is not None
        assert "stored as" in rows.row.cells[3]
        assert "already" in care(app).why_not("care.anyway")
        long = next(row for row in rows.rows if row.cells[3:4] == ("too long",))
        rows.go_to(long.key)
        assert "cannot be stored" in care(app).why_not("care.anyway")


async def test_purging_counts_asks_and_destroys(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await go(pilot, settle, "bin")
        before = keys(app)
        due = [row.key for row in care(app).pane.rows.rows if row.cells[1] == "past its days"]
        assert due
        await pilot.press("P")
        await answered(pilot, ConfirmModal)
        assert str(len(due)) in str(app.screen.query_one("#window").border_title)
        await pilot.press("enter")
        await settle(pilot)
        assert keys(app) == before
        await pilot.press("P")
        await answered(pilot, ConfirmModal)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, MaintenanceScreen))
        await settle(pilot)
        assert set(keys(app)) == set(before) - set(due)


async def test_a_memory_comes_back_from_the_bin(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await go(pilot, settle, "bin")
        before, count = await live(app), len(keys(app))
        await pilot.press("R")
        await settle(pilot)
        assert (await live(app), len(keys(app))) == (before + 1, count - 1)


async def test_one_pane_at_a_time_where_it_is_narrow(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(60, 20)) as pilot:
        await settle(pilot)
        screen = care(app)
        assert (screen.sections.display, screen.pane.display) == (True, False)
        await pilot.press("j", "j", "j", "j", "enter")
        await settle(pilot)
        assert screen.section == "refused"
        assert (screen.sections.display, screen.pane.display) == (False, True)
        assert app.focused is screen.pane.rows
        await pilot.press("escape")
        await settle(pilot)
        assert (screen.sections.display, app.focused) == (True, screen.sections)
        await pilot.press("escape")
        await settle(pilot)
        assert app.current_mode == "dashboard"


async def test_a_section_that_cannot_be_read_says_why(
    demo_app: MakeApp, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(demo_app())

    def damaged(*_: object) -> None:
        raise StoreDamaged("The file is not sound.", "Restore a backup.")

    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        monkeypatch.setattr("ademem_tui.engine.memories.memories.Memories.refused", damaged)
        await go(pilot, settle, "refused")
        assert care(app).pane.has_class("-error")
        assert "Restore a backup" in words(app, "#notice")


async def test_places_copy_their_path(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await go(pilot, settle, "places")
        care(app).pane.rows.go_to("database")
        await pilot.press("enter")
        assert app.clipboard == app.paths.database
        assert "MB" in care(app).pane.rows.rows[2].cells[2]


async def test_text_in_rows_is_never_obeyed(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())

    def refuse(engine: Engine) -> None:
        lines = ("diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-[bold]a/x[/]", "+\x1b[31m漢 👩‍👩‍👧", "")
        assert not engine.memories.write(WriteRequest("\n".join(lines))).accepted

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await app.engine_room.act(refuse)
        await go(pilot, settle, "refused")
        assert "[bold]a/x[/]" in words(app, "#more")
        assert "\x1b" not in words(app, "#more")
        strip = care(app).pane.rows.render_line(1)
        assert strip.cell_length == care(app).pane.rows.scrollable_content_region.width
        assert "\x1b" not in strip.text


def test_paths_are_completed_as_they_are_typed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("")
    (tmp_path / "note.md").write_text("")
    (tmp_path / ".hidden").write_text("")
    assert paths_like("no", str(tmp_path)) == ["notes/", "note.md"]
    assert paths_like("notes/", str(tmp_path)) == ["notes/a.md"]
    assert paths_like(".h", str(tmp_path)) == [".hidden"]
    assert paths_like("nowhere/x", str(tmp_path)) == []


async def test_ten_thousand_rows_cost_a_screen(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        rows = care(app).pane.rows
        drawn = 0
        render = rows.render_line

        def counted(y: int) -> Any:
            nonlocal drawn
            drawn += 1
            return render(y)

        rows.render_line = counted  # type: ignore[method-assign]
        rows.show([Row(str(at), (f"row {at}",)) for at in range(10_000)], (Column(0),))
        rows.focus()
        await pilot.press("end")
        await pilot.pause()
        assert rows.row is not None
        assert rows.row.key == "9999"
        assert drawn < 400
