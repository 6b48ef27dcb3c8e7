"""What metrics need to know of words and texts, in files of the user: found, checked, never fetched."""
