"""Files that hold people's judgments, one file here for each format."""
