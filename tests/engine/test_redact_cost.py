"""What looking for secrets costs: time in step with the length of the text, and nothing for what is not needed."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from ademem_tui.engine.redact import clean

SHORT, LONG = 2_000, 100_000
STEEPEST = 4 * LONG / SHORT
"""Four times what a straight line gives; a square would give fifty times."""

UNITS = [
    *("password=", "password='", 'password="', "password: ", "the password is ", "password for ", "password=%("),
    *('token="<', "token=a,", "password=(", "password=a.b", "password=x-", "key    ", "cl key ", "value: "),
    *("ibm_cloud_iam_api_key : ", "cloudant_api_key=", "secret_access_key = ", "Bearer ", "Authorization: Bearer "),
    *("curl ", "curl -u a:", "mysql -p", "://a:b", "://a:b@", "[REDACTED: ", "[REDACTED: Password]"),
    *("-----BEGIN " + "PRIVATE KEY-----", "-----BEGIN " + "PRIVATE KEY-----\n", "A" * 60 + "\n", "A" * 41 + "\\n"),
    *("PuTTY-User-Key" + "-File-2: x\n", "eyJ", "eyJa.", "sk-", "sk-a-", "glagent-", "glagent-a_", "xoxb-1-"),
    *("AKIA", "aws key '", "SG." + "a" * 16 + ".", "M" + "a" * 23 + "." + "b" * 6 + ".", "123456789:", "?sig="),
    *("npm_", "/:_authToken=", "//a/:_authToken=", "hvs.", "dapi", "a1Q~", "https://hooks.slack.com/services/"),
    *("\u200b", "a\u200b", "\x1b[", "\x1b[0", "\U0001f600\u200d", "\r", "\r\n", "1\ufe0f", "password\u200b="),
    *("a", "-", "_", ".", "=", '"', "\\", "\n", " ", "abc123", "password=abc123)"),
]


def seconds(text: str, times: int) -> float:
    """The least CPU time of this thread that cleaning the text took."""
    least = float("inf")
    for _ in range(times):
        start = time.thread_time()
        clean(text)
        least = min(least, time.thread_time() - start)
    return least


@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_in_step_with_length(unit: str) -> None:
    short, long = ((unit * size)[: size - 8] + "hunter2!" for size in (SHORT, LONG))
    clean(short)
    assert seconds(long, 1) / max(seconds(short, 5), 1e-5) < STEEPEST


CHILD = """
import json, re, sys
compiled = []
compile = re.compile
re.compile = lambda source, flags=0: compiled.append(source) or compile(source, flags)
from ademem_tui.engine import redact
at_import = len(compiled)
redact.clean("Every change of a state goes through `advance` in `states.py`; see docs/states.md: the table.")
ordinary = len(compiled)
redact.clean("DB_PASSWORD=hunter2")
modules = [name for name in sys.modules if name.split(".")[0] in ("detect_secrets", "requests", "asyncio", "urllib")]
print(json.dumps([at_import, ordinary, len(compiled), modules]))
"""


def test_only_what_a_text_needs_is_compiled() -> None:
    run = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True)
    at_import, ordinary, named, modules = json.loads(run.stdout)
    assert at_import == 0
    assert ordinary <= 3
    assert named > ordinary
    assert modules == []
