"""How the memory of a project is, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ademem_tui.cli.call import Call
    from ademem_tui.cli.output.page import Page, Piece


def status_of(call: Call) -> dict[str, Any]:
    """What there is, what waits, and what was saved when; says so where memory is off."""
    head: dict[str, Any] = {"project": call.paths.main, "enabled": call.config.memory.enabled}
    if not head["enabled"]:
        return {**head, "off_because": str(call.config.origin("memory.enabled"))}
    from dataclasses import asdict

    with call.engine() as engine:
        found = engine.maintenance.status()
        following = None if found.project.trouble or found.user.trouble else engine.history.next_undo()
    own = found.project
    return {
        **head,
        "count": own.live,
        "promoted": own.by_status.get("promoted", 0),
        "candidates": own.by_status.get("candidate", 0),
        "archived": own.by_status.get("archived", 0),
        "yours": found.user.live,
        **asdict(own),
        "user": asdict(found.user),
        "last_act": {"op_id": following.op_id, "kind": following.kind, "at": following.at} if following else None,
        "last_error": {"at": error.at, "text": error.text.split("\n")[0]} if (error := found.last_error) else None,
    }


def show_status(page: Page, status: dict[str, Any]) -> None:
    """The same for people."""
    page.say(("Project memory", "strong"), f" of {status['project']}")
    if not status["enabled"]:
        page.say((f"Memory is switched off here ({status['off_because']}): nothing is read or written.", "warn"))
        page.say("`ademem config memory.enabled true` switches it on.")
        return
    for trouble in filter(None, (status["trouble"], status["user"]["trouble"])):
        page.say((trouble, "bad"))
    if status["trouble"]:
        return
    if not status["count"] and not status["archived"]:
        page.say('Nothing is remembered here yet. `ademem remember "..."` starts it.')
        if status["yours"]:
            page.say(f"{status['yours']:,} of your own go with you.")
        return
    page.fields(_rows(page, status))
    if status["candidates"] or status["needs_review"]:
        page.say(("`ademem candidates` lists what waits for review.", "quiet"))


def _rows(page: Page, status: dict[str, Any]) -> list[tuple[str, Piece]]:
    pinned = f", {status['pinned']:,} pinned" if status["pinned"] else ""
    rows: list[tuple[str, Piece]] = [("Memories", f"{status['promoted']:,}{pinned}")]
    named = (
        ("Candidates", "candidates"),
        ("Up for review", "needs_review"),
        ("Stale", "stale"),
        ("Archived", "archived"),
        ("Your own", "yours"),
        ("Refused today", "refused_today"),
    )
    rows += [(label, f"{status[name]:,}") for label, name in named if status[name]]
    most = sorted(status["by_category"].items(), key=lambda pair: (-pair[1], pair[0]))[:6]
    if most:
        rows.append(("Most are", ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in most)))
    rows.append(("Size", f"{status['size'] / 1_048_576:.1f} MB"))
    rows.append(("Last backup", page.when(status["last_backup"]) or ("none yet", "warn")))
    if status["last_act"]:
        rows.append(("Last act", f"{status['last_act']['kind']}, {page.when(status['last_act']['at'])}"))
    return rows
