"""`make soak`: 10,000 kills and a long crowd."""

from __future__ import annotations

import sys
import tempfile

from tests.soak import crowd, kills


def main() -> None:
    """Run both and fail where something was lost."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory(prefix="ademem-soak-") as folder:
        report = kills.run(folder, count)
        print(
            f"{report.kills} kills, {report.acknowledged} acknowledged writes, {report.lost} lost, {report.unsound or 'sound'}"
        )
    with tempfile.TemporaryDirectory(prefix="ademem-soak-") as folder:
        there, complaints = crowd.run(folder, 8, count // 20)
        print(f"8 processes, {there} memories, {len(complaints)} complaints")
    if report.lost or report.unsound or complaints:
        sys.exit("\n".join([report.unsound, *complaints]))


if __name__ == "__main__":
    main()
