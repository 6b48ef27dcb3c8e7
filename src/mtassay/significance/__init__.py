"""Significance: how far a score or a difference could be chance."""
