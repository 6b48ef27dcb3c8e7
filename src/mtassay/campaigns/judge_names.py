"""Names of the judges of a campaign: each once, and short enough to be stored."""

from collections.abc import Sequence

from mtassay.errors import InputError

_LONGEST = 200


def check_judges(names: Sequence[str]) -> list[str]:
    """Names without needless blanks; refused are those that no judge can have, or that two have.

    An empty one is not known yet.
    """
    for name in names:
        if name and (not name.strip() or not name.isprintable() or len(name) > _LONGEST):
            raise InputError(f"{name[:50]!r} cannot be the name of a judge; take up to {_LONGEST} letters, on one line")
    plain = [" ".join(name.split()) for name in names]
    known = [name for name in plain if name]
    if len(set(known)) < len(known):
        raise InputError("two judges have the same name; give each a name of their own")
    return plain
