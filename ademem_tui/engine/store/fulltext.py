"""The two full-text indexes: words (porter) and trigrams. Any text is a legal query."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import apsw

from ademem_tui.engine.model import Filter
from ademem_tui.engine.store.filters import where

MAX_TERMS = 64
"""A long query is asked by its first so many different words: more of them cost much and change little."""

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"\S+")

WORDS = "unified_memories_fts"
TRIGRAMS = "unified_memories_trigram"
_WEIGHTS = "1.0, 0.6, 1.5, 0.8"
"""How much a match weighs in content, summary, tags, files."""


class Match(NamedTuple):
    """A row an index found; `rank` is FTS5's BM25, where smaller is better."""

    seq: int
    rank: float


def quoted(term: str) -> str:
    """A term as FTS5 takes it literally."""
    return '"' + term.replace('"', '""') + '"'


def word_terms(text: str) -> list[str]:
    """The words of a query, each once."""
    return list(dict.fromkeys(word.casefold() for word in _WORD.findall(text)))[:MAX_TERMS]


def trigram_terms(text: str) -> list[str]:
    """The pieces of a query that are long enough for the trigram index."""
    pieces = dict.fromkeys(piece.casefold() for piece in _PIECE.findall(text))
    terms = [piece for piece in pieces if len(piece) >= 3]
    return terms[:MAX_TERMS]


def query_of(terms: list[str], joiner: str) -> str:
    """Terms as an FTS5 query, each quoted on its own."""
    return f" {joiner} ".join(map(quoted, terms))


def best(connection: apsw.Connection, index: str, query: str, wanted: Filter, limit: int) -> list[Match]:
    """The best rows of one index that pass the filter."""
    if not query:
        return []
    condition, bound = where(wanted)
    sql = (
        f"SELECT m.seq, bm25({index}, {_WEIGHTS}) AS rank "
        f"FROM {index} JOIN unified_memories m ON m.seq = {index}.rowid "
        f"WHERE {index} MATCH ? AND {condition} ORDER BY rank, m.seq LIMIT ?"
    )
    return [Match(*row) for row in connection.execute(sql, (query, *bound, limit))]


def containing(connection: apsw.Connection, text: str, wanted: Filter, limit: int) -> list[int]:
    """Rows whose content holds a text of one or two characters, which no index covers: newest first."""
    condition, bound = where(wanted)
    sql = (
        f"SELECT m.seq FROM unified_memories m WHERE instr(lower(m.content), ?) > 0 AND {condition} "
        "ORDER BY m.updated_at DESC, m.seq DESC LIMIT ?"
    )
    return [row[0] for row in connection.execute(sql, (text.lower(), *bound, limit))]


def matching_seqs_sql(text: str) -> tuple[str, tuple[Any, ...]]:
    """A subquery of the rows that hold every word of a filter text, as words or as parts of words."""
    terms = word_terms(text)
    if not terms:
        return "SELECT seq FROM unified_memories WHERE instr(content, ?) > 0", (text.strip(),)
    parts = [f"SELECT rowid FROM {WORDS} WHERE {WORDS} MATCH ?"]
    bound: list[Any] = [" AND ".join(quoted(term) + "*" for term in terms)]
    if all(len(term) >= 3 for term in terms):
        parts.append(f"SELECT rowid FROM {TRIGRAMS} WHERE {TRIGRAMS} MATCH ?")
        bound.append(query_of(terms, "AND"))
    return " UNION ".join(parts), tuple(bound)


def rebuild(connection: apsw.Connection) -> None:
    """Make both indexes anew from the rows."""
    for index in (WORDS, TRIGRAMS):
        connection.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")


def merge_away_deleted(connection: apsw.Connection) -> None:
    """Fold each index into one piece, so that no word of a deleted row is left in it."""
    for index in (WORDS, TRIGRAMS):
        connection.execute(f"INSERT INTO {index}({index}) VALUES ('optimize')")


def disagreement(connection: apsw.Connection) -> str:
    """'' where both indexes hold exactly what the rows say, else what does not fit."""
    for index in (WORDS, TRIGRAMS):
        try:
            connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")
        except apsw.Error as error:
            return f"{index}: {error}"
    return ""
