"""What a tokenizer is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from mtassay._native import Segments, Tokenization, tokenize
from mtassay.corpus.texts import check_texts
from mtassay.registry import Registry
from mtassay.settings import Configured


@dataclass(frozen=True, kw_only=True)
class Tokenizer(Configured, ABC):
    """Turns a line into its tokens with single spaces between them."""

    tokenization: ClassVar[Tokenization] = Tokenization.NONE
    """How native code cuts what `prepare` gives into tokens."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            TOKENIZERS.register(cls)

    @abstractmethod
    def prepare(self, lines: Sequence[str]) -> Sequence[str]:
        """Whatever must happen in Python before native code cuts the lines."""

    def tokenize(self, lines: Iterable[str]) -> list[str]:
        """Each line as its tokens with single spaces between them."""
        return self._tokenize(check_texts(lines, "lines", "line").texts)

    def _tokenize(self, lines: Sequence[str]) -> list[str]:
        return tokenize(Segments(self.prepare(lines)), self.tokenization)

    def __call__(self, line: str) -> str:
        return self.tokenize([line])[0]

    @property
    def signature(self) -> str:
        """The value of `tok` in a signature: the name, with settings in brackets."""
        name, _, settings = self.spec.partition(":")
        return f"{name}[{settings}]" if settings else name


@dataclass(frozen=True, kw_only=True)
class NativeTokenizer(Tokenizer):
    """A tokenizer that native code does as a whole."""

    def prepare(self, lines: Sequence[str]) -> Sequence[str]:
        return lines


@dataclass(frozen=True, kw_only=True)
class PythonTokenizer(Tokenizer):
    """A tokenizer whose `prepare` does it all; native code only splits the lines at white space."""

    def _tokenize(self, lines: Sequence[str]) -> list[str]:
        # native code would drop white space that sacreBLEU shows beside tokens
        return list(self.prepare(lines))


TOKENIZERS: Registry[Tokenizer] = Registry("tokenizer", "mtassay.tokenizers")


@lru_cache(maxsize=64)
def tokenizer(spec: str) -> Tokenizer:
    """The tokenizer that a spec describes, for example `13a`."""
    return TOKENIZERS.create(spec)
