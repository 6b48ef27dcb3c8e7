"""Candidate sets: what the memory says of a system, and what to judge of it."""
