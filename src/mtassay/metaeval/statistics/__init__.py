"""Measures of agreement between a metric and people, one file each."""
