"""Evidence packs: all of a campaign and what it shows in one file, from which anybody can compute it anew."""
