"""What a report says of a memory of judgments: one file for each section."""
