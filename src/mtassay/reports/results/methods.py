"""The paragraph of a paper that says how systems were compared."""

from mtassay import __version__
from mtassay.analyses.result import Analyses
from mtassay.comparison.result import Comparison
from mtassay.metrics.base import METRICS
from mtassay.reports.results.comparison import comparison_signatures
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import Jackknife
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.randomization import Randomization

_KOEHN = PairedBootstrap.paper
_CLARK = (
    "Jonathan H. Clark, Chris Dyer, Alon Lavie and Noah A. Smith. 2011. Better Hypothesis Testing for Statistical "
    "Machine Translation: Controlling for Optimizer Instability. Proceedings of ACL 2011, pages 176-181."
)
_EFRON = (
    "Bradley Efron. 1987. Better Bootstrap Confidence Intervals. "
    "Journal of the American Statistical Association 82(397), pages 171-185."
)
_HOLM = (
    "Sture Holm. 1979. A Simple Sequentially Rejective Multiple Test Procedure. "
    "Scandinavian Journal of Statistics 6(2), pages 65-70."
)
_BENJAMINI = (
    "Yoav Benjamini and Yosef Hochberg. 1995. Controlling the False Discovery Rate: A Practical and Powerful "
    "Approach to Multiple Testing. Journal of the Royal Statistical Society B 57(1), pages 289-300."
)
_CORRECTIONS = {
    "holm": (
        "Holm's method",
        _HOLM,
    ),
    "bh": (
        "the method of Benjamini and Hochberg",
        _BENJAMINI,
    ),
}
_SAMPLES = {
    "full": "",
    "half": " of half the test set each, without replacement",
    "half-with-replacement": " of half the test set each, with replacement",
}


class _Citations:
    """Papers, numbered as they are first cited."""

    def __init__(self) -> None:
        self.papers: list[str] = []

    def __call__(self, *papers: str) -> str:
        for paper in papers:
            if paper not in self.papers:
                self.papers.append(paper)
        return "[" + ", ".join(str(self.papers.index(paper) + 1) for paper in papers) + "]"


def methods(comparison: Comparison) -> str:
    """Sentences to paste and adapt, the signatures, and the papers they cite."""
    cite = _Citations()
    sentences = [
        _scoring(comparison, cite),
        *_runs(comparison, cite),
        *_intervals(comparison, cite),
        _testing(comparison, cite),
        *_correcting(comparison, cite),
    ]
    lines = [" ".join(sentences), "", "Signatures:"]
    lines += [f"- {signature.label}: {signature.signature}" for signature in comparison_signatures(comparison)]
    lines += ["", "References:"]
    lines += [f"[{number}] {paper}" for number, paper in enumerate(cite.papers, start=1)]
    return "\n".join(lines) + "\n"


def analysis_methods(analyses: Analyses) -> tuple[str, ...]:
    """The same paragraphs where systems were analysed too; signatures stand elsewhere then."""
    if analyses.comparison is None:
        return ()
    first, *others = methods(analyses.comparison).strip().split("\n\n")
    units = "segments" if analyses.unit == "segment" else f"parts by {analyses.unit}"
    figures = (
        f"Figures of parts, words and errors were tested by the jackknife over {units}, n-grams by the sign test, each "
        "corrected within its table by the method of Benjamini and Hochberg."
    )
    return (first, figures, *(block for block in others if not block.startswith("Signatures")))


def _scoring(comparison: Comparison, cite: _Citations) -> str:
    named = []
    for label, metric in comparison.columns:
        # scores that another program made are cited as that program asks for
        named.append(
            f"{label} (given)" if metric.metric == "given" else f"{label} {cite(METRICS[metric.metric].paper)}"
        )
    metrics = named[0] if len(named) == 1 else ", ".join(named[:-1]) + " and " + named[-1]
    return (
        f"We scored {len(comparison.systems)} systems on a test set of {comparison.segments} segments by {metrics}, "
        f"computed with mtassay {__version__}."
    )


def _runs(comparison: Comparison, cite: _Citations) -> list[str]:
    if not comparison.has_runs:
        return []
    counts = ", ".join(f"{name} {count}" for name, count in comparison.run_counts.items())
    return [f"Scores are means over training runs ({counts}) {cite(_CLARK)}."]


def _intervals(comparison: Comparison, cite: _Citations) -> list[str]:
    if comparison.units == 1:
        return []
    interval = comparison.interval
    how, papers = f"over {_units(comparison)}", [Jackknife.paper]
    if isinstance(interval, Bootstrap):
        how = f"from {interval.draws} bootstrap samples{_SAMPLES[interval.sample]} of {_units(comparison)} "
        how += f"(seed {interval.seed})"
        papers = [_KOEHN, _EFRON] if interval.interval == "bca" else [_KOEHN]
    return [f"Confidence intervals ({interval.level * 100:g} %) are {interval.title} {how} {cite(*papers)}."]


def _testing(comparison: Comparison, cite: _Citations) -> str:
    test = comparison.test
    pairs = "All pairs of systems" if comparison.all_pairs else f"Differences to the baseline {comparison.baseline}"
    draws, seed = getattr(test, "draws", None), getattr(test, "seed", None)
    how = "" if test.asks_about_scores else f" on single {_units(comparison)}"
    papers = [test.paper]
    if draws is not None:
        how = f" of {_units(comparison)} with {draws} draws (seed {seed})"
    elif isinstance(test, Jackknife):
        how = f" over {_units(comparison)} with Student's t ({comparison.units - 1} degrees of freedom)"
    if comparison.has_runs and isinstance(test, Randomization):
        how += f", in which the outputs of all runs are shuffled within each {comparison.unit}"
        papers.append(_CLARK)
    return f"{pairs} were tested by {test.title}{how} {cite(*papers)}, two-sided at the level {comparison.alpha:g}."


def _units(comparison: Comparison) -> str:
    return "segments" if comparison.unit == "segment" else f"parts of the test set ({comparison.unit})"


def _correcting(comparison: Comparison, cite: _Citations) -> list[str]:
    count = len(comparison.metrics[0].pairs)
    if count < 2 or comparison.correction == "none":
        return []
    name, paper = _CORRECTIONS[comparison.correction]
    return [f"For each metric, p-values were corrected for {count} comparisons by {name} {cite(paper)}."]
