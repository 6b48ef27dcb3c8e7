"""Texts as numbers of word pieces, by the tokenizer in a transformer's folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.alignment.resources.finding import file_digest
from mtassay.alignment.resources.transformer.shape import Shape, read_json
from mtassay.corpus import limits
from mtassay.errors import InputError, MissingExtra

_LONGEST_NAMED = 10**6  # where nobody set the longest text, files have 10³⁰


@dataclass(frozen=True)
class Pieces:
    """A text in pieces, between those that begin and end every text."""

    numbers: NDArray[np.int64]
    words: tuple[str, ...]
    is_cut: bool
    """Whether it was longer than the transformer can read."""


class PieceTokenizer:
    """Cuts texts into the pieces that a transformer knows."""

    def __init__(self, folder: Path, shape: Shape) -> None:
        self.longest: int = min(shape.longest, _longest(folder))
        self.digest: str
        self._tokenizer, self.digest = _load(folder)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(self.longest)
        # the tokenizer of RoBERTa takes the first word of a text for part of one, unless a blank comes before it
        self._before = " " if "ByteLevel" in repr(self._tokenizer.pre_tokenizer) else ""
        # the numbers that it gives, between which some may be missing
        self.size: int = max(self._tokenizer.get_vocab(with_added_tokens=True).values(), default=-1) + 1
        self.unknown: int | None = _unknown(self._tokenizer)
        self.frame: frozenset[int] = frozenset(self.cut("").numbers.tolist())
        """The pieces that begin and end every text; they weigh nothing."""
        if not self.frame:
            raise InputError(f"{folder}: its tokenizer puts no pieces around a text, so it is not that of the model")

    def cut(self, text: str) -> Pieces:
        """One text; blanks around it count for nothing."""
        stripped = text.strip()
        # one by one: many at once would start threads, which a process that is forked later cannot have
        cut = self._tokenizer.encode(self._before + stripped if stripped else "")
        return Pieces(np.array(cut.ids, dtype=np.int64), tuple(cut.tokens), bool(cut.overflowing))

    def unknown_share(self, texts: Sequence[Pieces]) -> float:
        """Which share of the pieces stands for what the tokenizer does not know."""
        if self.unknown is None:
            return 0.0
        numbers = np.concatenate([np.zeros(0, np.int64), *(pieces.numbers for pieces in texts)])
        counted = numbers[~np.isin(numbers, list(self.frame))]
        return float((counted == self.unknown).mean()) if len(counted) else 0.0


def _load(folder: Path) -> tuple[Any, str]:
    """The tokenizer, and the digest of its file with what else decides how it cuts."""
    try:
        from tokenizers import BertWordPieceTokenizer, Tokenizer
    except ImportError:
        raise MissingExtra("a transformer", "bert") from None
    whole, words = folder / "tokenizer.json", folder / "vocab.txt"
    path = whole if whole.is_file() else words
    if not path.is_file():
        raise InputError(
            f"{folder}: no tokenizer: neither tokenizer.json nor vocab.txt; save it beside the model, in Python: "
            "AutoTokenizer.from_pretrained(NAME).save_pretrained(FOLDER)"
        )
    limits.check_bytes(path.stat().st_size, str(path), limits.WORKBOOK_BYTES)
    digest = file_digest(path)
    try:
        if path == whole:
            return Tokenizer.from_file(str(path)), digest
        settings = _settings(folder)
        lowers = settings.get("do_lower_case", True) is not False
        accents = settings.get("strip_accents")
        parts_chinese = settings.get("tokenize_chinese_chars", True) is not False
        tokenizer = BertWordPieceTokenizer(
            str(path),
            lowercase=lowers,
            strip_accents=accents,
            handle_chinese_chars=parts_chinese,
        )._tokenizer
    except Exception as error:  # the package raises nothing narrower
        raise InputError(f"{path}: no tokenizer that can be read ({error}); fetch the model again") from None
    strips = lowers if accents is None else accents
    marks = ("" if lowers else ",cased", "" if strips == lowers else ",no-accents" if strips else ",accents")
    return tokenizer, "".join((digest, *marks, "" if parts_chinese else ",no-chinese"))


def _unknown(tokenizer: Any) -> int | None:
    model = tokenizer.model
    name = getattr(model, "unk_token", None)
    number = tokenizer.token_to_id(name) if name else getattr(model, "unk_id", None)
    return None if number is None else int(number)


def _settings(folder: Path) -> Any:
    path = folder / "tokenizer_config.json"
    return read_json(path) if path.is_file() else {}


def _longest(folder: Path) -> int:
    told = _settings(folder).get("model_max_length", _LONGEST_NAMED)
    return int(told) if isinstance(told, int | float) and 2 < told < _LONGEST_NAMED else _LONGEST_NAMED
