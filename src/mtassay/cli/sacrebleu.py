"""`mtassay sacrebleu`: sacreBLEU's command line, its flags and its output."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from mtassay.cli.sacrebleu_flags import FLAGS, is_paired, parse_flags, refuse_flags

if TYPE_CHECKING:
    from argparse import Namespace

    from mtassay.compat.sacrebleu.metrics import BLEU, CHRF, TER
    from mtassay.compat.sacrebleu.testsets import CachedTestSet

    Metrics = Mapping[str, BLEU | CHRF | TER]

_EXAMPLES = """\b
Examples:
  mtassay sacrebleu reference.txt -i system.txt -m bleu chrf
  mtassay sacrebleu reference-a.txt reference-b.txt -i old.txt new.txt -f text
  mtassay sacrebleu reference.txt -i baseline.txt new.txt --paired-bs -f text
  translate < source.txt | mtassay sacrebleu -t wmt21 -l en-de -b
"""


class _Verbatim(click.Command):
    """Leaves its arguments to argparse, as sacreBLEU does.

    click has no option that takes several values, and would read `-sh` as `-s -h`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.params = {"arguments": tuple(args)}
        return []

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, flags in FLAGS.items():
            with formatter.section(title):
                formatter.write_dl([(flag.shown, flag.help) for flag in flags], col_max=34)


@click.command(cls=_Verbatim, add_help_option=False, epilog=_EXAMPLES)
@click.argument("arguments", metavar="[REFERENCE]...", nargs=-1)
@click.pass_context
def sacrebleu(ctx: click.Context, arguments: tuple[str, ...]) -> None:
    """Do as sacreBLEU 2.6 does: its flags, its output.

    Only the version in signatures is mtassay's. Name the references before -i.
    """
    import warnings

    from mtassay import __version__
    from mtassay.cli.output import print_result
    from mtassay.errors import MtassayWarning

    options = parse_flags(arguments)
    if options.help:
        print_result(ctx.get_help() + "\n")
    elif options.version:
        print_result(f"mtassay sacrebleu {__version__}\n")
    else:
        refuse_flags(options)
        if options.quiet:
            warnings.simplefilter("ignore", MtassayWarning)
        print_result(_output(options), color=True)  # or click would look for colours in it, and strip them


def _output(options: "Namespace") -> str:
    from mtassay.compat.sacrebleu.testsets import CachedTestSet
    from mtassay.errors import InputError

    if options.list:
        return _list(options.test_set, options.langpair)
    names = options.test_set.split(",") if options.test_set else []
    sets = [CachedTestSet(name, options.langpair) for name in names]
    if options.echo:
        return "".join(_echo(test_set, options.echo, options.origlang, options.subset) for test_set in sets)
    references = _read_references(options, sets)
    systems = _read_systems(options)
    _check_lengths(systems, references, options.test_set or options.refs[0])
    keeps = _keeps(sets, options.origlang, options.subset)
    kept_references = [_kept(stream, keeps) for stream in references]
    kept = {name: _kept(segments, keeps) for name, segments in systems.items()}
    if not kept_references[0]:
        raise InputError("no segments are left to score; are the files empty, or --origlang and --subset too narrow?")

    metrics = _metrics(options, kept_references)
    if options.sentence_level:
        return _sentences(options, metrics, kept, kept_references)
    if is_paired(options):
        return _paired(options, metrics, kept)
    if len(systems) > 1:
        return _several(options, metrics, kept)
    (name,) = systems
    if not options.detail:
        return _single(options, metrics, kept[name])
    options.format = "text"
    return _single(options, metrics, kept[name]) + _details(options, metrics, sets, systems[name], references)


def _list(test_set: str | None, langpair: str | None) -> str:
    from mtassay.compat.sacrebleu.testsets import CachedTestSet, cache_folder, cached_names, cached_pairs

    if test_set is not None:
        pairs = cached_pairs(test_set) if langpair is None else [langpair]
        if not pairs:
            raise CachedTestSet(test_set, "PAIR").missing("files")
        return "".join(f"{pair}: {', '.join(CachedTestSet(test_set, pair).fields)}\n" for pair in pairs)
    pairs_of = {name: cached_pairs(name) for name in cached_names()}
    lines = [
        f"{name:<30}: {', '.join(pairs)}" for name, pairs in pairs_of.items() if langpair is None or langpair in pairs
    ]
    return "\n".join([f"The test sets in {cache_folder()} are:", *lines]) + "\n"


def _echo(test_set: "CachedTestSet", fields: Sequence[str], origlang: str | None, subset: str | None) -> str:
    from mtassay.compat.sacrebleu.inputs import read_stream

    if "all" in fields and len(fields) > 1:
        raise click.UsageError("--echo all stands alone")
    paths = test_set.fields.values() if "all" in fields else [test_set.file(field) for field in fields]
    keeps = _keeps([test_set], origlang, subset)
    streams = [_kept(read_stream(str(path), "utf-8"), keeps) for path in paths]
    return "".join("\t".join(line) + "\n" for line in zip(*streams, strict=False))


def _read_references(options: "Namespace", sets: Iterable["CachedTestSet"]) -> list[list[str]]:
    from mtassay.compat.sacrebleu.inputs import read_references
    from mtassay.errors import InputError

    files = [[str(path) for path in test_set.reference_files()] for test_set in sets] or [options.refs]
    parts = [read_references(paths, options.encoding, options.num_refs) for paths in files]
    if len({len(part) for part in parts}) > 1:
        raise InputError(
            f"{options.test_set}: the test sets have different numbers of references; score them one by one"
        )
    return [[segment for stream in streams for segment in stream] for streams in zip(*parts, strict=True)]


def _read_systems(options: "Namespace") -> dict[str, list[str]]:
    from mtassay.compat.sacrebleu.inputs import read_stream, read_systems
    from mtassay.errors import InputError

    if options.input is None:
        systems = read_systems(options.encoding)
    else:
        for path in options.input:
            # a baseline may come again among all the others: -i baseline.txt *.txt
            if options.input.count(path) > 1 and not (is_paired(options) and path == options.input[0]):
                raise InputError(f"{path}: named twice as a system; each needs a name of its own")
        systems = {path: read_stream(path, options.encoding) for path in dict.fromkeys(options.input)}
    if is_paired(options) and len(systems) == 1:
        raise InputError("a paired test needs two systems or more; name the baseline first, then the others")
    if options.confidence and len(systems) > 1:
        raise InputError(f"--confidence takes one system, and there are {len(systems)}; for several use --paired-bs")
    return systems


def _check_lengths(systems: Mapping[str, Sequence[str]], references: Iterable[Sequence[str]], name: str) -> None:
    from mtassay.corpus.line_counts import explain
    from mtassay.errors import InputError

    for system, segments in systems.items():
        for stream in references:
            if len(segments) != len(stream):
                raise InputError(explain(system, segments, name, stream))


def _keeps(sets: Iterable["CachedTestSet"], origlang: str | None, subset: str | None) -> list[bool] | None:
    """Which segments count; None where all do."""
    if origlang is None and subset is None:
        return None
    return [keep for test_set in sets for keep in test_set.keeps(origlang, subset)]


def _kept(segments: list[str], keeps: list[bool] | None) -> list[str]:
    from itertools import compress

    return segments if keeps is None else list(compress(segments, keeps))


def _metrics(options: "Namespace", references: Sequence[Sequence[str]]) -> "Metrics":
    from mtassay.compat.sacrebleu.metrics import METRICS

    if options.langpair is not None:
        options.bleu_trg_lang = options.langpair.split("-")[1]
    if options.sentence_level:
        options.bleu_effective_order = True
    return {
        name: METRICS[name.upper()](
            references=references,
            **{key.removeprefix(f"{name}_"): v for key, v in vars(options).items() if key.startswith(f"{name}_")},
        )
        for name in options.metrics
    }


def _sentences(
    options: "Namespace",
    metrics: "Metrics",
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
) -> str:
    from mtassay.errors import InputError

    if len(systems) > 1:
        raise InputError(f"--sentence-level takes one system, and there are {len(systems)}")
    (metric,), (hypotheses,) = metrics.values(), systems.values()
    signature = metric.get_signature().format(options.short)
    scores = (metric.sentence_score(text, texts) for text, *texts in zip(hypotheses, *references, strict=True))
    return "".join(score.format(options.width, options.score_only, signature) + "\n" for score in scores)


def _single(options: "Namespace", metrics: "Metrics", hypotheses: Sequence[str]) -> str:
    from mtassay.compat.sacrebleu.report import single

    is_json = options.format == "json"
    results = []
    for _, metric in sorted(metrics.items()):
        score = metric.corpus_score(hypotheses, None, n_bootstrap=options.confidence_n if options.confidence else 1)
        signature = metric.get_signature().format(options.short and not is_json)
        results.append(score.format(options.width, options.score_only, signature, is_json))
    return single(results, options.format, color=_is_colored(options))


def _several(options: "Namespace", metrics: "Metrics", systems: Mapping[str, Sequence[str]]) -> str:
    from mtassay.compat.sacrebleu.report import table

    columns, signatures = {}, {}
    for _, metric in sorted(metrics.items()):
        scores = [metric.corpus_score(hypotheses, None) for hypotheses in systems.values()]
        columns[scores[0].name] = [score.format(options.width, score_only=True) for score in scores]
        signatures[scores[0].name] = metric.get_signature().format(options.short)
    return table(list(systems), columns, signatures, options.format, color=_is_colored(options))


def _paired(options: "Namespace", metrics: "Metrics", systems: Mapping[str, Sequence[str]]) -> str:
    from mtassay.compat.sacrebleu.report import paired_table
    from mtassay.compat.sacrebleu.significance import PairedTest

    baseline, *others = systems
    if options.input is None:
        names = ["Baseline", *(f"System {number}" for number in range(1, len(systems)))]
    else:
        names = [f"Baseline: {baseline}", *others]
    test_type, draws = ("bs", options.paired_bs_n) if options.paired_bs else ("ar", options.paired_ar_n)
    test = PairedTest(list(zip(names, systems.values(), strict=True)), metrics, None, test_type, draws)
    signatures, columns = test.run()
    return paired_table(
        names,
        columns,
        {label: signature.format(options.short) for label, signature in signatures.items()},
        options.format,
        digits=options.width,
        test_type=test_type,
        draws=test.n_samples,
        color=_is_colored(options),
    )


def _details(
    options: "Namespace",
    metrics: "Metrics",
    sets: Sequence["CachedTestSet"],
    hypotheses: list[str],
    references: list[list[str]],
) -> str:
    from mtassay.compat.sacrebleu.report import subsets

    def labels(field: str) -> list[str]:
        return sorted({label for test_set in sets for label in test_set.labels(field) or ()})

    results = {}
    for origlang in [options.origlang] if options.origlang else labels("origlang"):
        for subset in [None, *([options.subset] if options.subset else labels("domain"))]:
            keeps = _keeps(sets, origlang, subset)
            system, *streams = (_kept(segments, keeps) for segments in (hypotheses, *references))
            if system:
                part = f"domain={'ALL' if subset is None else subset}"
                scores = [(len(system), metric.corpus_score(system, streams)) for metric in metrics.values()]
                results[f"origlang={origlang} {part.replace('domain=country:', 'country=')}"] = scores
    return subsets(results, options.width, color=_is_colored(options))


def _is_colored(options: "Namespace") -> bool:
    import os
    import sys

    return sys.stdout.isatty() and not options.no_color and not os.environ.get("NO_COLOR")
