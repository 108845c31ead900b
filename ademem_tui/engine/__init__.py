"""The in-process engine: no Textual, no Rich, no command line in here."""
