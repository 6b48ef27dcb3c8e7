"""What the memory predicts of each output of a new system, learnt from its own systems."""
