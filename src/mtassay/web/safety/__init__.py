"""Who may come in, and what is refused before any page is asked: one file per rule."""
