"""The built wheel, alone in a clean environment, runs the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str | Path, cwd: Path, home: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment["ADEMEM_HOME"] = str(home)
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_wheel_alone_runs_the_command_line(tmp_path: Path) -> None:
    run(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        tmp_path / "dist",
        cwd=ROOT,
        home=tmp_path,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "clean", cwd=tmp_path, home=tmp_path)
    binaries = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin")
    pip: list[str | Path] = [binaries / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path, home=tmp_path)
    project = tmp_path / "project"
    project.mkdir()
    ademem = binaries / "ademem"
    assert '"accepted": true' in run(
        ademem, "remember", "One worker drains the queue", "--json", cwd=project, home=tmp_path
    )
    assert "worker drains" in run(ademem, "search", "worker", cwd=project, home=tmp_path)
    assert "harbor" in run(ademem, "demo", "--path", cwd=project, home=tmp_path)
    assert run(ademem, cwd=project, home=tmp_path)
