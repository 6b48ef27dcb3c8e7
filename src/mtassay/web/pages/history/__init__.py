"""The history of a project, and the way back."""
