"""The file that was scored, given back with the scores beside its texts."""
