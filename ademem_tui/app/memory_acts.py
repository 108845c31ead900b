"""What a key does to a memory, the same on every screen that shows one."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

from ademem_tui.app.editor import edited_text, keep_draft, open_in_editor
from ademem_tui.app.format import one_line
from ademem_tui.app.screens.base import AdememScreen
from ademem_tui.engine.engine import Engine
from ademem_tui.engine.errors import EngineError
from ademem_tui.engine.jobs import NO_CANCEL, CancelToken
from ademem_tui.engine.memories.shelves import Done
from ademem_tui.engine.model import Memory
from ademem_tui.engine.taxonomy import CATEGORIES, VISIBILITIES

MANY = 300
"""From this many memories on an act is a job: the screen goes on meanwhile, and the jobs' list shows it."""

Deed = Callable[[Engine, CancelToken], Done]

VISIBLE_TO: dict[str, str] = {
    "private": "you alone",
    "project": "everybody who works on this project",
    "team": "your team, on all its projects",
    "org": "everybody in your organisation",
}
_LIVE_ONLY: dict[str, str] = {
    "memory.pin": "pinned",
    "memory.verify": "verified",
    "memory.flag": "flagged",
    "memory.archive": "archived again",
}


def why_not_on(memory: Memory | None, action_id: str) -> str:
    """Why an action cannot be done on a memory; '' where it can."""
    if not action_id.startswith("memory.") or action_id == "memory.teach":
        return ""
    if memory is None:
        return "There is no memory here to act on."
    if action_id in _LIVE_ONLY and not memory.is_live:
        return f"It is archived and cannot be {_LIVE_ONLY[action_id]}: R brings it back first."
    reasons: dict[str, tuple[bool, str]] = {
        "memory.restore": (memory.is_live, "It is not archived: there is nothing to bring back."),
        "memory.delete": (bool(memory.deleted_at), "It is in the bin already: R brings it back."),
        "memory.accept": (
            memory.status != "candidate" and not memory.needs_review,
            f"It is no candidate: it is {memory.status}.",
        ),
        "memory.reject": (memory.status != "candidate", f"It is {memory.status}, not a candidate: flag it instead."),
        "memory.open_file": (not memory.related_files, "It names no file."),
    }
    applies, reason = reasons.get(action_id, (False, ""))
    return reason if applies else ""


class MemoryActs(AdememScreen):
    """A screen gives `chosen_ids()` and `current_memory()`; the acts are the same everywhere."""

    why_not_on = staticmethod(why_not_on)

    def chosen_ids(self) -> list[str] | Awaitable[list[str]]:
        """The memories an act reaches; none where a screen says nothing."""
        memory = self.current_memory()
        return [memory.id] if memory else []

    def current_memory(self) -> Memory | None:
        """The memory that is shown; none where a screen says nothing."""
        return None

    async def acted_on(self) -> list[str]:
        """The ids an act reaches; a screen with marks may look them up here instead."""
        chosen = self.chosen_ids()
        return chosen if isinstance(chosen, list) else await chosen

    async def do_memory_pin(self) -> None:
        """Pin; where all of them are pinned, unpin."""
        ids = await self.acted_on()

        def toggle(engine: Engine) -> tuple[str, Done]:
            if all(engine.memories.get(one)[0].pinned for one in ids):
                return "Unpinned", engine.acts.unpin(ids)
            return "Pinned", engine.acts.pin(ids)

        if len(ids) >= MANY:
            await self._do("Pin", "Pinned", ids, lambda engine, _: engine.acts.pin(ids))
        elif ids:
            await self.act(toggle, lambda result: f"{result[0]} {_named(result[1].memories)}")

    async def do_memory_verify(self) -> None:
        """You looked, and it holds."""
        ids = await self.acted_on()
        await self._do("Verify", "Verified", ids, lambda engine, _: engine.acts.verify(ids))

    async def do_memory_archive(self) -> None:
        """Out of lists and search."""
        ids = await self.acted_on()
        await self._do("Archive", "Archived", ids, lambda engine, cancel: engine.acts.archive(ids, cancel=cancel))

    async def do_memory_delete(self) -> None:
        """Into the bin."""
        ids = await self.acted_on()
        await self._do("Delete", "Deleted for now:", ids, lambda engine, _: engine.acts.delete(ids))

    async def do_memory_restore(self) -> None:
        """Back from the archive or the bin."""
        ids = await self.acted_on()
        await self._do("Restore", "Restored", ids, lambda engine, _: engine.acts.restore(ids))

    async def do_memory_accept(self) -> None:
        """A candidate becomes a memory."""
        ids = await self.acted_on()
        await self._do("Accept", "Accepted", ids, lambda engine, cancel: engine.acts.accept(ids, cancel=cancel))

    async def do_memory_reject(self) -> None:
        """A candidate goes for good."""
        ids = await self.acted_on()
        await self._do("Reject", "Rejected", ids, lambda engine, _: engine.acts.reject(ids))

    async def do_memory_flag(self) -> None:
        """Ask why, flag, and where wanted go on to write the right version."""
        from ademem_tui.app.modals.flag import FlagAnswer, FlagModal

        ids = await self.acted_on()
        memory = await self._fresh(ids[0]) if len(ids) == 1 else None

        async def flag(answer: FlagAnswer | None) -> None:
            if answer is None:
                return
            done = await self._do(
                "Flag", f"Flagged as {answer.reason}:", ids, lambda engine, _: engine.acts.flag(ids, answer.reason)
            )
            if done is not None and memory is not None and answer.rewrite:
                self.room.teach_seed = {**_seed(memory), "content": memory.content, "supersedes": memory.id}
                await self.room.switch_mode("teach")

        if ids:
            self.app.push_screen(FlagModal(len(ids)), flag)

    async def do_memory_edit(self) -> None:
        """The form."""
        memory = await self._current()
        if memory is not None:
            self._edit(memory, None, "")

    def _edit(self, memory: Memory, typed: dict[str, Any] | None, problem: str) -> None:
        from ademem_tui.app.modals.edit import EditModal

        async def save(changes: dict[str, Any] | None) -> None:
            if changes:
                await self._save(memory, changes)

        self.app.push_screen(EditModal(memory, typed, problem), save)

    async def _save(self, memory: Memory, changes: dict[str, Any]) -> None:
        """Store what was typed; where that fails the form comes back with it, on the memory as it is now."""
        fields = {name: value for name, value in changes.items() if name != "payload"}
        try:
            edited = await self.room.engine_room.act(
                lambda engine: engine.editing.edit(
                    [memory.id], fields, payload=changes.get("payload"), seen_rev=memory.rev
                )
            )
        except EngineError as error:
            fresh = await self._fresh(memory.id)
            if fresh is None:
                self._say_kept(error, memory.id, changes.get("content", ""))
                return
            problem = str(error) if fresh.rev == memory.rev else _overtaken(error, memory, fresh)
            self._edit(fresh, changes, problem)
            return
        taken = "".join(f" {one.count} {one.type} taken out." for one in edited.redactions)
        self.notify(f"Changed {memory.id[-6:]}.{taken}  ·  z undo", timeout=5, markup=False)
        await self.room.look_for_changes(own=True)

    async def do_memory_edit_outside(self) -> None:
        """The text in the person's own editor; somebody else's change meanwhile is never written over."""
        memory = await self._current()
        if memory is None:
            return
        try:
            text = edited_text(self.app, self.room.config.display.editor, memory.content)
        except EngineError as error:
            self._say(error)
            return
        if not text or text == memory.content:
            self.notify("Nothing was changed.", timeout=3)
            return
        try:
            await self.room.engine_room.act(
                lambda engine: engine.editing.edit([memory.id], {"content": text}, seen_rev=memory.rev)
            )
        except EngineError as error:
            self._say_kept(error, memory.id, text)
            return
        self.notify(f"Changed {memory.id[-6:]}.  ·  z undo", timeout=5)
        await self.room.look_for_changes(own=True)

    async def do_memory_visibility(self) -> None:
        """Who may see it."""
        from ademem_tui.app.modals.pick import PickModal

        ids = await self.acted_on()
        memory = await self._current()
        options = [(word, word, VISIBLE_TO[word]) for word in VISIBILITIES]
        if ids and memory is not None:
            picker = PickModal("Who may see it?", options, memory.visibility)
            self.app.push_screen(picker, self._setter(ids, "visibility", "Now seen by"))

    async def do_memory_category(self) -> None:
        """File it under another category."""
        from ademem_tui.app.modals.pick import PickModal

        ids = await self.acted_on()
        memory = await self._current()
        options = [
            (
                row.name,
                row.label,
                f"{row.group}, {f'half every {row.half_life_days} d' if row.half_life_days else 'never fades'}",
            )
            for row in CATEGORIES.values()
        ]
        if ids and memory is not None:
            picker = PickModal("Category", options, memory.category)
            self.app.push_screen(picker, self._setter(ids, "category", "Now a"))

    def _setter(self, ids: list[str], field: str, words: str) -> Callable[[str | None], Awaitable[None]]:
        async def set_to(value: str | None) -> None:
            if value is not None:
                told = f"{words} {value.replace('_', ' ')}:"
                await self._do("Change", told, ids, lambda engine, _: engine.editing.edit(ids, {field: value}).done)

        return set_to

    async def do_memory_history(self) -> None:
        """Everything that happened to it."""
        from ademem_tui.app.modals.history import HistoryModal

        memory = await self._current()
        if memory is not None:
            self.app.push_screen(HistoryModal(memory))

    async def do_memory_why(self) -> None:
        """Its numbers and the rules behind them."""
        from ademem_tui.app.modals.text import TextModal
        from ademem_tui.app.widgets.memory_why import why_text

        memory = await self._current()
        if memory is not None:
            now = self.room.engine_room.engine.clock.now()
            title = f"Why {memory.id[-6:]} stands where it stands"
            self.app.push_screen(TextModal(title, lambda width: why_text(memory, now, width)))

    async def do_memory_relations(self) -> None:
        """Its links, both ways; one of them can be gone to."""
        from ademem_tui.app.modals.pick import PickModal
        from ademem_tui.app.widgets.memory_card import link_words

        memory = await self._current()
        if memory is None:
            return
        found = await self.ask(lambda engine: links_of(engine, memory))
        if not found:
            self.notify("Nothing is linked to it.", timeout=3)
            return
        options = []
        for relation, name in found:
            words, other = link_words(memory, relation)
            is_file = relation.target_kind == "file"
            value = f"file:{other}" if is_file else other
            options.append((value, words, other if is_file else f"{other[-6:]}  {name}"))
        self.app.push_screen(PickModal(f"Links of {memory.id[-6:]}", options), self._go_to)

    def _go_to(self, target: str | None) -> None:
        from ademem_tui.app.screens.detail import DetailScreen

        if target is None:
            return
        if target.startswith("file:"):
            self._open_file(target.removeprefix("file:"))
        else:
            self.app.push_screen(DetailScreen(target))

    async def do_memory_open_file(self) -> None:
        """Its file in the person's editor; where it names several, one is chosen first."""
        from ademem_tui.app.modals.pick import PickModal

        memory = await self._current()
        if memory is None:
            return
        files = memory.related_files
        if len(files) == 1:
            self._open_file(files[0])
        elif files:
            options = [(file, os.path.basename(file), os.path.dirname(file)) for file in files]
            self.app.push_screen(PickModal("Open which file?", options), self._open_file)

    def _open_file(self, file: str | None) -> None:
        if not file:
            return
        root = os.path.realpath(self.room.paths.root)
        place = os.path.realpath(os.path.join(root, file))
        if os.path.commonpath((root, place)) != root:
            self.notify(f"{file} lies outside of this project.", severity="warning", timeout=5, markup=False)
        elif not os.path.isfile(place):
            self.notify(f"{file} is not there any more.", severity="warning", timeout=5, markup=False)
        else:
            try:
                open_in_editor(self.app, self.room.config.display.editor, place)
            except EngineError as error:
                self._say(error)

    async def do_memory_teach(self) -> None:
        """Something new about the same place."""
        memory = await self._current()
        self.room.teach_seed = _seed(memory) if memory is not None else {}
        await self.room.switch_mode("teach")

    async def do_memory_copy(self) -> None:
        """The text into the clipboard."""
        ids = await self.acted_on()
        texts = await self.ask(lambda engine: [engine.memories.get(one)[0].content for one in ids])
        if texts:
            text = "\n\n".join(texts)
            self.app.copy_to_clipboard(text)
            whose = ids[0][-6:] if len(ids) == 1 else f"{len(ids):,} memories"
            self.notify(f"Copied the text of {whose} ({len(text):,} characters).", timeout=3)

    async def do_memory_copy_id(self) -> None:
        """The id into the clipboard."""
        ids = await self.acted_on()
        if ids:
            self.app.copy_to_clipboard("\n".join(ids))
            self.notify(f"Copied the id {ids[0]}." if len(ids) == 1 else f"Copied {len(ids):,} ids.", timeout=3)

    async def _do(self, verb: str, told: str, ids: list[str], deed: Deed) -> Done | None:
        """One act over all of them; very many run as a job."""
        if not ids:
            return None
        if len(ids) >= MANY:
            self.room.jobs.start(f"{verb} {len(ids):,} memories", lambda engine, _, cancel: deed(engine, cancel))
            return None
        return await self.act(
            lambda engine: deed(engine, NO_CANCEL), lambda done: f"{told} {_named(done.memories)}{_also(done)}"
        )

    async def _current(self) -> Memory | None:
        """The memory under the cursor as it is now: what a preview shows may lag behind a quick hand."""
        chosen = self.chosen_ids()
        ids = chosen if isinstance(chosen, list) else await chosen
        if ids:
            return await self._fresh(ids[0])
        return self.current_memory()

    async def _fresh(self, memory_id: str) -> Memory | None:
        found = await self.ask(lambda engine: engine.memories.get(memory_id))
        return found[0] if found else None

    def _say(self, error: EngineError) -> None:
        self.notify(error.hint or " ", title=error.message, severity="error", timeout=8, markup=False)

    def _say_kept(self, error: EngineError, memory_id: str, text: str) -> None:
        """A failure, and where the text that was typed is kept."""
        if text:
            error.hint = f"{error.hint} Your text is kept in {keep_draft(self.room.paths, memory_id, text)}.".strip()
        self._say(error)


def links_of(engine: Engine, memory: Memory) -> list[tuple[Any, str]]:
    """A memory's links with the summary of what is at the other end."""
    _, origin = engine.memories.get(memory.id)
    found: list[tuple[Any, str]] = []
    for relation in engine.memories.relations(memory, origin):
        name = ""
        if relation.target_kind == "memory":
            other = relation.target if relation.source_id == memory.id else relation.source_id
            try:
                linked, _ = engine.memories.get(other)
                name = one_line(linked.summary or linked.content)
            except EngineError:
                name = "(gone)"
        found.append((relation, name))
    return found


def _overtaken(error: EngineError, memory: Memory, fresh: Memory) -> str:
    """What to say where somebody else was quicker: what stands there now, and what saving again would do."""
    now = f" It now says: {fresh.content}" if fresh.content != memory.content else ""
    return f"{error.message} Saving again puts what you typed in its place.{now}"


def _seed(memory: Memory) -> dict[str, str]:
    """What a new memory about the same place starts from, as the teach form holds it."""
    lists = {"files": memory.related_files, "tags": memory.tags, "modules": memory.related_modules}
    return {"category": memory.category, **{name: ", ".join(words) for name, words in lists.items() if words}}


def _named(memories: tuple[Memory, ...]) -> str:
    return memories[0].id[-6:] if len(memories) == 1 else f"{len(memories):,} memories"


def _also(done: Done) -> str:
    number = len(done.also)
    return f", {number} that lean{'s' if number == 1 else ''} on it up for review" if number else ""
