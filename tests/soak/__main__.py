"""`make soak`: 10,000 kills and a long crowd."""

from __future__ import annotations

import sys
import tempfile

from tests.soak import crowd, kills

A_STORE = 200
"""Kills of one store before a new one is begun: each kill makes the next opening look over the whole file."""


def main() -> None:
    """Run both and fail where something was lost."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    killed = acknowledged = lost = 0
    unsound = ""
    while killed < count and not lost and not unsound:
        with tempfile.TemporaryDirectory(prefix="ademem-soak-") as folder:
            report = kills.run(folder, min(A_STORE, count - killed), seed=killed + 1)
        killed += report.kills
        acknowledged += report.acknowledged
        lost += report.lost
        unsound = report.unsound
        print(f"{killed} kills, {acknowledged} acknowledged writes, {lost} lost, {unsound or 'sound'}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ademem-soak-") as folder:
        there, complaints = crowd.run(folder, 8, count // 20)
        print(f"8 processes, {there} memories, {len(complaints)} complaints")
    if lost or unsound or complaints:
        sys.exit("\n".join([unsound, *complaints]))


if __name__ == "__main__":
    main()
