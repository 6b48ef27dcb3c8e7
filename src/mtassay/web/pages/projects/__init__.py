"""Projects: the list of them, and what one holds."""
