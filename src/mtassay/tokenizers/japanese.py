"""`ja-mecab`: Japanese words, as MeCab finds them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from mtassay.errors import MissingExtra
from mtassay.tokenizers.mecab import MecabTokenizer, Tagger, open_tagger


@dataclass(frozen=True, kw_only=True)
class Japanese(MecabTokenizer):
    """Cuts Japanese into words with MeCab and the IPA dictionary. Agrees with sacreBLEU's ja-mecab.

    Needs `pip install 'mtassay[ja]'`. Scores depend on the version of MeCab, so the signature shows it.
    """

    name: ClassVar[str] = "ja-mecab"

    def _tagger(self) -> Tagger:
        return _load()

    @property
    def signature(self) -> str:
        return f"ja-mecab-{self._tagger().version()}-IPA"


@lru_cache(maxsize=1)
def _load() -> Tagger:
    try:
        import ipadic
        import MeCab
    except ImportError:
        raise MissingExtra("the tokenizer ja-mecab", "ja") from None
    return open_tagger(MeCab, ipadic.MECAB_ARGS, package="ipadic", entries=392126)
