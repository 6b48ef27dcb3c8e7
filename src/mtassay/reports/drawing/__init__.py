"""Pictures: what they are drawn with, and one file for each kind."""
