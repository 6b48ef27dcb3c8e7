"""Filters of segments: conditions as people write them, and which segments they choose."""
