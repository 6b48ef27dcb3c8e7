"""Files on their way into a project."""
