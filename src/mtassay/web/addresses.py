"""Addresses that both pages and commands name: a command prints links without loading the server."""

JOIN = "/join"
"""Where links of invitations lead; those behind it have a secret in their address."""
SEAT_LINK = "/j"
"""Where links to seats of campaigns lead, likewise."""
SEAT = "/seat"
"""The pages of a seat, of which a cookie of their own says whose it is."""
