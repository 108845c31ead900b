"""How memories age."""
