"""MPF: n-grams of morphemes and of part-of-speech tags."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from mtassay._native import Segments, Tokenization, WordForm, shared_word_rows
from mtassay.alignment.stems import check_stemmer, stem_words, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.explanation import Step
from mtassay.metrics.label_layers import check_tags, labels_digest, read_layer
from mtassay.metrics.reference_texts import ReferenceTexts, first_best, lowercased
from mtassay.metrics.shared_word_metric import SharedWords, shares
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer

_LONGEST = 4
_STEM = "stem"
_USUAL_STEMMER = "english"


@dataclass(frozen=True)
class LayeredReferences:
    """References in each layer, and what a file says of the systems."""

    layers: Mapping[str, ReferenceTexts]
    systems: Mapping[str, Mapping[str, tuple[str, ...]]]

    def __getitem__(self, index: slice) -> Self:
        return type(self)(
            {layer: texts[index] for layer, texts in self.layers.items()},
            {
                system: {layer: texts[index] for layer, texts in of_system.items()}
                for system, of_system in self.systems.items()
            },
        )


@dataclass(frozen=True, kw_only=True)
class Mpf(Metric[LayeredReferences]):
    """The mean of the F1 of n-grams, n = 1..4, of morphemes and of part-of-speech tags.

    F1 = 2 · matches / (n-grams of the hypothesis + n-grams of the reference); a match is an n-gram in both, counted at
    most as often as in either. Matches and n-grams are summed over the corpus; an n that no text is long enough for
    is left out of the mean. Of several references the one with the best score counts.

    Tags and morphemes are yours to give: `tags=FILE` and `morphemes=FILE` are tables with the columns `ref` (`ref:2`
    and so on for other references) and `hyp:SYSTEM`, a row for each segment, labels between blanks; there are as many
    tags as words. `morphemes=stem,stemmer=german` needs no file: each word is its Snowball stem and what follows it.
    Either of the two will do.
    """

    name: ClassVar[str] = "mpf"
    title: ClassVar[str] = "n-gram F1 of morphemes and part-of-speech tags"
    paper: ClassVar[str] = (
        "Maja Popović. 2011. Morphemes and POS tags for n-gram based evaluation metrics. Proceedings of WMT 2011, "
        "pages 104-107."
    )
    range: ClassVar[str] = "0 (nothing shared) to 1 (the same morphemes and tags)"
    strengths: ClassVar[str] = "Forgives endings, and rewards the right grammar where the words are others."
    weaknesses: ClassVar[str] = (
        "As good as the tags and morphemes that it is given; stems of Snowball are a coarse stand-in for morphemes."
    )
    disagreements: ClassVar[str] = (
        "Written from what is known of the paper, without its program; other taggers and splitters give other scores."
    )
    needs_settings: ClassVar[bool] = True
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "morphemes=stem",
        "morphemes=stem,stemmer=german,lowercase=yes,tokenize=13a",
        "tags=tags.jsonl,morphemes=stem",
        "tags=tags.jsonl,morphemes=morphemes.jsonl",
    )

    tags: str = setting(
        "",
        "table with the part-of-speech tags of references and systems",
        shown=lambda path: labels_digest(path) if path else "none",
        is_file=True,
    )
    morphemes: str = setting(
        "",
        "table with the morphemes of references and systems, or `stem` for stems and endings",
        key="morph",
        shown=lambda path: labels_digest(path) if path not in ("", _STEM) else path or "none",
        is_file=True,
    )
    stemmer: str = setting(
        _USUAL_STEMMER,
        "which stemmer splits words for `morphemes=stem`: english, german, …",
        key="stem",
    )
    lowercase: bool = lowercase_setting(False)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        if not self.tags and not self.morphemes:
            raise SettingError(
                f"{self.name}: no tags and no morphemes; name a table of them, {self.name}:tags=FILE, or a stemmer, "
                f"{self.name}:morphemes=stem,stemmer=german"
            )
        if self.morphemes == _STEM:
            check_stemmer(self.stemmer, self.name)
        elif self.stemmer != _USUAL_STEMMER:
            raise SettingError(
                f"{self.name}: stemmer={self.stemmer} splits words, which morphemes=stem asks for; add it"
            )

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, shown in super().signature_items():
            if key != "stem":
                yield key, shown
            elif self.morphemes == _STEM:
                yield key, stemmer_signature(self.stemmer, self.name)

    @property
    def _files(self) -> dict[str, str]:
        """The layers that files tell, with their files."""
        named = {"tags": self.tags, "morphemes": "" if self.morphemes == _STEM else self.morphemes}
        return {layer: path for layer, path in named.items() if path}

    @property
    def layers(self) -> tuple[str, ...]:
        """What is compared."""
        return tuple(layer for layer in ("morphemes", "tags") if getattr(self, layer))

    @property
    def bound_by(self) -> str:
        return next(iter(self._files), "")

    @property
    def label(self) -> str:
        told = {"morphemes": "stems" if self.morphemes == _STEM else "morphemes", "tags": "tags"}
        return f"{self.name.upper()} ({' + '.join(told[layer] for layer in self.layers if layer in told)})"

    @property
    def columns(self) -> tuple[str, ...]:
        counted = ("matches", "hypothesis", "reference")
        return tuple(f"{layer}_{kind}_{n}" for layer in self.layers for kind in counted for n in range(1, _LONGEST + 1))

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        if self.bound_by:
            checked.prepare(evalset)  # what is wrong with the files should be known before anything is scored
        return checked

    def _words(self, texts: Sequence[str]) -> list[str]:
        return tokenizer(self.tokenize).tokenize(lowercased(texts, self.lowercase))

    def _computed(self, layer: str, words: Sequence[str]) -> Sequence[str]:
        """Texts of a layer that no file tells."""
        return words if layer == "words" else _split_words(words, self.stemmer, self.name)

    def prepare(self, evalset: EvalSet) -> LayeredReferences:
        references = evalset.required_references
        words = self._words(references.texts)
        files = {layer: read_layer(path, layer, evalset) for layer, path in self._files.items()}
        systems: dict[str, dict[str, tuple[str, ...]]] = {name: {} for name in evalset.systems}
        for layer, told in files.items():
            for name, texts in evalset.systems.items():
                systems[name][layer] = tuple(told.systems[name])
                if layer == "tags":
                    check_tags(self.tags, f"system {name!r}", told.systems[name], self._words(texts))
        if "tags" in files:
            check_tags(self.tags, "the references", files["tags"].required_references.texts, words)
        layers = {
            layer: ReferenceTexts(
                Segments(files[layer].required_references.texts if layer in files else self._computed(layer, words)),
                references.starts,
            )
            for layer in self.layers
        }
        return LayeredReferences(layers, systems if files else {})

    def select(self, prepared: LayeredReferences, system: str) -> LayeredReferences:
        return LayeredReferences(prepared.layers, {system: prepared.systems[system]} if prepared.systems else {})

    def stats(self, hypotheses: Sequence[str], prepared: LayeredReferences) -> Floats:
        if self.bound_by and len(prepared.systems) != 1:
            self.refuse_other_text()
        told = next(iter(prepared.systems.values()), {})
        words = self._words(hypotheses)
        counted = []
        for layer, references in prepared.layers.items():
            texts = Segments(told[layer] if layer in told else self._computed(layer, words))
            counted.append(self._count(texts, references))
        starts = next(iter(prepared.layers.values())).starts
        rows = np.concatenate(counted, axis=1)
        return rows if len(rows) == len(hypotheses) else rows[first_best(self.score(rows), starts)]

    def _count(self, texts: Segments, references: ReferenceTexts) -> Floats:
        """Matches, and the n-grams of both, of each order: a row for each reference."""
        rows = shared_word_rows(
            texts,
            references.texts,
            references.starts,
            Tokenization.NONE,
            WordForm.WHOLE,
            _LONGEST,
            self.threads,
        )
        shared = SharedWords(rows)
        return np.concatenate([shared.matches, shared.hypothesis_totals, shared.reference_totals], axis=1)

    def _by_layer(self, sums: Floats) -> tuple[Floats, Floats]:
        """F1 of each layer and order, and whether there are such n-grams at all, `(…, layers, orders)`."""
        table = sums.reshape(*sums.shape[:-1], len(self.layers), 3, _LONGEST)
        matches, totals = table[..., 0, :], table[..., 1, :] + table[..., 2, :]
        return shares(2 * matches, totals), (totals > 0).astype(np.float64)

    def score(self, sums: Floats) -> Floats:
        f1, present = self._by_layer(sums)
        return shares(f1.sum(axis=(-1, -2)), present.sum(axis=(-1, -2)))

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        f1, present = self._by_layer(sums)
        means = shares(f1.sum(axis=-1), present.sum(axis=-1))
        return {layer: means[..., place] for place, layer in enumerate(self.layers)}

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        if self.bound_by:
            self.refuse_other_text()
        yield from super().explain(hypothesis, [references[self.best_reference(hypothesis, references)]])


def _split_words(texts: Sequence[str], stemmer: str, user: str) -> list[str]:
    """Each word as its stem and, marked by a plus, what follows the letters that it shares with the stem."""
    words = list(dict.fromkeys(word for text in texts for word in text.split()))
    split = {}
    for word, stem in zip(words, stem_words(words, stemmer, user), strict=True):
        shared = next((i for i, (ours, theirs) in enumerate(zip(word, stem, strict=False)) if ours != theirs), None)
        rest = word[min(len(word), len(stem)) if shared is None else shared :]
        split[word] = f"{stem} +{rest}" if rest else stem
    return [" ".join(split[word] for word in text.split()) for text in texts]
