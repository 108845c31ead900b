"""One memory with everything that is known about it, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ademem_tui.cli.output.lines import marks_of
from ademem_tui.cli.output.page import Page, Piece, text_of
from ademem_tui.engine.payloads import fields_of


def show_whole(page: Page, item: dict[str, Any]) -> None:
    """The text first, then its typed fields, its links, and where it comes from."""
    head: list[Piece] = [(item["short_id"], "strong"), "  ", (item["category"], f"category:{item['category']}"), "  "]
    head.append(page.status(item["status"]))
    if item["archive_reason"]:
        why = f": {item['archive_note']}" if item["archive_note"] else ""
        head.append(f" ({item['archive_reason']}{why})")
    marks = marks_of(item)
    page.say(*head, (f"  {marks}" if marks else "", "quiet"))
    page.say("")
    page.block(item["content"])
    page.say("")
    typed = list(_payload(item))
    if typed:
        page.fields(typed)
        page.say("")
    if item["relations"]:
        page.fields(_relation(link) for link in item["relations"])
        page.say("")
    page.fields(row for row in _facts(page, item) if text_of(row[1]))


def _payload(item: dict[str, Any]) -> Iterator[tuple[str, Piece]]:
    payload = item["payload"] or {}
    for field in fields_of(item["category"]):
        value = payload.get(field.name)
        if value in (None, "", []):
            continue
        if isinstance(value, list):
            for at, entry in enumerate(value, 1):
                yield (field.label if at == 1 else "", f"{at}. {_entry(entry)}")
        else:
            yield field.label, str(value)


def _entry(entry: Any) -> str:
    if not isinstance(entry, dict):
        return str(entry)
    place = f" ({entry['file']}{':' + str(entry['line']) if 'line' in entry else ''})" if "file" in entry else ""
    severity = f"{entry['severity']}: " if "severity" in entry else ""
    return f"{severity}{entry['text']}{place}"


def _relation(link: dict[str, Any]) -> tuple[str, Piece]:
    words = link["type"].replace("_", " ")
    if link["target_kind"] == "file":
        return words, link["target"]
    outwards = link["direction"] == "out"
    other = (link["target"] if outwards else link["source_id"])[-6:]
    return (words if outwards else f"← {words}"), f"{other}  {link['summary']}".strip()


def _facts(page: Page, item: dict[str, Any]) -> Iterator[tuple[str, Piece]]:
    yield "Summary", item["summary"]
    yield "Cited as", item["citation_text"]
    yield "Up for review", item["review_reason"] or ("yes" if item["needs_review"] else "")
    yield "Stale since", page.when(item["stale_at"])
    yield "Files", ", ".join(item["related_files"])
    yield "Holds for", item["file_scope_pattern"] or ""
    yield "Modules", ", ".join(item["related_modules"])
    yield "Tags", ", ".join(item["tags"])
    yield "Importance", item["importance"]
    yield "Confidence", f"{item['confidence']:.2f}, seen {_times(item['observation_count'])}"
    yield "Used", f"{_times(item['access_count'])}, told to agents {_times(item['injection_count'])}"
    owner = f" of {item['owner']}" if item["owner"] else ""
    yield "Scope", f"{item['scope']}{owner}, seen by {item['visibility']}, tier {item['tier']}"
    yield "From", _source(item)
    place = " at ".join(part for part in (item["branch"], (item["commit_sha"] or "")[:10]) if part)
    yield "Made on", place
    yield "Made", page.when(item["created_at"])
    yield "Changed", page.when(item["updated_at"])
    yield "Last used", page.when(item["last_accessed_at"])
    yield "Lives in", "your own file" if item["origin"] == "user" else "the project"
    yield "Id", item["id"]


def _source(item: dict[str, Any]) -> str:
    sessions = item["provenance_session_ids"] or ([item["source_session_id"]] if item["source_session_id"] else [])
    parts = [f"{item['source_who']} ({item['source_type'].replace('_', ' ')})"]
    if sessions:
        parts.append(f"session {', '.join(sessions)}")
    for name, field in (("run", "source_run_id"), ("step", "source_step"), ("pack", "source_pack_key")):
        if item[field]:
            parts.append(f"{name} {item[field]}")
    return ", ".join(parts)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
