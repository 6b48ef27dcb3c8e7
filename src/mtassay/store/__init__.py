"""The database of sources, translations and judgments; the only part that knows SQL."""
