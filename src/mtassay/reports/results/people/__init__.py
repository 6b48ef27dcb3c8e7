"""What people's answers show, as documents."""
