"""A spreadsheet: what its columns are, and the same back with scores."""
