"""A small project to try everything on: a repository with a history, and memories made by the product itself."""
