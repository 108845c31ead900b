"""Finding memories: what a query is, the paths that look for it, and how their answers become one list."""
