"""Which outputs of a new system people judge, and what its SSER is by that."""
