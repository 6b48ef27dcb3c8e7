"""Scores for translations that nobody judged, from the judgments of similar ones."""
