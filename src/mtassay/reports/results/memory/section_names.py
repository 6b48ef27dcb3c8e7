"""The names of all figures of a memory, apart from what computes them, so that commands can list them at once."""

DRAWN = ("items", "error", "revisions", "sets")
"""Those that are pictures too."""

SECTIONS = ("overview", *DRAWN, "judges", "agreement", "effects")
"""All of them."""
