"""THE registry of actions: keys, footer, palette, help, docs/keys.md and the user's keymap all come from here."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding

EVERYWHERE = "everywhere"
LISTS = "lists"
SCREENS: tuple[tuple[str, str, str], ...] = (
    ("1", "dashboard", "Dashboard"),
    ("3", "browser", "Browser"),
    ("6", "teach", "Teach"),
    ("9", "maintenance", "Maintenance"),
)
"""Digit, name and title of every screen that is there; digits of parts that are not there stay free."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does."""

    id: str
    keys: str
    label: str
    help: str
    group: str
    scopes: tuple[str, ...]
    """Screens it works on, `lists` for all screens with a list of memories, or `everywhere`."""
    cli: str = ""
    """What does the same on the command line."""
    show: bool = False
    """Whether the key bar shows it."""


def _screen_actions() -> tuple[Action, ...]:
    return tuple(
        Action(
            f"screen.{name}",
            digit,
            title,
            f"Go to {title}.",
            "Screens",
            (EVERYWHERE,),
            "ademem status" if digit == "1" else "",
        )
        for digit, name, title in SCREENS
    )


_ON_A_MEMORY = ("browser", "detail")

ACTIONS: tuple[Action, ...] = (
    *_screen_actions(),
    Action(
        "app.help",
        "question_mark,f1",
        "Help",
        "Show the keys of this place.",
        "Everywhere",
        (EVERYWHERE,),
        "ademem --help",
        True,
    ),
    Action("app.palette", "colon,ctrl+p", "Palette", "Find any action by name.", "Everywhere", (EVERYWHERE,)),
    Action(
        "app.undo",
        "z",
        "Undo",
        "Take back the last act, of any size.",
        "Everywhere",
        (EVERYWHERE,),
        "ademem undo",
        True,
    ),
    Action("app.redo", "Z", "Redo", "Bring back what was undone last.", "Everywhere", (EVERYWHERE,), "ademem redo"),
    Action("app.refresh", "r", "Refresh", "Read everything again.", "Everywhere", (EVERYWHERE,)),
    Action("app.jobs", "J", "Jobs", "Show running and finished jobs.", "Everywhere", (EVERYWHERE,)),
    Action(
        "app.theme",
        "T",
        "Theme",
        "Switch between dark, light and the terminal's own colours.",
        "Everywhere",
        (EVERYWHERE,),
    ),
    Action(
        "app.back", "q", "Back", "Go back one level; on the first screen: quit.", "Everywhere", (EVERYWHERE,), "", True
    ),
    Action("app.quit", "ctrl+q", "Quit", "Leave ademem.", "Everywhere", (EVERYWHERE,)),
    Action(
        "app.jump",
        "ctrl+o",
        "Jump",
        "Put a letter on every place that can take the focus.",
        "Everywhere",
        (EVERYWHERE,),
    ),
    Action(
        "list.filter",
        "slash",
        "Filter",
        "Type a filter: words, category:, tag:, is:stale, -is:pinned …",
        "Lists",
        (LISTS,),
        "ademem list --text …",
        True,
    ),
    Action("list.clear", "escape", "Clear", "Unmark all rows; then clear the filter.", "Lists", ("browser",)),
    Action("list.sort", "s", "Sort", "Change the order of the list.", "Lists", ("browser",), "ademem list --sort …"),
    Action("list.scope", "tab", "Pane", "Go to the next pane.", "Lists", ("browser",)),
    Action("list.mark", "space", "Mark", "Mark this row; acts then reach all marked rows.", "Lists", (LISTS,)),
    Action("list.mark_all", "ctrl+a", "Mark all", "Mark every row of the list, or none.", "Lists", (LISTS,)),
    Action(
        "memory.open",
        "enter",
        "Open",
        "Show everything about this memory.",
        "Memory",
        ("browser",),
        "ademem show ID",
        True,
    ),
    Action(
        "memory.pin",
        "p",
        "Pin",
        "Pin it, so that it never fades; again to unpin.",
        "Memory",
        _ON_A_MEMORY,
        "ademem pin ID",
        True,
    ),
    Action(
        "memory.verify", "v", "Verify", "You looked, and it holds.", "Memory", _ON_A_MEMORY, "ademem verify ID", True
    ),
    Action(
        "memory.flag",
        "f",
        "Flag",
        "It is wrong: archive it and say why.",
        "Memory",
        _ON_A_MEMORY,
        "ademem flag ID --reason …",
        True,
    ),
    Action("memory.edit", "e", "Edit", "Edit it here.", "Memory", _ON_A_MEMORY, "ademem edit ID --content …", True),
    Action(
        "memory.edit_outside", "E", "$EDITOR", "Edit its text in your editor.", "Memory", _ON_A_MEMORY, "ademem edit ID"
    ),
    Action(
        "memory.archive",
        "d",
        "Archive",
        "Take it out of lists and search.",
        "Memory",
        _ON_A_MEMORY,
        "ademem archive ID",
        True,
    ),
    Action(
        "memory.delete", "D", "Delete", "Put it into the bin for 30 days.", "Memory", _ON_A_MEMORY, "ademem delete ID"
    ),
    Action(
        "memory.restore",
        "R",
        "Restore",
        "Bring it back from the archive or the bin.",
        "Memory",
        _ON_A_MEMORY,
        "ademem restore ID",
    ),
    Action("memory.accept", "a", "Accept", "A candidate becomes a memory.", "Memory", _ON_A_MEMORY, "ademem accept ID"),
    Action(
        "memory.reject",
        "x",
        "Reject",
        "A candidate goes, and its text does not come back.",
        "Memory",
        _ON_A_MEMORY,
        "ademem reject ID",
    ),
    Action("memory.visibility", "V", "Visibility", "Who may see it.", "Memory", _ON_A_MEMORY, "ademem visibility ID V"),
    Action(
        "memory.category",
        "c",
        "Category",
        "File it under another category.",
        "Memory",
        _ON_A_MEMORY,
        "ademem edit ID --category …",
    ),
    Action(
        "memory.history", "h", "History", "Everything that happened to it.", "Memory", _ON_A_MEMORY, "ademem history ID"
    ),
    Action(
        "memory.why",
        "w",
        "Why",
        "Why it stands where it stands: score, freshness, source.",
        "Memory",
        _ON_A_MEMORY,
        "ademem show ID",
    ),
    Action(
        "memory.relations", "L", "Links", "What it is linked to, both ways.", "Memory", _ON_A_MEMORY, "ademem show ID"
    ),
    Action("memory.open_file", "o", "Open file", "Open its first file in your editor.", "Memory", _ON_A_MEMORY),
    Action(
        "memory.teach",
        "t",
        "Teach",
        "Teach something new, starting from this one.",
        "Memory",
        ("browser", "detail", "dashboard"),
        "ademem remember …",
    ),
    Action("memory.copy", "y", "Copy", "Copy its text.", "Memory", _ON_A_MEMORY, "ademem show ID"),
    Action("memory.copy_id", "Y", "Copy id", "Copy its id.", "Memory", _ON_A_MEMORY),
    Action(
        "dashboard.why", "w", "Why", "How the health score adds up.", "Dashboard", ("dashboard",), "ademem status", True
    ),
    Action("dashboard.open", "enter", "Open", "Show what this tile counts.", "Dashboard", ("dashboard",), "", True),
    Action(
        "dashboard.import",
        "i",
        "Import rules",
        "Import the rules files of this project; offered while it has no memory.",
        "Dashboard",
        ("dashboard",),
        "ademem import FILE",
    ),
    Action(
        "dashboard.demo",
        "d",
        "Demo",
        "Say how to look at the demo project.",
        "Dashboard",
        ("dashboard",),
        "ademem demo",
    ),
    Action("teach.save", "ctrl+s", "Save", "Remember it.", "Teach", ("teach",), "ademem remember …", True),
    Action(
        "teach.merge",
        "ctrl+g",
        "Merge",
        "Fold it into the nearest memory.",
        "Teach",
        ("teach",),
        "ademem edit ID --content …",
        True,
    ),
    Action(
        "teach.anyway",
        "ctrl+y",
        "Store anyway",
        "Remember it although the gate has doubts.",
        "Teach",
        ("teach",),
        "ademem remember --anyway …",
        True,
    ),
    Action(
        "teach.clear",
        "ctrl+l",
        "Clear",
        "Start with an empty form; again to get back what stood there.",
        "Teach",
        ("teach",),
        "",
        True,
    ),
    Action(
        "teach.leave",
        "escape",
        "Leave field",
        "Out of the field, so that letters are keys again; from there, back.",
        "Teach",
        ("teach",),
    ),
    Action(
        "care.open",
        "enter",
        "Open",
        "Go into the section; there, do what its row is for.",
        "Maintenance",
        ("maintenance",),
        "",
        True,
    ),
    Action(
        "care.leave",
        "escape",
        "Sections",
        "Back to the sections; from there, back.",
        "Maintenance",
        ("maintenance",),
    ),
    Action("care.backup", "b", "Back up", "Make a backup now.", "Maintenance", ("maintenance",), "ademem backup", True),
    Action(
        "care.restore",
        "R",
        "Restore",
        "Put a backup back, or bring a memory back from the bin.",
        "Maintenance",
        ("maintenance",),
        "ademem restore-backup FILE",
        True,
    ),
    Action("care.doctor", "c", "Check", "Run every check.", "Maintenance", ("maintenance",), "ademem doctor", True),
    Action(
        "care.repair",
        "m",
        "Mend",
        "Mend what the checks found.",
        "Maintenance",
        ("maintenance",),
        "ademem repair",
        True,
    ),
    Action(
        "care.compact",
        "v",
        "Compact",
        "Rewrite the file without its holes.",
        "Maintenance",
        ("maintenance",),
        "ademem repair --compact",
    ),
    Action(
        "care.export",
        "x",
        "Export",
        "Write everything to a file.",
        "Maintenance",
        ("maintenance",),
        "ademem export",
        True,
    ),
    Action(
        "care.import",
        "i",
        "Import",
        "Read a file; its plan is shown first.",
        "Maintenance",
        ("maintenance",),
        "ademem import FILE",
        True,
    ),
    Action(
        "care.anyway",
        "a",
        "Store anyway",
        "Take a refused write after all.",
        "Maintenance",
        ("maintenance",),
        "ademem refused --store-anyway N",
        True,
    ),
    Action(
        "care.purge",
        "P",
        "Purge",
        "Destroy what is past its days in the bin.",
        "Maintenance",
        ("maintenance",),
        "ademem purge --expired",
        True,
    ),
)

BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}


def applies(action: Action, scope: str) -> bool:
    """Whether an action belongs to a screen."""
    lists = scope in ("browser",)
    return scope in action.scopes or EVERYWHERE in action.scopes or (lists and LISTS in action.scopes)


def actions_for(scope: str) -> list[Action]:
    """The actions of a screen: its own first, then those that work everywhere."""
    found = [action for action in ACTIONS if applies(action, scope)]
    return sorted(found, key=lambda action: EVERYWHERE in action.scopes)


def bindings_for(scope: str) -> list[Binding]:
    """The key bindings of a screen. They all lead to one place, which knows whether the action can be done now."""
    return [
        Binding(action.keys, f"do('{action.id}')", action.label, show=False, id=action.id, tooltip=action.help)
        for action in actions_for(scope)
    ]


def key_name(action: Action) -> str:
    """The first key of an action as people write it."""
    first = action.keys.split(",")[0]
    return {"question_mark": "?", "slash": "/", "colon": ":", "enter": "⏎", "space": "␣"}.get(first, first)


def keys_markdown() -> str:
    """docs/keys.md."""
    lines = [
        "# Keys",
        "",
        "Made from the registry of actions (`make docs`). Every key can be changed in `keys.toml` in the config "
        'folder, one line an action: `"memory.pin" = "P"`.',
        "",
    ]
    for group in dict.fromkeys(action.group for action in ACTIONS):
        lines += [f"## {group}", "", "| key | action | what it does | command line |", "|---|---|---|---|"]
        for action in ACTIONS:
            if action.group == group:
                keys = " ".join(
                    f"`{key}`"
                    for key in action.keys.replace("slash", "/")
                    .replace("question_mark", "?")
                    .replace("colon", ":")
                    .split(",")
                )
                cli = f"`{action.cli}`" if action.cli else ""
                lines.append(f"| {keys} | {action.id} | {action.help} | {cli} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(keys_markdown(), end="")
