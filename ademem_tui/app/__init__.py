"""The terminal app: screens over the engine. Nothing in here speaks SQL or waits for the disk on the event loop."""
