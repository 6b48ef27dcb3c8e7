"""Vectors of word pieces in their context, from a transformer in a folder of the user: `encoder.py` opens one."""
