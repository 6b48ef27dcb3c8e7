"""Campaigns in the database: what they ask, the seats of their judges, links, and answers."""
