"""Scores: what people say of outputs in numbers, and what that says of systems and judges."""
