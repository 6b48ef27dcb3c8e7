"""BERTScore: word pieces that mean alike in their context, by a transformer of the user."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from mtassay.alignment.resources.finding import ResourceKind, absolute_path, find_resource
from mtassay.alignment.resources.transformer.encoder import TRANSFORMER, Transformer, open_transformer
from mtassay.alignment.resources.transformer.pieces import Pieces
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import MtassayWarning, SettingError
from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Counts, Formula, Step, count_of
from mtassay.metrics.piece_references import PieceReferences, PieceWeights, TextEncoder, nearest_pieces, soft_shares
from mtassay.metrics.score_baseline import baseline_digest, read_baseline
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.settings import setting

_LETTERS_A_SECOND = 5_000
_BLOCK = 256  # vectors of so many segments are in memory at once, besides those of references
_MOST_UNKNOWN = 0.2

# The layers whose scores agree best with people on WMT 2016, as bert-score has them.
_USUAL_LAYERS: Mapping[str, int] = {
    "bert-base-cased-finetuned-mrpc": 9,
    "bert-base-chinese": 8,
    "bert-base-multilingual-cased": 9,
    "bert-base-turkish-cased": 10,
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "distilbert-base-multilingual-cased": 5,
    "distilbert-base-turkish-cased": 4,
    "distilbert-base-uncased": 5,
    "distilbert-base-uncased-distilled-squad": 4,
    "distilroberta-base": 5,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "scibert_scivocab_cased": 9,
    "scibert_scivocab_uncased": 8,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
}


@dataclass(frozen=True, kw_only=True)
class BertScore(SegmentMean[PieceReferences]):
    """2 P R / (P + R): how like their nearest in the other text word pieces are, in their context; mean over segments.

    A transformer gives each piece of a text a vector that depends on the whole text. P is the mean over the pieces of
    the hypothesis of the cosine with the most similar piece of the reference, R the same over the pieces of the
    reference. The pieces that begin and end every text can be the nearest, but weigh nothing. With `idf=yes` a piece
    weighs ln((M + 1) / (m + 1)), where m of the test set's M references have it; the weights of a text whose pieces
    are all in every reference would be 0, so they then weigh alike. An empty text scores 0. Of several references the
    one with the best F1 counts.

    `model=FOLDER` has `config.json`, `model.safetensors`, and `tokenizer.json` or `vocab.txt`, of the type bert,
    distilbert, roberta or xlm-roberta. Nothing is fetched; what computes it comes with `pip install 'mtassay[bert]'`.
    `layer` says after which layer the vectors are taken; for the models that bert-score knows by name its layer is the
    default.

    Cosines of unrelated texts are well above 0. `baseline=FILE`, a table `LAYER,P,R,F`, has what such texts get, b,
    and turns each of P, R and F1 into (x - b) / (1 - b); scores can then be negative. The package bert-score carries
    such tables of many models.

    Agrees with bert-score 0.3.13.
    """

    name: ClassVar[str] = "bertscore"
    title: ClassVar[str] = "word pieces that mean alike in their context"
    paper: ClassVar[str] = (
        "Tianyi Zhang, Varsha Kishore, Felix Wu, Kilian Q. Weinberger and Yoav Artzi. 2020. BERTScore: Evaluating Text "
        "Generation with BERT. ICLR 2020."
    )
    range: ClassVar[str] = (
        "in practice 0.3 to 1 (the reference itself), by model; with a baseline about 0 (unrelated) to 1"
    )
    strengths: ClassVar[str] = (
        "Gives credit for other words of the same meaning, and sees that one word means different things in different "
        "sentences; follows people better than counts of words do."
    )
    weaknesses: ClassVar[str] = (
        "As good as its model is in the language of the references. Names, numbers and negations that are wrong cost "
        "little. Slow: a forward pass for each text. Only the first 512 pieces of a text are read."
    )
    disagreements: ClassVar[str] = (
        "Scores by different models, layers or baselines cannot be compared; the signature names all of them. "
        "bert-score gives no number for P and R where idf leaves a text without weight. Of several references it takes "
        "the best P, R and F1, each by itself; the F1 is the same."
    )
    needs_settings: ClassVar[bool] = True
    costly: ClassVar[bool] = True
    places: ClassVar[int] = 4
    resources: ClassVar[tuple[ResourceKind, ...]] = (TRANSFORMER,)
    examples: ClassVar[tuple[str, ...]] = (
        "model=encoder,layer=2",
        "model=encoder,layer=1,idf=yes",
        "model=other,layer=2,baseline=baseline.csv",
    )

    model: str = setting("", "folder of the transformer", is_file=True)
    layer: int | None = setting(
        None, "after which layer vectors are taken; if not given, that of bert-score for this model", low=0
    )
    idf: bool = setting(False, "rare pieces weigh more")
    baseline: str = setting(
        "",
        "table with what unrelated texts get, LAYER,P,R,F",
        key="base",
        shown=lambda path: baseline_digest(path) if path else "none",
        is_file=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.model:
            there = find_resource(TRANSFORMER)
            such_as = f"; there is one {there.origin}: {there.path}" if there else f"; {TRANSFORMER.remedy}"
            raise SettingError(
                f"{self.name}: no model; name the folder of a transformer: {self.name}:model=FOLDER,layer=6{such_as}"
            )

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Both texts go through the model."""
        return (len(hypothesis) + len(reference)) / _LETTERS_A_SECOND

    def perfect_score(self, text: str) -> float | None:
        return 1.0 if text.strip() else None

    @property
    def label(self) -> str:
        return "BERTScore, rescaled" if self.baseline else "BERTScore"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("f1", "segments", "precision", "recall")

    @property
    def _transformer(self) -> Transformer:
        return open_transformer(self.model)

    @property
    def _layer(self) -> int:
        """The layer that is asked for or usual, which the model has."""
        shape = self._transformer.shape
        layer = self.layer
        if layer is None:
            names = (shape.name, absolute_path(self.model).name)
            layer = next((_USUAL_LAYERS[name] for name in names if name in _USUAL_LAYERS), None)
        if layer is None:
            raise SettingError(
                f"{self.name}: no layer is usual for {Path(self.model).name}; name one of the {shape.layers} that it "
                f"has: {self.name}:model={self.model},layer={shape.layers}"
            )
        if layer > shape.layers:
            raise SettingError(f"{self.name}: layer={layer}: this model has {shape.layers}")
        return layer

    def signature_items(self) -> Iterator[tuple[str, str]]:
        transformer = self._transformer
        for key, shown in super().signature_items():
            if key == "model":
                yield key, f"{transformer.shape.name}[{transformer.digest}]"
                yield "shape", transformer.shape.told
            else:
                yield key, str(self._layer) if key == "layer" else shown
        yield "tok", f"{transformer.pieces.digest},{transformer.pieces.longest}"

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        # what is wrong with the files should be known before anything is scored
        transformer, layer = self._transformer, self._layer
        transformer.load(layer)
        if self.baseline:
            read_baseline(self.baseline, layer)
        self._warn_of_texts(evalset, transformer)
        return checked

    def _warn_of_texts(self, evalset: EvalSet, transformer: Transformer) -> None:
        cut = transformer.pieces.cut
        references = [cut(text) for text in evalset.required_references.texts]
        outputs = {text for texts in evalset.systems.values() for text in texts}
        too_long = {
            "reference": sum(pieces.is_cut for pieces in references),
            "output": sum(cut(text).is_cut for text in outputs),
        }
        if any(too_long.values()):
            told = " and ".join(count_of(count, noun) for noun, count in too_long.items() if count)
            warnings.warn(
                f"{self.label}: {told} longer than {transformer.pieces.longest} word pieces, of which the rest is "
                "not seen; score by sentence",
                MtassayWarning,
                stacklevel=4,
            )
        share = transformer.pieces.unknown_share(references)
        if share > _MOST_UNKNOWN:
            warnings.warn(
                f"{self.label}: the model does not know {share:.0%} of the references' word pieces, so its scores say "
                "little; take a model of their language",
                MtassayWarning,
                stacklevel=4,
            )

    def prepare(self, evalset: EvalSet) -> PieceReferences:
        references = evalset.required_references
        transformer = self._transformer
        weights = self._weights(map(transformer.pieces.cut, references.texts))
        encoder = TextEncoder(transformer, self._layer)
        return PieceReferences(tuple(references.texts), np.array(references.starts, np.int64), encoder, weights)

    def stats(self, hypotheses: Sequence[str], prepared: PieceReferences) -> Floats:
        return _rows(self._shares(hypotheses, prepared))

    def segment_values(self, hypotheses: Sequence[str], prepared: PieceReferences) -> Floats:
        values: Floats = self._shares(hypotheses, prepared)[:, 2]
        return values

    def _shares(self, hypotheses: Sequence[str], prepared: PieceReferences) -> Floats:
        """Precision, recall and F1 of each segment with its best reference."""
        best = np.zeros((len(hypotheses), 3))
        starts = prepared.starts.tolist()
        for first in range(0, len(hypotheses), _BLOCK):
            block = range(first, min(first + _BLOCK, len(hypotheses)))
            references = prepared.texts[starts[first] : starts[block[-1] + 1]]
            texts = prepared.encoder.encode([hypotheses[i] for i in block], references, self.threads)
            for i in block:
                several = [
                    soft_shares(texts[hypotheses[i]], texts[reference], prepared.weights)
                    for reference in prepared.texts[starts[i] : starts[i + 1]]
                ]
                best[i] = max(several, key=lambda scores: scores[2])
        return self._rescaled(best)

    def _rescaled(self, shares: Floats) -> Floats:
        if not self.baseline:
            return shares
        told = read_baseline(self.baseline, self._layer)
        base = np.array([told.precision, told.recall, told.f1])
        rescaled: Floats = (shares - base) / (1 - base)
        return rescaled

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        segments = sums[..., 1]
        return {
            name: np.divide(sums[..., place], segments, out=np.zeros_like(segments), where=segments > 0)
            for place, name in ((2, "precision"), (3, "recall"))
        }

    def in_browser(self) -> BrowserFormula | None:
        return ratio_formula(self.columns, {"f1": 1}, {"segments": 1})

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        prepared = self.prepare(EvalSet(references, warn_of_blanks=False))
        texts = prepared.encoder.encode(hypotheses, references, self.threads)
        shares = np.empty((len(hypotheses), len(references), 3))
        for column, reference in enumerate(references):
            # by itself, a reference is all that tells how much its pieces weigh
            weights = self._weights([texts[reference].pieces])
            for row, hypothesis in enumerate(hypotheses):
                shares[row, column] = soft_shares(texts[hypothesis], texts[reference], weights)
        return _rows(self._rescaled(shares.reshape(-1, 3)))

    def _weights(self, references: Iterable[Pieces]) -> PieceWeights:
        return PieceWeights(self._transformer.pieces.frame, references if self.idf else None)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        reference = references[self.best_reference(hypothesis, references)]
        prepared = self.prepare(EvalSet([list(references)], warn_of_blanks=False))
        texts = prepared.encoder.encode([hypothesis], [reference], self.threads)
        ours, theirs = texts[hypothesis], texts[reference]
        for side, pairs in (
            ("hypothesis", nearest_pieces(ours, theirs, prepared.weights)),
            ("reference", nearest_pieces(theirs, ours, prepared.weights)),
        ):
            other = "reference" if side == "hypothesis" else "hypothesis"
            yield Counts(
                f"Pieces of the {side}, and the most similar one of the {other}",
                (side, other, "similarity", "weight"),
                tuple((piece, near, f"{like:.4f}", f"{weight:.4f}") for piece, near, like, weight in pairs),
                "Weights are those of these references alone; in a test set, of all of its references."
                if self.idf
                else "",
            )
        precision, recall, f1 = soft_shares(ours, theirs, prepared.weights)
        yield Counts(
            "How like the other text is on average",
            ("", "share"),
            (("precision", f"{precision:.4f}"), ("recall", f"{recall:.4f}")),
        )
        filled = f"2 · {precision:.4f} · {recall:.4f} / ({precision:.4f} + {recall:.4f})" if f1 else "nothing is alike"
        if not self.baseline:
            yield Formula(self.label, "2 P R / (P + R)", filled, f1)
            return
        yield Formula("F1", "2 P R / (P + R)", filled, f1)
        base = read_baseline(self.baseline, self._layer).f1
        value = float(self.segment_values([hypothesis], prepared)[0])
        note = ", below 0: less alike than unrelated texts are" if value < 0 else ""
        yield Formula(self.label, f"(F1 - b) / (1 - b){note}", f"({f1:.4f} - {base:.4f}) / (1 - {base:.4f})", value)


def _rows(shares: Floats) -> Floats:
    """F1, 1 for the segment, precision and recall."""
    return np.column_stack([shares[:, 2], np.ones(len(shares)), shares[:, :2]])
