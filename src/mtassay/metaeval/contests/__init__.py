"""Tests between metrics: whether one agrees better with people than another, one file each."""
