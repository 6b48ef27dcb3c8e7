"""Checks: what is odd about a test set before it is scored. A check is a module that has its name."""
