"""sacreBLEU's Python interface on mtassay's metrics; only the version in signatures is mtassay's.

>>> import mtassay.compat.sacrebleu as sacrebleu
>>> sacrebleu.corpus_bleu(["the cat sat on a mat"], [["the cat sat on the mat"]])
BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)
"""

from mtassay import __version__
from mtassay.compat.sacrebleu.functions import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from mtassay.compat.sacrebleu.metrics import BLEU, CHRF, TER
from mtassay.compat.sacrebleu.testsets import get_reference_files, get_source_file

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "get_reference_files",
    "get_source_file",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]
