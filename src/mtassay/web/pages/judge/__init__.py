"""Judging, one translation at a time."""
