"""What is odd about a test set, before anything is scored: one file for each check."""
