"""What comes in from other tools and what goes out as text."""
