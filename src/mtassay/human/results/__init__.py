"""Results: every figure that answers allow, each with a reason where it has no value."""
