"""How the memory of a project is, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ademem_tui.cli.call import Call
    from ademem_tui.cli.output.page import Page
    from ademem_tui.engine.engine import Engine


def status_of(call: Call) -> dict[str, Any]:
    """What there is, what waits, and what was saved when; says so where memory is off."""
    head: dict[str, Any] = {
        "project": call.paths.main,
        "database": call.paths.database,
        "enabled": call.config.memory.enabled,
    }
    if not head["enabled"]:
        head["off_because"] = str(call.config.origin("memory.enabled"))
        return head
    with call.engine() as engine:
        return {**head, **_counts(engine)}


def _counts(engine: Engine) -> dict[str, Any]:
    from ademem_tui.engine.model import Filter

    memories = engine.memories
    everything, live = Filter(any_status=True), Filter()
    own, yours = ("project",), ("user",)
    by_status = memories.counts_by("status", everything, own)
    following = engine.history.next_undo()
    backups = engine.maintenance.backups("project")
    return {
        "exists": engine.shelves.project.exists(),
        "count": memories.count(live, own),
        "promoted": by_status.get("promoted", 0),
        "candidates": by_status.get("candidate", 0),
        "archived": by_status.get("archived", 0),
        "pinned": memories.count(Filter(pinned=True), own),
        "needs_review": memories.count(Filter(needs_review=True), own),
        "stale": memories.count(Filter(stale=True), own),
        "yours": memories.count(live, yours),
        "categories": dict(sorted(memories.counts_by("category", live, own).items())),
        "last_backup": backups[0].at if backups else None,
        "last_act": {"op_id": following.op_id, "kind": following.kind, "at": following.at} if following else None,
    }


def show_status(page: Page, status: dict[str, Any]) -> None:
    """The same for people."""
    page.say(("Project memory", "strong"), f" of {status['project']}")
    if not status["enabled"]:
        page.say((f"Memory is switched off here ({status['off_because']}): nothing is read or written.", "warn"))
        page.say("`ademem config memory.enabled true` switches it on.")
        return
    if not status["count"] and not status["archived"]:
        page.say('Nothing is remembered here yet. `ademem remember "..."` starts it.')
        if status["yours"]:
            page.say(f"{status['yours']:,} of your own go with you.")
        return
    page.fields(_rows(page, status))
    waiting = status["candidates"] + status["needs_review"]
    if waiting:
        page.say(("`ademem candidates` lists what waits for review.", "quiet"))


def _rows(page: Page, status: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("Memories", f"{status['promoted']:,}" + (f", {status['pinned']:,} pinned" if status["pinned"] else ""))]
    named = (
        ("Candidates", "candidates"),
        ("Up for review", "needs_review"),
        ("Stale", "stale"),
        ("Archived", "archived"),
        ("Your own", "yours"),
    )
    rows += [(label, f"{status[name]:,}") for label, name in named if status[name]]
    most = sorted(status["categories"].items(), key=lambda pair: (-pair[1], pair[0]))[:6]
    rows.append(("Most are", ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in most)))
    rows.append(("Last backup", page.when(status["last_backup"]) or "none yet"))
    if status["last_act"]:
        rows.append(("Last act", f"{status['last_act']['kind']}, {page.when(status['last_act']['at'])}"))
    return rows
