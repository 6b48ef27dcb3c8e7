"""Jobs and the files they read and write."""
