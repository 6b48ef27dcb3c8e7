"""Differences: systems against each other."""
