"""Campaigns: which outputs people are asked about, by which protocol, and who is asked for what."""
