"""The keyword path: BM25 over words and over trigrams, of one store."""

from __future__ import annotations

import re

import apsw

from ademem_tui.engine.model import Filter
from ademem_tui.engine.store import fulltext

TRIGRAM_SHARE = 0.3
"""What a trigram match is worth beside a word match: it finds parts of words, and many of them by chance."""

_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]+")


def trigram_query(text: str) -> str:
    """The pieces of a query for the trigram index; writing without spaces is cut into overlapping threes."""
    terms: list[str] = []
    for piece in fulltext.trigram_terms(text):
        runs = _CJK.findall(piece)
        for run in runs:
            terms.extend(run[at : at + 3] for at in range(len(run) - 2))
        if not runs:
            terms.append(piece)
    return fulltext.query_of(list(dict.fromkeys(terms))[: fulltext.MAX_TERMS], "OR")


def short_text(text: str) -> str:
    """A query that no index covers, one or two characters of a script without spaces or a lone sign, else ''."""
    stripped = text.strip()
    if not stripped or len(stripped) > 2:
        return ""
    return stripped if _CJK.search(stripped) or not fulltext.word_terms(stripped) else ""


def find(connection: apsw.Connection, text: str, wanted: Filter, limit: int) -> dict[int, dict[str, float]]:
    """The best rows and what each index said of them, higher is better."""
    parts: dict[int, dict[str, float]] = {}
    words = fulltext.query_of(fulltext.word_terms(text), "OR")
    for match in fulltext.best(connection, fulltext.WORDS, words, wanted, limit):
        parts.setdefault(match.seq, {})["words"] = -match.rank
    for match in fulltext.best(connection, fulltext.TRIGRAMS, trigram_query(text), wanted, limit):
        parts.setdefault(match.seq, {})["trigrams"] = -match.rank * TRIGRAM_SHARE
    alone = short_text(text)
    if alone:
        for place, seq in enumerate(fulltext.containing(connection, alone, wanted, limit)):
            parts.setdefault(seq, {})["contains"] = 1.0 / (1 + place)
    return parts
