"""`spm`: the pieces of a SentencePiece model."""

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from mtassay.errors import InputError, MissingExtra, SettingError
from mtassay.settings import setting
from mtassay.tokenizers.base import PythonTokenizer

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

# what sacreBLEU calls the files that it downloads
_SACREBLEU_NAMES = {
    "sacrebleu_tokenizer_spm.model": "flores101",
    "flores200sacrebleuspm": "flores200",
    "spbleu-1k_tokenizer_spm.model": "spBLEU-1K",
}
_SHOWN_DIGITS = 12
_UNSAFE = re.compile(r"[^\w.+-]")


@dataclass(frozen=True, kw_only=True)
class SentencePiece(PythonTokenizer):
    """Cuts text of any language into the pieces of a SentencePiece model, a file of yours: BLEU with it is spBLEU.

    Needs `pip install 'mtassay[spm]'`. Given the same file it agrees with sacreBLEU's spm, flores101,
    flores200 and spBLEU-1K. The signature shows the start of the file's SHA-256, because a name does
    not say which model it is: `flores200[0123456789ab]` for a file that is called as in sacreBLEU's
    folder, else `spm[name,0123456789ab]`.
    """

    name: ClassVar[str] = "spm"

    model: str = setting("", "path of the SentencePiece model file", key="tok", is_file=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.model:
            raise SettingError(
                "spm: no model; give the path of a SentencePiece model file: spm:model=FILE. sacreBLEU keeps those of "
                "flores101 and flores200 in ~/.sacrebleu/models, or in the folder models below the one that the "
                "environment variable SACREBLEU names"
            )
        self._loaded()  # what is missing should be known before any text is read

    def _loaded(self) -> "_Model":
        # absolute, because a relative path means another file once the working folder has changed
        return _load(os.path.abspath(os.path.expanduser(self.model)))

    def prepare(self, lines: Sequence[str]) -> Sequence[str]:
        # Some models keep white space as pieces, and sacreBLEU drops it at the end of a line before it tokenizes.
        # One thread: how many the user allows is known to the metric only.
        pieces = self._loaded().processor.EncodeAsPieces([line.rstrip() for line in lines], num_threads=1)
        return [" ".join(line) for line in pieces]

    @property
    def signature(self) -> str:
        digest = self._loaded().digest
        name = os.path.basename(self.model)
        if name in _SACREBLEU_NAMES:
            return f"{_SACREBLEU_NAMES[name]}[{digest}]"
        # The digest tells models apart, and the name is for the reader: it may lose what a signature is cut at.
        return f"spm[{_UNSAFE.sub('_', name)},{digest}]"


class _Model(NamedTuple):
    processor: "SentencePieceProcessor"
    digest: str


@lru_cache(maxsize=8)
def _load(path: str) -> _Model:
    try:
        from sentencepiece import SentencePieceProcessor
    except ImportError:
        raise MissingExtra("the tokenizer spm", "spm") from None
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; spm needs the path of a SentencePiece model") from None
    except OSError as error:
        raise InputError(f"{path}: the SentencePiece model cannot be read: {error.strerror or error}") from None
    try:
        if not content:
            raise RuntimeError("no model")  # which SentencePiece would take for one without pieces
        # from the bytes that are hashed: the file may change, and the signature must not speak of another model
        processor = SentencePieceProcessor(model_proto=content)
    except RuntimeError:
        raise InputError(
            f"{path}: this is no SentencePiece model, or only a part of one; is it a vocabulary, or a download cut off?"
        ) from None
    return _Model(processor, hashlib.sha256(content).hexdigest()[:_SHOWN_DIGITS])
