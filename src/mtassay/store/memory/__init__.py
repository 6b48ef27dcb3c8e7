"""The memory of judgments as arrays, at any revision."""
