"""The teach form: what it checks, keeps, refuses, merges and remembers of a draft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, Select

from ademem_tui.app import state
from ademem_tui.app.app import AdememApp
from ademem_tui.app.screens.teach import TeachScreen
from ademem_tui.app.widgets.tick import Tick
from ademem_tui.app.widgets.word_field import WordField
from ademem_tui.engine.memories.memories import Entry
from ademem_tui.engine.model import Filter, Memory

MakeApp = Callable[[], AdememApp]
Settle = Callable[[Pilot[Any]], Any]

DIFF = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"


def opened(app: AdememApp) -> AdememApp:
    app.view.screen = "teach"
    return app


def teach(app: AdememApp) -> TeachScreen:
    assert isinstance(app.screen, TeachScreen)
    return app.screen


def shown(app: AdememApp) -> str:
    content = teach(app).check.render()
    assert isinstance(content, Content)
    return content.plain


async def fill(pilot: Pilot[Any], settle: Settle, **values: str) -> None:
    screen = teach(pilot.app)  # type: ignore[arg-type]
    screen.form.fill({name.replace("__", "."): text for name, text in values.items()})
    await settle(pilot)
    await screen.check_now()
    await pilot.pause()


def is_open(field: WordField) -> bool:
    return field.is_open


async def newest(app: AdememApp, origin: str = "project") -> Memory:
    def read(engine: Any) -> Memory:
        entries: tuple[Entry, ...] = engine.memories.page(Filter(), sort="created", limit=1, origins=(origin,)).entries
        memory: Memory = engine.memories.get(entries[0].line.id)[0]
        return memory

    return await app.engine_room.ask(read)


async def count(app: AdememApp) -> int:
    return await app.engine_room.ask(lambda engine: engine.memories.count(Filter(any_status=True)))


async def test_typing_is_checked_and_saving_clears_the_form(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press(*"Uploads hang unless the proxy buffers.")
        await settle(pilot)
        await teach(app).check_now()
        assert "kept as gotcha (guessed)" in shown(app)
        before = await count(app)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert await count(app) == before + 1
        memory = await newest(app)
        assert (memory.content, memory.category) == ("Uploads hang unless the proxy buffers.", "gotcha")
        assert (memory.status, memory.visibility, memory.branch) == ("promoted", "private", "main")
        assert teach(app).form.values() == {}
        assert app.view.draft == {}
        await app.do_app_undo()
        assert await count(app) == before


async def test_every_field_reaches_the_memory(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(
            pilot,
            settle,
            content="The label printer wants 203 dpi.",
            category="dead_end",
            importance="high",
            scope="mission",
            owner="m-7",
            visibility="team",
            pin="yes",
            files="src/harbor/api/app.py, README.md",
            tags="Printer, labels",
            modules="api",
            summary="Printer: 203 dpi",
            citation="printer dpi",
            payload__tried="300 dpi",
            payload__why_failed="labels were cut",
        )
        await pilot.press("ctrl+s")
        await settle(pilot)
        memory = await newest(app)
        assert memory.category == "dead_end"
        assert memory.payload == {"tried": "300 dpi", "why_failed": "labels were cut"}
        assert (memory.scope, memory.scope_owner_id, memory.visibility) == ("mission", "m-7", "team")
        assert (memory.importance, memory.pinned, memory.tags) == ("high", True, ("printer", "labels"))
        assert memory.related_files == ("src/harbor/api/app.py", "README.md")
        assert (memory.related_modules, memory.summary, memory.citation_text) == (
            ("api",),
            "Printer: 203 dpi",
            "printer dpi",
        )


async def test_on_all_my_projects_goes_into_the_own_file(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="I prefer short commit messages.")
        teach(app).query_one("#user", Tick).focus()
        await pilot.press("space", "ctrl+s")
        await settle(pilot)
        memory = await newest(app, "user")
        assert (memory.category, memory.branch) == ("preference", None)


async def test_a_refusal_is_told_in_place_and_can_be_overruled(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content=DIFF)
        assert "Would be refused" in shown(app)
        assert "stores it anyway" in shown(app)
        before = await count(app)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert await count(app) == before
        assert "Not kept" in shown(app)
        assert teach(app).form.values()["content"] == DIFF
        teach(app).form.text.focus()
        await pilot.press("ctrl+y")
        await settle(pilot)
        assert await count(app) == before + 1
        refused = await app.engine_room.ask(lambda engine: engine.memories.refused(1))
        assert refused[0][0].resolved_as == (await newest(app)).id


async def test_what_needs_no_insisting_says_so(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = teach(app)
        assert "no text yet" in screen.why_not("teach.save")
        assert screen.why_not("teach.clear") == "The form is empty."
        await fill(pilot, settle, content="The tide table is read at noon.")
        assert screen.why_not("teach.save") == ""
        assert "no insisting" in screen.why_not("teach.anyway")
        assert "near enough" in screen.why_not("teach.merge")
        await fill(pilot, settle, content="x" * 2_001)
        assert "2,001" in screen.why_not("teach.save")


async def test_secrets_are_named_and_never_shown_as_stored(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="CI uses the token ghp_abcdefghijklmnopqrstuvwxyz0123456789 for pushes.")
        text = shown(app)
        assert "GitHub Token in the content" in text
        assert "REDACTED" in text
        assert "ghp_" not in text
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "ghp_" not in (await newest(app)).content


async def test_merging_gives_the_nearest_memory_the_new_text(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="Dock 4 opens at 6 in the morning on weekdays.", category="fact", tags="dock")
        await pilot.press("ctrl+s")
        await settle(pilot)
        first = await newest(app)
        before = await count(app)
        await fill(
            pilot, settle, content="Dock 4 opens at 7 in the morning on weekdays.", category="fact", tags="hours"
        )
        assert first.id[-6:] in shown(app)
        assert "gives it this text" in shown(app)
        await pilot.press("ctrl+g")
        await settle(pilot)
        assert await count(app) == before
        merged = (await app.engine_room.ask(lambda engine: engine.memories.get(first.id)))[0]
        assert merged.content == "Dock 4 opens at 7 in the morning on weekdays."
        assert merged.tags == ("dock", "hours")
        assert teach(app).form.values() == {}


async def test_merging_a_duplicate_adds_an_observation(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="Cranes are checked every Monday.", category="fact")
        await pilot.press("ctrl+s")
        await settle(pilot)
        first = await newest(app)
        await fill(pilot, settle, content="cranes are checked every monday", category="fact")
        assert "Known already" in shown(app)
        await pilot.press("ctrl+g")
        await settle(pilot)
        seen = (await app.engine_room.ask(lambda engine: engine.memories.get(first.id)))[0]
        assert seen.observation_count == first.observation_count + 1


async def test_a_draft_survives_leaving_and_quitting(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="Half a thought", category="dead_end", payload__tried="this", tags="a, b")
        await app.switch_mode("maintenance")
        await settle(pilot)
        await app.switch_mode("teach")
        await settle(pilot)
        assert teach(app).form.values()["content"] == "Half a thought"
        await app.action_quit()
    kept = state.load(app.paths)
    assert kept.draft["content"] == "Half a thought"
    again = opened(demo_app())
    async with again.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        values = teach(again).form.values()
        assert values == kept.draft
        assert values["payload.tried"] == "this"


async def test_clearing_can_be_turned_round(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="Not yet", tags="later")
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert teach(app).form.values() == {}
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert teach(app).form.values() == {"content": "Not yet", "tags": "later"}


async def test_a_seed_fills_the_form_and_sets_the_draft_aside(demo_app: MakeApp, settle: Settle) -> None:
    app = demo_app()
    app.view.draft = {"content": "my draft"}
    app.view.screen = "maintenance"
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        app.teach_seed = {"files": "src/harbor/config.py", "category": "gotcha", "nonsense": "x", "scope": "moon"}
        await app.switch_mode("teach")
        await settle(pilot)
        assert teach(app).form.values() == {"files": "src/harbor/config.py", "category": "gotcha"}
        assert not app.teach_seed
        await pilot.press("ctrl+l")
        await settle(pilot)
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert teach(app).form.values() == {"content": "my draft"}


async def test_typed_fields_follow_the_category_and_stay_once_filled(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content="We tried a second queue.")
        form = teach(app).form
        assert len(form.query("#typed Input")) == 4
        first = form.query("#typed Input").first(Input)
        first.value = "two queues"
        await settle(pilot)
        form.text.load_text("We tried it. Always use one queue, we decided.")
        await settle(pilot)
        await teach(app).check_now()
        assert form.values()["payload.tried"] == "two queues"
        assert form.values()["category"] == "dead_end"
        assert "Why it failed" in shown(app)
        form.query_one("#category", Select).value = "procedure"
        await settle(pilot)
        assert "payload.tried" not in form.values()


async def test_files_are_completed_from_the_project(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        field = teach(app).query_one("#files", WordField)
        field.input.focus()
        await pilot.press(*"README.md, tok")
        await settle(pilot)
        assert is_open(field)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert field.value == "README.md, src/harbor/auth/tokens.py"
        assert not is_open(field)


async def test_tags_are_completed_and_escape_closes_before_it_leaves(demo_app: MakeApp, settle: Settle) -> None:
    app = opened(demo_app())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        known = await app.engine_room.ask(lambda engine: engine.memories.facet_values("tag"))
        field = teach(app).query_one("#tags", WordField)
        field.input.focus()
        await pilot.press(*known[0][:3])
        await settle(pilot)
        assert is_open(field)
        await pilot.press("escape")
        assert not is_open(field)
        assert app.focused is field.input
        await pilot.press("escape")
        await pilot.pause()
        assert not teach(app).is_typing
        await pilot.press("9")
        await settle(pilot)
        assert app.current_mode == "maintenance"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36), (250, 70)])
async def test_strange_texts_are_shown_as_they_are(demo_app: MakeApp, settle: Settle, size: tuple[int, int]) -> None:
    strange = "[bold]not markup[/] \x1b[31mred\x1b[0m 漢字漢字 👩‍👩‍👧 שלום " + "x" * 900
    app = opened(demo_app())
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await fill(pilot, settle, content=strange, tags="[red]", summary="[link=x]")
        assert "[bold]not markup[/]" in shown(app) or "[link=x]" in shown(app)
        assert "\x1b" not in shown(app)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "[bold]not markup[/]" in (await newest(app)).content


async def test_an_empty_project_is_taught_its_first_memory(empty_app: MakeApp, settle: Settle) -> None:
    app = opened(empty_app())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Write one fact" in shown(app)
        await fill(pilot, settle, content="Always rebase before merging.")
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert (await newest(app)).category == "convention"
