"""Statistics of a project."""
