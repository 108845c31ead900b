"""How answers look: one JSON document, plain text in a pipe, tables and colour on a terminal."""
