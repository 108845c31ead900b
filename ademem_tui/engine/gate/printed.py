"""Lines that no person writes: how git, interpreters, file tools and source code look."""

from __future__ import annotations

import re
from functools import cache

_DIFF = (
    r"diff --git a/",
    r"@@ -\d+(?:,\d+)? \+\d+",
    r"index [0-9a-f]{7,}\.\.[0-9a-f]{7,}",
    r"(?:---|\+\+\+) (?:[ab]/|/dev/null)",
    r"(?:new|deleted) file mode \d",
    r"similarity index \d",
    r"rename (?:from|to) \S+$",
    r"\s*\S+ +\| +\d+ [+-]+$",
    r"\s*\d+ files? changed, ",
)
_TRACE = (
    r"Traceback \(most recent call last\)",
    r"File \"[^\"]+\", line \d+",
    r"at .{1,200}:\d+(?::\d+)?\)?$",
    r"at [\w.$<>/]+\(.*\)$",
    r"\.\.\. \d+ more$",
    r"goroutine \d+ \[",
    r"\S+\.go:\d+ \+0x",
    r"thread '.*' panicked at",
    r"\d+: +(?:0x[0-9a-f]+ - )?[\w:<>]+::",
    r"#\d+ +0x[0-9a-f]+ in ",
    r"Exception in thread ",
)
_GIT = (
    r"commit [0-9a-f]{7,40}(?: \(.*\))?$",
    r"Author: .*<.*>",
    r"(?:Author|Commit)?Date: {2,}\S",
    r"Merge: [0-9a-f]{7,} ",
    r"[\s*|/\\+-]*(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\s\S",
    r"\[\S+ [0-9a-f]{7,40}\] ",
    r"Merge pull request #\d+ from ",
    r"On branch \S+$",
    r"Your branch is ",
    r"Changes (?:not staged|to be committed)",
    r"Untracked files:",
    r"\s*\(use \"git ",
    r"no(?:thing| changes) (?:added )?to commit",
    r"\s*create mode \d+ ",
)
_ERROR = (r"(?:Caused by: )?[\w.]*(?:Error|Exception|Panic)\b.{0,3}:", r"error(?:\[\w+\])?:")

_EXTENSIONS = (
    "py|pyi|js|jsx|mjs|cjs|ts|tsx|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|sh|sql|css|scss|html|vue|"
    "svelte|json|jsonl|ya?ml|toml|ini|cfg|md|rst|txt|lock|xml|proto|snap|png|svg|tcss|ipynb|gradle|tf"
)
_FILE = (
    r"(?:(?:\.{1,2}/|~/|/|[A-Za-z]:\\)?(?:[\w.@+\[\]()-]+[/\\])+[\w.@+\[\]()-]*"
    rf"|[\w.@+\[\]-]+\.(?:{_EXTENSIONS}))"
)
_PATH = (
    r"[\s│├└─|`*•-]*(?:\d+ +)?(?:[ MADRCU?!]{1,2} |(?:modified|new file|deleted|renamed): +)?"
    rf"`?{_FILE}(?:[:#(]L?\d+\S*)?`?[,;:]?$",
    rf"\s*{_FILE}[:-]\d+[:-]",
    r"[-dl][rwx-]{9}[.@+]?\s",
)
_KEYWORDS = (
    r"def|class|async def|import|from [\w.]+ import|return|yield|raise|throw|elif|else|try|except|finally|const|let|"
    r"var|function|export|public|private|protected|static|interface|struct|impl|fn|func|package|namespace|print|"
    r"self\.|this\.|pass|break|continue|assert"
)
_CODE = (
    rf"(?:{_KEYWORDS})(?=\W|$)(?!(?: [a-z]+){{4}})",
    r"(?:if|for|while|with|switch) .*[:{]$",
    r"@\w+[\w.()]*$",
    r"#include|#!|//|/\*|\*/|\"\"\"|'''|:param|:return",
    r"</?\w+[^<]*>$",
    r"[\w.\[\]\"']+ ?[+|*/-]?= ?\S",
    r"(?![-*•\d]).*[;{}]$",
    r"(?:await |new )?[\w.$\[\]]+\(.*\)?[:,]?$",
    r"[\])}]+[,;)]*$",
    r"\"[^\"]+\": ",
    r"\d+(?:→|\t|:[\t/\w])",
)


@cache
def printed() -> re.Pattern[str]:
    """Matches the start of such a line; its last group is named diff, trace, git, error, path or code."""
    return re.compile(
        f"(?P<diff>{'|'.join(_DIFF)})|\\s*(?P<trace>{'|'.join(_TRACE)})|(?P<git>{'|'.join(_GIT)})"
        f"|\\s*(?P<error>{'|'.join(_ERROR)})|(?P<path>{'|'.join(_PATH)})|\\s*(?P<code>{'|'.join(_CODE)})"
    )
