"""The flags of `mtassay sacrebleu`: those of sacreBLEU, and which of them contradict each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from argparse import Namespace

_METRICS = ("bleu", "chrf", "ter")
_FORMATS = ("json", "text", "latex")
_SMOOTHINGS = ("none", "floor", "add-k", "exp")


@dataclass(eq=False, repr=False)
class _Flag:
    """An option of sacreBLEU; `how` is what argparse needs to know besides."""

    names: tuple[str, ...]
    help: str
    how: dict[str, Any]

    @property
    def shown(self) -> str:
        value = "" if "action" in self.how else " " + self.how.get("metavar", "")
        return ", ".join(sorted(self.names, key=len)) + value


def _switch(*names: str, help: str, **how: Any) -> _Flag:
    return _Flag(names, help, {"action": "store_true", **how})


def _value(*names: str, metavar: str, help: str, **how: Any) -> _Flag:
    return _Flag(names, help, {"metavar": metavar, **how})


FLAGS = {
    "Text": (
        _value("--input", "-i", metavar="FILE...", nargs="*", help="Systems instead of standard input."),
        _value(
            "--num-refs",
            "-nr",
            metavar="N",
            type=int,
            default=1,
            help="The reference file has N columns, tabs between.",
        ),
        _value("--encoding", "-e", metavar="NAME", default="utf-8", help="Encoding of the files [default: utf-8]."),
    ),
    "Test sets that sacreBLEU has fetched": (
        _value("--test-set", "-t", metavar="NAME", help="Its references instead of files; several: NAME,NAME."),
        _value("--language-pair", "-l", metavar="PAIR", dest="langpair", help="Such as en-de."),
        _value(
            "--origlang", "-ol", metavar="LANG", help="Only text first written in this language; non-LANG: in others."
        ),
        _value("--subset", metavar="REGEX", help="Only documents whose domain matches."),
        _value("--echo", metavar="FIELD...", nargs="+", help="Print src, ref, docid or other fields, or all."),
        _switch("--list", help="Print the test sets that are there; with -t the fields of one."),
        _switch("--citation", "--cite", help="Refused: sacreBLEU knows how to cite them."),
        _value("--download", metavar="NAME", help="Refused: mtassay downloads nothing."),
    ),
    "Metrics": (
        _value(
            "--metrics", "-m", metavar="NAME...", nargs="+", choices=_METRICS, default=["bleu"], help="bleu, chrf, ter."
        ),
        _switch("--sentence-level", "-sl", help="Score each line alone."),
    ),
    "BLEU": (
        _value(
            "--smooth-method",
            "-s",
            metavar="NAME",
            dest="bleu_smooth_method",
            choices=_SMOOTHINGS,
            default="exp",
            help=f"{', '.join(_SMOOTHINGS)} [default: exp].",
        ),
        _value("--smooth-value", "-sv", metavar="X", dest="bleu_smooth_value", type=float, help="For floor and add-k."),
        _value(
            "--tokenize",
            "-tok",
            metavar="NAME",
            dest="bleu_tokenize",
            help="Tokenizer [default: 13a, or what -l calls for].",
        ),
        _switch("--lowercase", "-lc", dest="bleu_lowercase", help="Compare without case."),
        _switch("--force", dest="bleu_force", help="No note on text that looks tokenized."),
    ),
    "chrF": (
        _value("--chrf-char-order", "-cc", metavar="N", type=int, default=6, help="Longest character n-gram [6]."),
        _value(
            "--chrf-word-order", "-cw", metavar="N", type=int, default=0, help="Longest word n-gram [0]; 2: chrF++."
        ),
        _value("--chrf-beta", metavar="N", type=int, default=2, help="Weight of recall [2]."),
        _switch("--chrf-whitespace", help="Count white space."),
        _switch("--chrf-lowercase", help="Compare without case."),
        _switch("--chrf-eps-smoothing", help="Smooth as chrF++.py, NLTK and Moses do."),
    ),
    "TER": (
        _switch("--ter-case-sensitive", help="Compare with case."),
        _switch("--ter-asian-support", help="Split and strip Asian text too."),
        _switch("--ter-no-punct", help="Leave punctuation out."),
        _switch("--ter-normalized", help="Normalize and tokenize first."),
    ),
    "Significance; $SACREBLEU_SEED is the seed, 12345 unless set": (
        _switch("--confidence", "-ci", help="A confidence interval for one system."),
        _value("--confidence-n", "-cin", metavar="N", type=int, default=1000, help="Test sets drawn for it [1000]."),
        _switch("--paired-ar", "-par", help="Test systems against the first: approximate randomization."),
        _switch("--paired-bs", "-pbs", help="Test systems against the first: paired bootstrap."),
        _value("--paired-ar-n", "-parn", metavar="N", type=int, default=10000, help="Exchanges tried [10000]."),
        _value("--paired-bs-n", "-pbsn", metavar="N", type=int, default=1000, help="Test sets drawn [1000]."),
        _value("--paired-jobs", "-j", metavar="N", type=int, default=1, help="Changes nothing: there is no wait."),
    ),
    "Output": (
        _value(
            "--format",
            "-f",
            metavar="NAME",
            choices=_FORMATS,
            default="json",
            help="json, text or latex; $SACREBLEU_FORMAT wins over it [default: json].",
        ),
        _value("--width", "-w", metavar="N", type=int, default=1, help="Digits after the point [default: 1]."),
        _switch("--score-only", "-b", help="Print the number alone."),
        _switch("--short", "-sh", help="Shorter signature."),
        _switch("--detail", "-d", help="Also the scores of each original language and domain."),
        _switch("--no-color", "-nc", help="No colours on a terminal."),
        _switch("--quiet", "-q", help="No notes."),
        _switch("--version", "-V", help="Show the version and exit."),
        _switch("--help", "-h", help="Show this message and exit."),
    ),
}


def parse_flags(arguments: Sequence[str]) -> "Namespace":
    import argparse
    import os

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise click.UsageError(message, click.get_current_context())

    parser = Parser(add_help=False)
    parser.add_argument("refs", nargs="*")
    for flags in FLAGS.values():
        for flag in flags:
            parser.add_argument(*flag.names, **flag.how)
    options = parser.parse_args(arguments)
    asked = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if asked in _FORMATS:
        options.format = asked
    return options


def refuse_flags(options: "Namespace") -> None:
    """Say what mtassay does not do, and which flags contradict each other."""
    if options.download is not None:
        raise click.UsageError(f"mtassay downloads nothing; run: sacrebleu --download {options.download}")
    if options.citation:
        raise click.UsageError(f"the test sets are sacreBLEU's; run: sacrebleu -t {options.test_set or 'NAME'} --cite")
    if options.list:
        return
    if options.test_set is None and not options.refs:
        raise click.UsageError("no references: name their files, before -i, or a test set with -t")
    if options.test_set is not None and options.refs:
        raise click.UsageError("references from files and from a test set (-t); leave one of them out")
    if options.test_set is not None and options.langpair is None:
        raise click.UsageError("a test set needs a language pair, for example -l en-de")
    if options.langpair is not None and options.langpair.count("-") == 0:
        raise click.UsageError(f"-l {options.langpair}: expected two languages, for example en-de")
    if options.test_set is None and (options.echo or options.origlang is not None or options.subset is not None):
        raise click.UsageError("--echo, --origlang and --subset need a test set (-t) and a language pair (-l)")
    if options.num_refs != 1 and (options.num_refs < 1 or len(options.refs) != 1):
        raise click.UsageError("--num-refs says how many columns the only reference file has")
    if options.input == []:
        raise click.UsageError("-i names no file; leave it out to read standard input")
    if not 0 <= options.width <= 100:
        raise click.UsageError(f"--width {options.width}: expected 0 to 100")
    if options.test_set is not None and not all(options.test_set.split(",")):
        raise click.UsageError(f"-t {options.test_set!r}: an empty name; write one such as wmt21, or wmt20,wmt21")
    if [*options.refs, *(options.input or [])].count("-") > 1:
        raise click.UsageError("standard input (-) is named more than once, and it can be read only once")
    if options.sentence_level and len(options.metrics) > 1:
        raise click.UsageError("--sentence-level takes one metric")
    if options.paired_ar and options.paired_bs:
        raise click.UsageError("--paired-ar and --paired-bs are two tests; choose one")
    if options.sentence_level and (options.confidence or is_paired(options)):
        raise click.UsageError(
            "--sentence-level has neither intervals nor tests: a segment alone says nothing of others"
        )


def is_paired(options: "Namespace") -> bool:
    return bool(options.paired_ar or options.paired_bs)
