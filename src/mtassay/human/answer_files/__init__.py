"""Answers of campaigns in the files of other tools, one file a format."""
