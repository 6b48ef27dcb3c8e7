"""Faces of other tools: their names, calls and forms, our numbers."""
