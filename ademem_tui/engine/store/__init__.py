"""SQLite and nothing but SQLite: no query outside this folder speaks SQL."""
