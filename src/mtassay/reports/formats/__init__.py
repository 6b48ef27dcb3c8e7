"""How results are written: one file for each format."""
