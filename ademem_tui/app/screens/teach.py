"""Screen 6: tell the memory something, and see what becomes of it while typing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.app.style import style
from ademem_tui.app.widgets.reading_pane import ReadingPane
from ademem_tui.app.widgets.teach_check import TeachCheck
from ademem_tui.app.widgets.teach_form import TeachForm
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.memories.teaching import Preview, fold, origin_of, preview, request_of
from ademem_tui.engine.model import MAX_CONTENT, WriteRequest, WriteResult
from ademem_tui.engine.project_files import project_files
from ademem_tui.engine.repository import current_commit

CHECKED_AFTER = 0.15
"""Seconds of rest in the typing before the text is checked."""
KEPT_ASIDE = 5
_MATCHES = 8


class TeachScreen(AdememScreen):
    """A form with a live check. What stands in it survives leaving and quitting."""

    SCOPE = "teach"
    CSS_PATH = style("teach.tcss")
    AUTO_FOCUS = "#content"

    form = getters.query_one("#form", TeachForm)
    check = getters.query_one("#check", TeachCheck)

    def __init__(self) -> None:
        super().__init__()
        self._supersedes = ""
        self._preview: Preview | None = None
        self._checked: dict[str, str] = {}
        self._refused: tuple[dict[str, str], WriteResult] | None = None
        self._aside: list[dict[str, str]] = []
        self._seed: dict[str, str] = {}
        self._files: list[str] | None = None
        self._timer: Timer | None = None

    def body(self) -> ComposeResult:
        """The form, and what would become of it."""
        with Container(id="teach"):
            yield TeachForm(
                {"files": self._match_files, "tags": self._match_tags, "modules": self._match_modules}, id="form"
            )
            with ReadingPane(id="check-pane"):
                yield TeachCheck(id="check")

    def on_mount(self) -> None:
        """Go on with the draft."""
        self.form.border_title = "Teach"
        self.query_one("#check-pane").border_title = "What would be remembered"
        if self.room.view.draft:
            self.form.fill(self.room.view.draft)

    def on_screen_resume(self) -> None:
        """Somebody may have sent the person here to start from something."""
        seed, self.room.teach_seed = self.room.teach_seed, None
        if seed:
            self.start_from(seed)

    def start_from(self, seed: dict[str, str]) -> None:
        """Pre-fill the form; a draft that stood there is set aside."""
        before = self.form.values()
        if before and before != self._seed:
            self._set_aside(before)
            self.notify("Your draft is set aside: ctrl+l on an empty form brings it back.", timeout=6)
        self.form.fill(seed)
        self._supersedes = seed.get("supersedes", "")
        self._seed = self.form.values()
        self.form.text.focus()

    async def load(self) -> None:
        """Check again: what is known already may have changed."""
        self._files = None
        await self.check_now()

    async def check_now(self) -> None:
        """Ask the gate about the text as it stands."""
        values = self.form.values()
        if not values.get("content"):
            self._show(None, values)
            return
        result = await self.ask(lambda engine: preview(engine.memories, values))
        if result is not None and self.is_mounted and values == self.form.values():
            self._show(result, values)

    def why_not(self, action_id: str) -> str:
        """Why the text cannot be kept, merged or insisted on now."""
        if not action_id.startswith("teach."):
            return ""
        content = self.form.text.text.strip()
        if action_id == "teach.leave":
            return ""
        if action_id == "teach.clear":
            return "" if self.form.values() or self._aside else "The form is empty."
        if not content:
            return "There is no text yet: write what should be remembered."
        if len(content) > MAX_CONTENT:
            return f"The text has {len(content):,} characters; at most {MAX_CONTENT:,} are kept."
        known = self._preview if self._checked == self.form.values() else None
        if action_id == "teach.merge" and (known is None or known.target is None):
            return "Nothing that is remembered is near enough to merge with."
        if action_id == "teach.anyway" and known is not None and not known.can_store_anyway:
            return "It needs no insisting: ctrl+s keeps it." if known.result.accepted else known.result.reason
        return ""

    @on(TeachForm.Changed)
    def form_changed(self) -> None:
        """Keep the draft, and check it once the typing rests."""
        values = self.form.values()
        if values == self.room.view.draft and values == self._checked:
            return
        self.room.view.draft = values
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(CHECKED_AFTER, self._start_check)
        self.key_bar.refresh()

    async def do_teach_leave(self) -> None:
        """Out of the field, so that letters are keys again; from there, back."""
        if self.focused is not None:
            self.set_focus(None)
            self.notify("Letters are keys now; tab goes back into the form.", timeout=3)
        else:
            await self.action_do("app.back")

    async def do_teach_save(self) -> None:
        """Remember it."""
        await self._keep(anyway=False)

    async def do_teach_anyway(self) -> None:
        """Remember it although the gate has doubts."""
        await self._keep(anyway=True)

    async def do_teach_merge(self) -> None:
        """Fold it into the nearest memory: one more observation where it says the same, else the new text."""
        known = self._preview
        near = known.target if known else None
        if known is None or near is None:
            return
        if known.result.merged_into:
            await self._keep(anyway=False)
            return
        values = self.form.values()
        request = await self._request(values, anyway=False)
        if request is None:
            return
        memory = near.memory
        edited = await self.act(
            lambda engine: fold(engine.editing, memory, request), lambda _: f"{memory.id[-6:]} has the new text"
        )
        if edited is not None:
            self._done()

    def do_teach_clear(self) -> None:
        """Empty the form, or bring back what was emptied last."""
        values = self.form.values()
        if values:
            if values != self._seed:
                self._set_aside(values)
                self.notify("Cleared: ctrl+l again brings it back.", timeout=4)
            self._done()
        elif self._aside:
            self.form.fill(self._aside.pop())
            self.form.text.focus()

    async def _keep(self, *, anyway: bool) -> None:
        values = self.form.values()
        request = await self._request(values, anyway=anyway)
        if request is None:
            return
        origin = origin_of(values)
        refused = self._refused[1].refused_seq if self._refused and self._refused[0] == values else None

        supersedes = self._supersedes

        def write(engine: Engine) -> WriteResult:
            if anyway and refused is not None:
                return engine.memories.store_anyway(refused, origin=origin)
            result = engine.memories.write(request, origin=origin)
            if supersedes and result.memory is not None:
                engine.acts.relate(result.memory.id, "supersedes", supersedes)
            return result

        result = await self.act(write, lambda result: _said(result, values))
        if result is None:
            return
        if result.accepted:
            self._supersedes = ""
            self._done()
            return
        self._refused = (values, result)
        await self.check_now()

    async def _request(self, values: dict[str, str], *, anyway: bool) -> WriteRequest | None:
        room = self.room

        def made() -> WriteRequest:
            commit = current_commit(room.paths.root) if room.paths.is_git else None
            return request_of(values, branch=room.branch, commit=commit, anyway=anyway)

        try:
            return await asyncio.to_thread(made)
        except EngineError as error:
            self.notify(error.hint or " ", title=error.message, severity="error", timeout=8)
            return None

    def _done(self) -> None:
        """An empty form, ready for the next."""
        self.form.fill({})
        self._seed = {}
        self._refused = None
        self.room.view.draft = {}
        self._show(None, {})
        self.form.text.focus()
        self.form.scroll_home(animate=False)

    def _set_aside(self, values: dict[str, str]) -> None:
        self._aside = [*self._aside[1 - KEPT_ASIDE :], values]

    def _show(self, result: Preview | None, values: dict[str, str]) -> None:
        self._preview, self._checked = result, values
        refused = self._refused[1] if self._refused and self._refused[0] == values else None
        self.check.show(result, self.room.engine_room.engine.clock.now(), refused)
        stored = result.stored if result else {}
        category = result.category if result else "fact"
        self.form.show_guess(category, str(stored.get("summary", "")), str(stored.get("citation_text", "")))
        self.key_bar.refresh()

    def _start_check(self) -> None:
        self.run_worker(self.check_now(), group="check", exclusive=True, exit_on_error=False)

    async def _match_files(self, word: str) -> Sequence[str]:
        root = self.room.paths.root
        if self._files is None:
            self._files = await asyncio.to_thread(project_files, root)
        return await asyncio.to_thread(_fitting, self._files, word)

    async def _match_tags(self, word: str) -> Sequence[str]:
        return await self._look_up(
            lambda engine: engine.memories.facet_values("tag", word.lower().lstrip("#"), _MATCHES)
        )

    async def _match_modules(self, word: str) -> Sequence[str]:
        return await self._look_up(lambda engine: engine.memories.facet_values("module", word, _MATCHES))

    async def _look_up(self, question: Callable[[Engine], list[str]]) -> list[str]:
        try:
            return await self.room.engine_room.ask(question)
        except EngineError:
            return []


def _fitting(files: list[str], word: str) -> list[str]:
    """Paths that start with a text first, then file names that do, then any that hold it."""
    small = word.lower()
    ranked: list[tuple[int, int, str]] = []
    for place, path in enumerate(files):
        at = path.lower().find(small)
        if at >= 0:
            rank = 0 if at == 0 else 1 if path.lower().rpartition("/")[2].startswith(small) else 2
            ranked.append((rank, place, path))
    return [path for _, _, path in sorted(ranked)[:_MATCHES]]


def _said(result: WriteResult, values: dict[str, str]) -> str:
    """What is told of a write that went through; a refusal is told in place."""
    memory = result.memory
    if not result.accepted or memory is None:
        return ""
    if result.deduped:
        return f"{memory.id[-6:]} says the same; it was seen once more"
    where = " for you on every project" if values.get("user") else ""
    secrets = sum(one.count for one in result.redactions)
    without = f", without {secrets} secret{'s' if secrets != 1 else ''}" if secrets else ""
    return f"Remembered {memory.id[-6:]} as {memory.category.replace('_', ' ')}{where}{without}"
