"""Accounts, sessions and keys: who may come in, outside of all revisions."""
