"""Scores: metrics run over test sets."""
