"""Compare: the systems of a project side by side, by metrics and by what people say."""
