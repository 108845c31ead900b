"""Files that a text names: in backticks or as the target of a link."""

from __future__ import annotations

import re

_NAMED = re.compile(r"`([^`\s]+)`|\]\(([^)\s]+)\)")
_KNOWN = re.compile(
    r"\.(?:py|pyi|ipynb|[cm]?[jt]sx?|vue|svelte|astro|rs|go|java|kt|kts|scala|swift|m|mm|c|h|cc|cpp|hpp|cs|fs|rb|php|ex"
    r"|exs|erl|hs|ml|clj|lua|dart|zig|jl|r|sh|bash|zsh|fish|ps1|sql|graphql|gql|proto|prisma|html|css|scss|sass|less"
    r"|tcss|md|mdx|mdc|rst|txt|json|jsonc|json5|ya?ml|toml|ini|cfg|conf|lock|xml|gradle|tf|nix|bazel|cmake|csv"
    r"|scm|sol|tpl|j2|plist|properties|service|example|snap)$",
    re.IGNORECASE,
)
_DOT_FILES = re.compile(r"\.(?:\w*rc|\w*ignore|env|env\.[\w.-]+|editorconfig|gitattributes|\w+rules|gitmodules)$")
_BARE_NAMES = frozenset(("Makefile", "Dockerfile", "Justfile", "Procfile", "Gemfile", "Rakefile", "CODEOWNERS"))
_PRODUCTS = frozenset(("node.js", "next.js", "vue.js", "nuxt.js", "three.js", "d3.js", "express.js", "asp.net"))
_MOST = 8


def files_in(text: str) -> tuple[str, ...]:
    """Paths of files a text names, each once, in the order they occur."""
    found = (_path(match[1] or match[2]) for match in _NAMED.finditer(text))
    return tuple(dict.fromkeys(path for path in found if path))[:_MOST]


def _path(word: str) -> str:
    path = (
        re.sub(r"(?::\d+(?:[-:]\d+)?|#L?\w+(?:-L?\d+)?)$", "", word.strip("\"'")).removeprefix("@").removeprefix("./")
    )
    name = path.rpartition("/")[2]
    if not re.fullmatch(r"[\w@+~()\[\].\-/]+", path) or "//" in path or path.startswith(("/", "~", "../")):
        return ""
    is_file = name in _BARE_NAMES or bool(_KNOWN.search(name[1:])) or bool(_DOT_FILES.match(name))
    return path if is_file and name.lower() not in _PRODUCTS else ""
