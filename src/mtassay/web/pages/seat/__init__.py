"""The judge's side of a campaign: the link that leads to a seat, its tasks, and what is answered there."""
