"""What a project is made of: sources, targets, outputs and judgments, brought in and taken out whole."""
