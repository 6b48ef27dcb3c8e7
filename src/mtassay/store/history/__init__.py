"""What happened to a project: events, what each changed, and the way back."""
