"""Figures of a whole memory: the tables and pictures of the EvalTrans paper, and those beside them."""
