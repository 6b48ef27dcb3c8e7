"""How far a text is from another one of its group, such as another translation of the same source."""
