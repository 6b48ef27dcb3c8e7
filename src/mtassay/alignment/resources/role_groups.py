"""Which labels of semantic roles mean about the same: the eight groups of YiSi."""

import re

GROUPS = 8
PREDICATE = 0

_PREDICATES = {"V", "VB", "TARGET"}
_CORES = {"0": 1, "1": 2, "2": 3, "3": 5, "4": 5}
# what an argument or an adjunct is for, whichever number it has
_PURPOSES = {
    **dict.fromkeys(("EXP", "ATR", "BEN", "BNF"), 3),
    **dict.fromkeys(("TMP", "FIN"), 4),
    **dict.fromkeys(("DIR", "LOC", "EFI", "DES", "ORI", "EIN"), 5),
    **dict.fromkeys(("CAU", "PNC", "PRP"), 6),
    **dict.fromkeys(("MNR", "EXT", "ADV"), 7),
}
_OF_ADJUNCTS = {**dict.fromkeys(("TO", "FROM", "INTO"), 5), "TM": 4}
_OTHERS = {
    *("FRQ", "MOD", "NEG", "PRD", "DIS", "REC", "TPC", "CND", "DGR", "AT", "BY", "FOR", "IN", "ON", "WITH"),
    *("O", "PADDING", "UNAVAILABLE", "AM", "AA", "ARGA", "TM"),
}
_LABEL = re.compile(r"(?:[CR]-)*(?:(?:ARG|A)(?P<number>\d)|(?P<kind>ARGM|AM|ARGL|REL))(?:-(?P<purpose>[A-Z]+))?")


def role_group(label: str) -> int | None:
    """The number of a label's group, 0 for predicates; None for what is no label.

    Labels are those of PropBank and of the CoNLL tasks, such as A0, ARG1, AM-TMP, R-ARGM-LOC, arg2-atr.
    """
    upper = label.upper()
    plain = re.sub("^(?:[CR]-)+", "", upper)
    if plain in _PREDICATES:
        return PREDICATE
    if plain in _PURPOSES or plain in _OTHERS:
        return _PURPOSES.get(plain, 7)
    match = _LABEL.fullmatch(upper)
    if match is None:
        return None
    number, kind, purpose = match["number"], match["kind"], match["purpose"]
    if purpose in _PURPOSES:
        return _PURPOSES[purpose]
    if kind == "ARGM" and purpose in _OF_ADJUNCTS:
        return _OF_ADJUNCTS[purpose]
    if number is not None:
        return _CORES.get(number, 7)
    return 7 if kind == "ARGL" or purpose in _OTHERS else None
