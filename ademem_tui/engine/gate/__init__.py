"""The write gate: what a text must pass before it becomes a memory."""
