"""Text: test sets, references, and the files they come in."""
