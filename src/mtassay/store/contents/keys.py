"""What makes two texts, two judgments, or two names of people the same."""

import re
import unicodedata
from hashlib import blake2b

from mtassay.human.collection import collapse

_ROUND = re.compile("(recheck-[0-9a-f]{16})-")


def text_key(text: str) -> str:
    """The same for texts that differ in white space only; short, whatever the text, so that it can be indexed."""
    return _digest(collapse(text))


def source_key(text: str, document: str, position: int | None, *, by_place: bool) -> str:
    """That of the text, and of its place where places count."""
    return _digest(collapse(text), document, str(position)) if by_place else text_key(text)


def purpose_of(is_recheck: bool) -> str:
    """What a judgment was made for, as its uid has it."""
    return "recheck" if is_recheck else "score"


def judgment_uid(source: str, target: str, judge: str, system: str, purpose: str, ordinal: int) -> str:
    """The same whenever the same file is imported: which judgment of this judge on this output it is.

    The score is no part of it, so a score that was corrected in the file corrects the stored one.
    """
    return _digest(source, target, judge, system, purpose, str(ordinal))


def recheck_uid(round: str, token: str) -> str:
    """That of the first answer in a round of rechecks; files have no other place for the round."""
    return f"{round}-{token[:16]}"


def round_in(uid: str) -> str:
    """The round that the uid of a recheck names; empty where it names none."""
    match = _ROUND.match(uid)
    return "" if match is None else match[1]


def correction_of(corrected: str, token: str) -> str:
    """That of a correction by its token; what stands before the stroke is kept, because files are merged by that."""
    return f"{corrected.split('/')[0]}/{token[:16]}"


def name_key(name: str) -> str:
    """The same for names that a person could not tell apart by case, width, white space or Unicode form."""
    # twice, because letters that the first round takes apart may have a case of their own (Unicode 3.13, D146)
    for _ in range(2):
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold())
    return " ".join(name.split())


def _digest(*parts: str) -> str:
    # lengths keep apart what a separator inside a text would mix up
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return blake2b(joined.encode(), digest_size=16).hexdigest()
