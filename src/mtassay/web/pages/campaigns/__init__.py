"""Campaigns of a project, for its managers: the list, a new one in steps, and how far one is."""
