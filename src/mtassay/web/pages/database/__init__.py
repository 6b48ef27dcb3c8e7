"""The database of a project: sources, their translations, and all that is known of one."""
