"""Judges and their answers: what is asked, what was said, and which judgment holds."""
