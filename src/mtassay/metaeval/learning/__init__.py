"""Metrics that are learned from judgments: how parts are weighed, and whether that gains anything."""
