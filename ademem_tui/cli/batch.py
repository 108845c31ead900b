"""`remember --batch`: requests come in as lines of JSON, results go out as lines of JSON, in the same order."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from ademem_tui.cli.call import Call
from ademem_tui.cli.files import in_project
from ademem_tui.cli.output.documents import result_document, write_json
from ademem_tui.engine.errors import BadInput
from ademem_tui.engine.model import Actor, WriteRequest
from ademem_tui.engine.taxonomy import nearest

if TYPE_CHECKING:
    from ademem_tui.engine.engine import Engine

_TEXTS = {
    "content": "content",
    "text": "content",
    "category": "category",
    "scope": "scope",
    "owner": "scope_owner_id",
    "scope_owner_id": "scope_owner_id",
    "visibility": "visibility",
    "importance": "importance",
    "summary": "summary",
    "citation": "citation_text",
    "citation_text": "citation_text",
    "file_scope_pattern": "file_scope_pattern",
    "branch": "branch",
    "commit": "commit_sha",
    "commit_sha": "commit_sha",
    "session": "session_id",
    "session_id": "session_id",
    "run_id": "run_id",
    "step": "step",
    "agent_id": "agent_id",
}
_LISTS = {
    "tags": "tags",
    "files": "related_files",
    "related_files": "related_files",
    "modules": "related_modules",
    "related_modules": "related_modules",
}
_FLAGS = {"pin": "pin", "candidate": "candidate", "anyway": "anyway"}
_KNOWN = (*_TEXTS, *_LISTS, *_FLAGS, "confidence", "payload")


def remember_batch(call: Call, file: str, actor: Actor) -> int:
    """Write every request as one act; a bad line is answered with its error, and the rest goes on."""
    with call.engine() as engine, _opened(file) as stream:
        return _run(call, engine, Arriving(call, stream, actor), actor)


def _run(call: Call, engine: Engine, requests: Arriving, actor: Actor) -> int:
    refused = 0
    for result in engine.memories.write_many(requests, actor, origin=call.origin):
        requests.answer_bad_lines()
        line = requests.waiting.popleft()[0]
        write_json({"line": line, **result_document(result, call.origin)}, lines=True)
        refused += not result.accepted
    requests.answer_bad_lines()
    return 1 if refused or requests.bad else 0


class Arriving:
    """Requests as they arrive. A run of them ends where the input pauses, so that answers go out meanwhile.

    Whoever takes a number of requests at a time gets those that are there. Asked again once these are answered,
    it waits for more, and it ends for good only at the end of the input. A writer at the other end of a pipe can
    so wait for each answer.
    """

    def __init__(self, call: Call, stream: BinaryIO, actor: Actor) -> None:
        from ademem_tui.cli.teach import place_of

        self._call = call
        self._stream = stream
        self._agent = actor.kind != "person"
        self._place = place_of(call)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._ended = False
        self._number = 0
        self.bad = 0
        """How many lines were no requests."""
        self.waiting: deque[tuple[int, str]] = deque()
        """Lines not answered yet: number, and what is wrong with it."""

    def __iter__(self) -> Arriving:
        return self

    def __next__(self) -> WriteRequest:
        while True:
            while self._lines:
                request = self._next_request(self._lines.popleft())
                if request is not None:
                    return request
            self.answer_bad_lines()
            if self.waiting or self._ended:
                raise StopIteration
            self._read()

    def answer_bad_lines(self) -> None:
        """Answer the bad lines whose turn it is."""
        count = 0
        while self.waiting and self.waiting[0][1]:
            line, problem = self.waiting.popleft()
            failure = {"error": "bad_line", "message": problem, "hint": ""}
            answer = {"ok": False, "accepted": False, "id": None, "code": "bad_line", "reason": problem}
            write_json({"line": line, **answer, **failure}, lines=True)
            count += 1
        self.bad += count

    def _next_request(self, line: bytes) -> WriteRequest | None:
        self._number += 1
        if not line.strip():
            return None
        try:
            request = self._request(line)
        except BadInput as error:
            self.waiting.append((self._number, str(error)))
            return None
        self.waiting.append((self._number, ""))
        return request

    def _read(self) -> None:
        chunk = self._stream.read1(65_536)  # type: ignore[attr-defined]
        self._ended = not chunk
        lines = (self._rest + chunk).split(b"\n")
        self._rest = b"" if self._ended else lines.pop()
        self._lines.extend(line for line in lines if line or not self._ended)

    def _request(self, line: bytes) -> WriteRequest:
        try:
            given = json.loads(line.decode("utf-8-sig"))
        except ValueError as error:
            raise BadInput(f"This line is not JSON: {error}.") from error
        if not isinstance(given, dict):
            raise BadInput("A request is a JSON object.", 'Write {"content": "..."}.')
        values = dict(_checked(name, value) for name, value in given.items() if value is not None)
        if "content" not in values:
            raise BadInput("This request has no content.", 'Write {"content": "..."}.')
        files = values.get("related_files", ())
        values["related_files"] = tuple(in_project(self._call.paths, file) for file in files)
        values.setdefault("branch", self._place[0])
        values.setdefault("commit_sha", self._place[1])
        values.setdefault("source_type", "agent_explicit" if self._agent else "user_taught")
        return WriteRequest(**values)


def _checked(name: str, value: Any) -> tuple[str, Any]:
    """A field of a request under its own name, once its type is right."""
    if name in _TEXTS and isinstance(value, str):
        return _TEXTS[name], value
    if name in _LISTS and isinstance(value, list) and all(isinstance(word, str) for word in value):
        return _LISTS[name], tuple(value)
    if name in _FLAGS and isinstance(value, bool):
        return _FLAGS[name], value
    if name == "confidence" and isinstance(value, int | float) and not isinstance(value, bool):
        return name, float(value)
    if name == "payload" and isinstance(value, dict):
        return name, value
    if name in _KNOWN:
        raise BadInput(f"The field '{name}' of this request has the wrong type: {json.dumps(value)[:60]}.")
    near = nearest(name, _KNOWN)
    hint = f"Did you mean '{near}'?" if near else f"A request has {', '.join(_KNOWN)}."
    raise BadInput(f"A request has no field '{name}'.", hint)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    if not os.path.isfile(file) or not os.access(file, os.R_OK):
        raise BadInput(f"There is no file {file} that can be read.")
    with open(file, "rb") as stream:
        yield stream
