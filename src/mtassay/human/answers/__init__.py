"""What people answered about outputs, and which of it is meant."""
