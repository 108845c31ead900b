"""Windows over a screen: questions, pickers, help."""
