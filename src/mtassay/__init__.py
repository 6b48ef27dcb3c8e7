"""mtassay: the workbench for evaluating machine translation.

>>> import mtassay
>>> scores = mtassay.score(["the cat sat on a mat"], ["the cat sat on the mat"], metrics=["bleu", "chrf"])
>>> [round(score.value, 2) for score in scores]
[53.73, 65.98]
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mtassay.analyses.analyze import analyze
    from mtassay.analyses.counting.glossary import Glossary
    from mtassay.analyses.counting.word_labels import WordLabels
    from mtassay.analyses.result import Analyses
    from mtassay.checks.base import Check, check
    from mtassay.checks.finding import Finding, Findings
    from mtassay.comparison.compare import compare
    from mtassay.comparison.result import Comparison
    from mtassay.corpus.evalset import EvalSet
    from mtassay.errors import InputError, MissingExtra, MtassayError, MtassayWarning, OutputError, SettingError
    from mtassay.evaluation.explain import explain
    from mtassay.evaluation.run import evaluate, score
    from mtassay.evaluation.score import Evaluation, Score, Scores
    from mtassay.metrics.base import Metric, metric
    from mtassay.metrics.explanation import Explanation
    from mtassay.reports.report import Report, report
    from mtassay.significance.bootstrap import Bootstrap
    from mtassay.significance.jackknife import JackknifeInterval
    from mtassay.significance.paired_test import PairedTest, paired_test
    from mtassay.tokenizers.base import Tokenizer, tokenizer

__all__ = [
    "Analyses",
    "Bootstrap",
    "Check",
    "Comparison",
    "EvalSet",
    "Evaluation",
    "Explanation",
    "Finding",
    "Findings",
    "Glossary",
    "InputError",
    "JackknifeInterval",
    "Metric",
    "MissingExtra",
    "MtassayError",
    "MtassayWarning",
    "OutputError",
    "PairedTest",
    "Report",
    "Score",
    "Scores",
    "SettingError",
    "Tokenizer",
    "WordLabels",
    "analyze",
    "check",
    "compare",
    "evaluate",
    "explain",
    "metric",
    "paired_test",
    "report",
    "score",
    "tokenizer",
]

# Each public name is imported when it is first used: numpy alone would triple the time that
# `mtassay --help` takes.
_HOMES = {
    "Analyses": "mtassay.analyses.result",
    "Bootstrap": "mtassay.significance.bootstrap",
    "Check": "mtassay.checks.base",
    "Comparison": "mtassay.comparison.result",
    "EvalSet": "mtassay.corpus.evalset",
    "Evaluation": "mtassay.evaluation.score",
    "Explanation": "mtassay.metrics.explanation",
    "Finding": "mtassay.checks.finding",
    "Findings": "mtassay.checks.finding",
    "Glossary": "mtassay.analyses.counting.glossary",
    "InputError": "mtassay.errors",
    "JackknifeInterval": "mtassay.significance.jackknife",
    "Metric": "mtassay.metrics.base",
    "MissingExtra": "mtassay.errors",
    "MtassayError": "mtassay.errors",
    "MtassayWarning": "mtassay.errors",
    "OutputError": "mtassay.errors",
    "PairedTest": "mtassay.significance.paired_test",
    "Report": "mtassay.reports.report",
    "Score": "mtassay.evaluation.score",
    "Scores": "mtassay.evaluation.score",
    "SettingError": "mtassay.errors",
    "Tokenizer": "mtassay.tokenizers.base",
    "WordLabels": "mtassay.analyses.counting.word_labels",
    "analyze": "mtassay.analyses.analyze",
    "check": "mtassay.checks.base",
    "compare": "mtassay.comparison.compare",
    "evaluate": "mtassay.evaluation.run",
    "explain": "mtassay.evaluation.explain",
    "metric": "mtassay.metrics.base",
    "paired_test": "mtassay.significance.paired_test",
    "report": "mtassay.reports.report",
    "score": "mtassay.evaluation.run",
    "tokenizer": "mtassay.tokenizers.base",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
