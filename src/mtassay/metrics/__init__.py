"""Rows and sums: metrics turn segments into rows of numbers, and sums of rows into scores."""
