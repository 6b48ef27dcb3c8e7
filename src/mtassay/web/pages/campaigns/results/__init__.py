"""The page of what a campaign shows."""
