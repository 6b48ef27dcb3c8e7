"""Tokens: how a line of text is cut into the words that metrics count."""
