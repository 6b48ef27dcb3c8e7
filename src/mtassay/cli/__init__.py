"""The command line: parses, calls and renders."""
