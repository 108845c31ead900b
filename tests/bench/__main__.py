"""`make bench` prints the table; `--short` is what CI runs."""

from __future__ import annotations

import sys

from tests.bench import foundation
from tests.bench.measure import table


def main() -> None:
    """Run everything and print it."""
    short = "--short" in sys.argv
    sizes = (1_000, 5_000) if short else (1_000, 10_000, 100_000)
    found = [
        *foundation.writes(sizes),
        *foundation.lists(sizes[-1]),
        *foundation.processes(5 if short else 25),
    ]
    print(table(found))


if __name__ == "__main__":
    main()
