"""What checks look for in texts: letters, scripts and languages, and a walk over all segments."""
