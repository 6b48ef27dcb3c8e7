"""Rankings: systems in the order in which people rank their outputs, one file a method."""
