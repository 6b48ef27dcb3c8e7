"""Places in texts as other tools count them: UTF-16, with the end included."""

from mtassay.errors import InputError


def in_utf16(text: str, place: int) -> int:
    """A place in code points as scripts of browsers count it."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def of_utf16(text: str, place: int, where: str, skipped: str = "") -> int:
    """A place of a script in code points; characters of `skipped` are not counted in it, as some tools do."""
    count = 0
    for at, character in enumerate(text):
        if count >= place and character not in skipped:
            if count > place:  # in the middle of a character of two units: its start is meant
                return at - 1
            return at
        count += 0 if character in skipped else 1 + (ord(character) > 0xFFFF)
    if place <= count:
        return len(text)
    raise InputError(
        f"{where}: the place {place} is beyond the end of a text of {count} characters; the file may belong to other "
        "texts. Nothing was imported."
    )
