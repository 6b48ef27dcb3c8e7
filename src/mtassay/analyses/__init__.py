"""Analyses: where and why systems differ."""
