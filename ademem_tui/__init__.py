"""ademem: a project memory that coding agents feed and developers trust."""

__version__ = "0.1.0"
