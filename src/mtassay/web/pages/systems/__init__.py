"""Systems: files in, which text is what, and a comparison."""
