"""What pages and commands list: chosen by conditions, counted, a page at a time."""
