"""What the Japanese and the Korean tokenizer share: MeCab, and a look at its dictionary."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mtassay.errors import InputError
from mtassay.tokenizers.base import PythonTokenizer


class Tagger(Protocol):
    """The part of MeCab that is used; it comes without types."""

    def parse(self, text: str, /) -> str: ...
    def version(self) -> str: ...
    def dictionary_info(self) -> Any: ...


@dataclass(frozen=True, kw_only=True)
class MecabTokenizer(PythonTokenizer):
    """Cuts a line into the words that MeCab finds in it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._tagger()  # what is missing should be known before any text is read

    @abstractmethod
    def _tagger(self) -> Tagger:
        """The tagger, which cannot be a field: it can be neither compared nor pickled."""

    def prepare(self, lines: Sequence[str]) -> Sequence[str]:
        tagger = self._tagger()
        return [tagger.parse(line.strip()).strip() for line in lines]


def open_tagger(mecab: Any, arguments: str, *, package: str, entries: int) -> Tagger:
    """A tagger that prints words only, if its dictionary is the one that scores are compared with.

    `mecab` is the module to use, `package` the name under which its dictionary is installed.
    """
    cure = f"install it anew: pip install --force-reinstall {package}"
    try:
        tagger: Tagger = mecab.Tagger(f"{arguments} -Owakati")
        dictionary = tagger.dictionary_info()
    except RuntimeError:
        raise InputError(f"the MeCab dictionary of the package {package} cannot be read; {cure}") from None
    if dictionary.size != entries:
        raise InputError(
            f"{dictionary.filename}: this MeCab dictionary has {dictionary.size} entries, and the one of the package "
            f"{package} has {entries}; with another dictionary scores cannot be compared: {cure}"
        )
    if dictionary.next is not None:
        raise InputError(
            f"{dictionary.next.filename}: MeCab has loaded a user dictionary, with which scores cannot be compared; "
            f"take its line out of the mecabrc file of the package {package}, or {cure}"
        )
    return tagger
