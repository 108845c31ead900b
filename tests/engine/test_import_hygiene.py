"""What is heavy, or belongs to a face, is not imported with the engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

FACES = ("textual", "rich", "click", "humanize")
HEAVY = (
    "numpy",
    "asyncio",
    "detect_secrets",
    "tomlkit",
    "urllib.request",
    "importlib.metadata",
    "platformdirs",
    "inspect",
)


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", FACES)
def test_the_engine_imports_no_face(module: str) -> None:
    code = "import pkgutil, importlib, ademem_tui.engine as e\n" + (
        "for m in pkgutil.walk_packages(e.__path__, 'ademem_tui.engine.'):\n    importlib.import_module(m.name)"
    )
    assert module not in modules_after(code)


def test_writing_a_memory_imports_nothing_heavy(tmp_path: object) -> None:
    code = (
        "from ademem_tui.engine.engine import Engine\nfrom ademem_tui.engine.paths import paths_for\n"
        "from ademem_tui.engine.model import WriteRequest\n"
        f"e = Engine(paths_for({str(tmp_path)!r}, {{'ADEMEM_HOME': {str(tmp_path)!r}}}))\n"
        "e.memories.write(WriteRequest('One worker drains the queue'))"
    )
    loaded = modules_after(code) & (set(HEAVY) - {"inspect"})
    assert not loaded
