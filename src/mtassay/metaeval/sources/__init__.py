"""Where judged outputs and scores come from, one file a way in."""
