"""Alignments: how the words of a hypothesis and a reference belong together."""
