"""Only dumps are refused: what code, git or a session log says already, never a note that quotes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ademem_tui
from ademem_tui.engine.gate.derivable import SHORT, derivable

DIFF = """diff --git a/src/harbor/db/pool.py b/src/harbor/db/pool.py
index 1f2e3d4..5a6b7c8 100644
--- a/src/harbor/db/pool.py
+++ b/src/harbor/db/pool.py
@@ -10,7 +10,7 @@ def _configure(conn):
     conn.execute("set statement_timeout = 5000")
-    return None
+    conn.commit()
"""

PYTHON_TRACE = """Traceback (most recent call last):
  File "/app/worker/jobs.py", line 41, in run_once
    handler(job)
  File "/app/worker/mail.py", line 12, in send
    smtp.connect(host)
TimeoutError: timed out
"""

NODE_TRACE = """TypeError: Cannot read properties of undefined (reading 'state')
    at advance (/app/src/states.ts:14:22)
    at handle (/app/src/webhooks.ts:88:5)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
"""

JAVA_TRACE = """Exception in thread "main" java.lang.NullPointerException
\tat com.harbor.Parcel.advance(Parcel.java:42)
\tat com.harbor.Main.main(Main.java:9)
Caused by: java.io.IOException: closed
\t... 12 more
"""

GIT_LOG = """commit 5c2a9e1f0b7d4c3e2a1b0f9e8d7c6b5a49382716
Author: Ada <ada@example.org>
Date:   Mon Mar 3 10:00:00 2026 +0100

    Move the poller out
"""

ONELINE = """a1b2c3d Move the poller out
9f8e7d6 Add the carrier table
1c2d3e4 Fix the lease
"""

STATUS = """On branch main
Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
\tmodified:   src/harbor/api/parcels.py
"""

PATHS = """src/harbor/api/parcels.py
src/harbor/db/parcels.py
- tests/test_invoices.py
./web/src/lib/format.ts:12
"""

GREP = """src/harbor/eta.py:12:    return CARRIERS[carrier]
src/harbor/eta.py:44:    window = two_days(start)
src/harbor/api/parcels.py:9:from harbor.eta import estimate
"""

FUNCTION = '''def draft(parcels, tiers):
    """Compute the lines of an invoice."""
    lines = []
    for tier in tiers:
        count = sum(1 for parcel in parcels if tier.holds(parcel))
        if count:
            lines.append((tier.name, count, tier.cents * count))
    return lines
'''

TYPESCRIPT = """```ts
export interface Parcel {
  number: string;
  state: State;
  eta: Window | null;
}
```"""

LONG_SNIPPET = "Use it like this:\n```python\n" + "\n".join(f"step_{n} = run({n})" for n in range(SHORT + 3)) + "\n```"

REFUSED = [
    (DIFF, "diff_dump"),
    ("```diff\n" + DIFF + "```", "diff_dump"),
    ("Changes:\n" + DIFF, "diff_dump"),
    (" src/a.py | 12 +++---\n src/b.py |  3 +\n 2 files changed, 9 insertions(+), 6 deletions(-)", "diff_dump"),
    (PYTHON_TRACE, "stack_trace"),
    ("Error:\n" + PYTHON_TRACE, "stack_trace"),
    (NODE_TRACE, "stack_trace"),
    (JAVA_TRACE, "stack_trace"),
    (GIT_LOG, "git_history"),
    (ONELINE, "git_history"),
    ("Commits:\n- " + ONELINE.replace("\n", "\n- ").rstrip("- \n"), "git_history"),
    (STATUS, "git_history"),
    (PATHS, "path_dump"),
    ("Files changed in this session:\n" + PATHS, "path_dump"),
    ("These are all of the files that were modified:\n" + PATHS, "path_dump"),
    (GREP, "path_dump"),
    ("src/a/b.py, src/a/c.py, src/d/e.py, tests/test_b.py", "path_dump"),
    ("├── src/harbor/api/\n├── src/harbor/db/\n└── tests/test_x.py", "path_dump"),
    (FUNCTION, "code_dump"),
    (TYPESCRIPT, "code_dump"),
    (LONG_SNIPPET, "code_dump"),
    ("Status: in progress, two of three endpoints done", "session_chatter"),
    ("## Status: done", "session_chatter"),
    ("Progress update: the parser is half finished", "session_chatter"),
    ("Session summary\nWe looked at the queue and the worker.", "session_chatter"),
    ("**Task summary:** moved the helpers", "session_chatter"),
    ("Summary of changes: three files were touched", "session_chatter"),
    ("Next steps: write the migration, then deploy", "session_chatter"),
    ("Working on the parser", "session_chatter"),
    ("Implemented the retry logic in client.py", "session_chatter"),
    ("Implemented retry logic", "session_chatter"),
    ("Fixed the login bug", "session_chatter"),
    ("Fixed `advance` in states.py", "session_chatter"),
    ("Fixed a typo", "session_chatter"),
    ("Updated the README and the changelog", "session_chatter"),
    ("Updated dependencies to the latest versions", "session_chatter"),
    ("Added tests for the parser", "session_chatter"),
    ("Added tests covering the edge cases", "session_chatter"),
    ("Refactored the queue module into two files", "session_chatter"),
    ("✅ Completed the migration", "session_chatter"),
    ("I have now implemented the endpoint", "session_chatter"),
    ("I've fixed the failing test.", "session_chatter"),
    ("I’ve fixed the failing test.", "session_chatter"),
    ("Let me look at the queue first", "session_chatter"),
    ("I'll write the tests next", "session_chatter"),
    ("All tests passed", "session_chatter"),
    ("All tests pass. Build succeeded.", "session_chatter"),
    ("All 42 tests are passing now", "session_chatter"),
    ("41 passed, 2 skipped in 0.6s", "session_chatter"),
    ("Task completed.", "session_chatter"),
    ("The task is now complete!", "session_chatter"),
    ("No issues found.", "session_chatter"),
    ("Everything works as expected", "session_chatter"),
    ("Changes have been committed. Ready for review.", "session_chatter"),
    ("Done!", "session_chatter"),
    ("LGTM", "session_chatter"),
    ("Nothing new to remember", "session_chatter"),
    ("Token usage: 12,345", "session_chatter"),
    ("This session used about 45k tokens", "session_chatter"),
    ("Context left: 40%", "session_chatter"),
]

ACCEPTED = [
    "Fixed window rate limiting is simpler than a sliding one and good enough for the public routes.",
    "Fixed-size buffers only: the parser never allocates.",
    "Completed jobs stay in the table for 30 days.",
    "Updated rows are not embedded again until the next sweep.",
    "Added columns must be nullable while the previous release runs.",
    "Changed files trigger a new index after half a second.",
    "Removed parcels keep their number for ever.",
    "Tested on Postgres 15 only; 14 lacks NULLS NOT DISTINCT.",
    "Implemented our own tokens instead of JWT because there is one issuer and one algorithm.",
    "Fixed the flaky test by freezing the clock: never compare against the wall clock in tests.",
    "Status codes are mapped in one table, `api/errors.py`.",
    "Status 202 means the webhook was stored, not that it was applied.",
    "Progress bars are drawn by the job runner alone.",
    "Sessions expire after 8 hours; a leeway of 30 seconds is for clocks that differ.",
    "Summaries are capped at 180 characters.",
    "Task names are verbs in the imperative.",
    "Working on billing needs a database with the January data.",
    "Next.js pages must not import from `server/`.",
    "Next to each migration stands a file that undoes it.",
    "We decided to fix the lease at 90 s.",
    "We use one queue per carrier.",
    "I would rather see a test with real values than one with mocks.",
    "All tests passed only with TZ set to UTC; any other zone shows the bug.",
    "All tests need a database except those in tests/pure.",
    "No issues may be closed without a test.",
    "Tokens: our own two-part HMAC format, not JWT.",
    "Tokens: 8 hours of life, then a new login.",
    "Reading all of `src/harbor/db` costs about 2,300 tokens; `db/parcels.py` alone answers most questions.",
    "Let the database decide races: insert with ON CONFLICT DO NOTHING and look at the count.",
    "Call `advance()` instead of setting `state`.",
    "See src/harbor/db/parcels.py for the only place that writes it.",
    "In reviews we read `diff --git a/x b/x` headers by script, so keep `diff.noprefix` off.",
    "Convention: a commit message starts with the area.\n---\nThe rest says why.",
    "Rules\n---\n- first rule is short\n- second rule is shorter\n+ and one more",
    "The lines\n--- old\n+++ new\nare what the parser splits at when it reads a patch from the mail queue.",
    "commit 5c2a9e1 broke the lease; revert it rather than patching around it.",
    "1234567 is the account id that the tests use.\n7654321 is the one of staging.\n1111111 is never used.",
    "Deadlock: always lock parcels before jobs, in this order, or two workers wait for each other.",
    "`PoolTimeout: couldn't get a connection` means a handler holds one while it calls another that opens its own.",
    "Author and date of a note come from git; the page shows them as they are.",
    "When billing changes, read these together, in this order:\n- src/billing/invoices.py\n"
    "- src/billing/money.py\n- tests/test_invoices.py",
    "Idempotent insert, as everywhere here:\n```sql\nINSERT INTO jobs (key) VALUES (%s)\nON CONFLICT DO NOTHING\n"
    "RETURNING id;\n```\nA missing row means somebody was first.",
    "```\nmake check\n```",
    "The worker dies at startup with this when the lease is zero:\n"
    + PYTHON_TRACE
    + "The cause is a lease of zero in the"
    " settings; raise it above the slowest handler, 15 seconds, and it is gone.",
    "- lock the row;\n- decide in pure code;\n- write it back;\n- queue the mail;\n- commit once;\n"
    "- answer 202;\n- log the number;",
    "Return 404 for things of another account,\nlet the log say which one it was,\nand pass the request id on\n"
    "so that support can find it\nwithout asking for more\nthan the number.",
    "https://example.org/a\nhttps://example.org/b\nhttps://example.org/c",
    "レビューでは必ず読み上げ順も確認します。",
    "",
    "???",
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_dumps_are_refused_with_their_own_code(text: str, code: str) -> None:
    found = derivable(text)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize("text", ACCEPTED)
def test_notes_are_accepted(text: str) -> None:
    assert derivable(text) is None


@pytest.mark.parametrize("text", [DIFF, PYTHON_TRACE, GIT_LOG, PATHS, FUNCTION, "All tests passed"])
def test_a_reason_says_what_was_seen_and_what_to_write_instead(text: str) -> None:
    found = derivable(text)
    assert found is not None
    assert found.reason.startswith("This ")
    assert "Write what" in found.reason
    assert "{" not in found.reason


def test_the_evidence_of_chatter_is_quoted() -> None:
    found = derivable("Status: two of three endpoints done")
    assert found is not None
    assert '"Status:"' in found.reason


@pytest.mark.parametrize("lines", [3, SHORT])
def test_a_snippet_is_fine_inside_an_explanation_and_a_dump_without(lines: int) -> None:
    snippet = "```python\n" + "\n".join(f"value_{number} = call({number})" for number in range(lines)) + "\n```"
    assert derivable("Retry like this, always with a cap:\n" + snippet) is None
    alone = derivable(snippet)
    assert alone is not None
    assert alone.code == "code_dump"


def test_a_long_snippet_needs_a_long_explanation() -> None:
    snippet = "```yaml\n" + "\n".join(f"key_{number}: {number}" for number in range(20)) + "\n```\n"
    assert derivable("Settings of the worker, as on staging:\n" + snippet) is not None
    assert derivable(snippet + "Each of these was measured under load and none may be raised alone. " * 8) is None


def test_no_memory_of_the_demo_is_refused() -> None:
    data = Path(ademem_tui.__file__).parent / "demo" / "data" / "memories.json"
    contents = [memory["content"] for memory in json.loads(data.read_text(encoding="utf-8"))]
    texts = ["".join(content) if isinstance(content, list) else content for content in contents]
    assert len(texts) > 100
    assert [text for text in texts if derivable(text)] == []


@given(st.text())
@settings(deadline=None)
def test_any_text_gets_an_answer(text: str) -> None:
    found = derivable(text)
    assert found is None or found.reason


@given(st.lists(st.sampled_from(("the", "job", "waits", "for", "its", "turn", "and", "a", "worker")), min_size=3))
@settings(deadline=None)
def test_prose_is_never_a_dump(words: list[str]) -> None:
    assert derivable(" ".join(words) + ".") is None
