"""Outputs that people corrected: how much they changed, and their texts as references."""
