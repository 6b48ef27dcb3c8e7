"""Long work, outside of requests: who runs it, how it tells its progress, and one file per kind of it."""
