"""Where the style sheets are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os


def style(name: str) -> str:
    """The path of a style sheet."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(package, "styles"), os.path.join(os.path.dirname(package), "styles")):
        file = os.path.join(folder, name)
        if os.path.exists(file):
            return file
    raise FileNotFoundError(f"the style sheet {name} is missing: this installation is not complete")
