"""Text from outside, such as names of files, made fit for a column and for a line on a page."""


def shown_text(text: str, longest: int) -> str:
    """The text with white space collapsed, every character that cannot be shown replaced by �, and cut to a length.

    Databases refuse some characters, NUL and halves of surrogate pairs, and others turn the direction of what follows.
    """
    line = " ".join(text[: 4 * longest].split())
    clean = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in line)
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"
