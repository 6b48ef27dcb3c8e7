"""Write the reference pages and the pictures from the code: `make docs`."""

import inspect
import re
import runpy
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

import mtassay
from mtassay.alignment.distances.base import DISTANCES
from mtassay.analyses.base import ANALYSES
from mtassay.checks.base import CHECKS
from mtassay.cli.check import SEVERE
from mtassay.cli.compare import CONDITION_HOLDS
from mtassay.cli.main import EXIT_CODES, cli
from mtassay.corpus import limits
from mtassay.corpus.files import read_evalset
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.human.answer_files.base import ANSWER_FILES
from mtassay.human.files.base import JUDGMENT_FILES
from mtassay.metaeval.contests.base import CONTESTS
from mtassay.metaeval.statistics.base import STATISTICS
from mtassay.metrics.base import ADVICE, METRICS, usual_direction
from mtassay.reports.formats.svg import Svg
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.explanation import explanation_document
from mtassay.settings import format_value, options_of
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import JackknifeInterval
from mtassay.significance.paired_test import TESTS
from mtassay.tokenizers.base import TOKENIZERS

DOCS = Path(__file__).parent
NOTE = "<!-- Written by docs/generate.py; run `make docs` after a change. -->\n\n"


def options_table(cls: type) -> Iterator[str]:
    """The settings of a metric or tokenizer as a Markdown table."""
    options = options_of(cls)
    if not options:
        return
    yield "| Setting | Default | Meaning | In the signature |\n|---|---|---|---|"
    for option in options:
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        key = f"`{option.key or option.spelled}`" if option.changes_scores else "no: does not change scores"
        if option.changes_scores and option.hide_default:
            key += " where not at its default"
        yield f"| `{option.spelled}` | `{format_value(option.default) or ' '}` | {option.help}{choices} | {key} |"
    yield ""


def metrics_page() -> str:
    """Every metric with its formula, what to know of it, settings and paper."""
    lines = ["# Metrics\n"]
    for name, cls in METRICS.items():
        lines += [
            f"## `{name}`\n",
            f"{cls.title}; {usual_direction(cls)}.\n",
            inspect.cleandoc(cls.__doc__ or "") + "\n",
            *(f"- **{heading}**: {getattr(cls, name)}" for name, heading in ADVICE.items()),
            "",
        ]
        lines += options_table(cls)
        lines += [f"Paper: {cls.paper}\n"]
    return NOTE + "\n".join(lines)


def tests_page() -> str:
    """Every test of significance, and the confidence intervals."""
    lines = ["# Tests and intervals\n", "`mtassay compare --test SPEC`, `mtassay.compare(…, test=SPEC)`.\n"]
    for name, cls in TESTS.items():
        lines += [f"## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n", *options_table(cls)]
        lines += [f"Paper: {cls.paper}\n"]
    lines += ["## Confidence intervals\n"]
    for title, method in (("`percentile`, `basic`, `bca`", Bootstrap), ("`jackknife`", JackknifeInterval)):
        lines += [f"### {title}\n", inspect.cleandoc(method.__doc__ or "") + "\n", *options_table(method)]
    return NOTE + "\n".join(lines)


def meta_page() -> str:
    """Every statistic of agreement with people, and every test between metrics."""
    lines = ["# Agreement of metrics with people\n", "`mtassay meta --statistic SPEC --test SPEC`: "]
    lines[-1] += "[which metric to trust](../how-to/which-metric-to-trust.md), "
    lines[-1] += "[what it cannot tell](../explanation/metrics-and-people.md).\n"
    lines += ["# Statistics\n"]
    for name, cls in STATISTICS.items():
        lines += [f"## `{name}`\n", f"{cls.title}; at {' and '.join(cls.levels)} level.\n"]
        lines += [inspect.cleandoc(cls.__doc__ or "") + "\n", *options_table(cls), f"Paper: {cls.paper}\n"]
    lines += ["# Tests between metrics\n"]
    for name, test in CONTESTS.items():
        lines += [f"## `{name}`\n", f"{test.title}; speaks of {test.asks}.\n"]
        lines += [inspect.cleandoc(test.__doc__ or "") + "\n", *options_table(test), f"Paper: {test.paper}\n"]
    return NOTE + "\n".join(lines)


def checks_page() -> str:
    """Every check with what it finds, how, and its settings."""
    lines = ["# Checks\n", "`mtassay check --only SPEC`, `mtassay.check(…, checks=[SPEC])`.\n"]
    for name, cls in CHECKS.items():
        needs = [*(("the output of systems" if field == "systems" else field) for field in cls.needs)]
        needs += [" or ".join(field.replace("_", " ") for field in cls.needs_any)] if cls.needs_any else []
        lines += [
            f"## `{name}`\n",
            f"Segments {cls.title}.\n",
            inspect.cleandoc(cls.__doc__ or "") + "\n",
            f"Needs: {' and '.join(needs) or 'nothing in particular'}.\n",
            "| Setting | Default | Meaning |\n|---|---|---|",
        ]
        lines += [
            f"| `{option.spelled}` | `{format_value(option.default)}` | {option.help} |" for option in options_of(cls)
        ]
        lines += [""]
    return NOTE + "\n".join(lines)


def analyses_page() -> str:
    """Every analysis with its question, what it counts and cannot tell, what it needs, settings and paper."""
    lines = ["# Analyses\n", "`mtassay analyze -a SPEC`, `mtassay.analyze(…, [SPEC])`: "]
    lines[-1] += "[how to use them](../how-to/find-out-why-systems-differ.md), "
    lines[-1] += "[how far to believe them](../explanation/analyses.md).\n"
    for name, cls in ANALYSES.items():
        lines += [
            f"## `{name}`\n",
            f"{cls.question}\n",
            inspect.cleandoc(cls.__doc__ or "") + "\n",
            f"- **Counts**: {cls.counts}",
            f"- **Cannot tell**: {cls.blind_to}",
            f"- **Needs**: {', '.join(cls.needs) or 'outputs alone'}",
            "",
            *options_table(cls),
            f"Paper: {cls.paper}\n",
        ]
    return NOTE + "\n".join(lines)


def distances_page() -> str:
    """Every distance between translations of one source, and its settings."""
    lines = ["# Distances\n", "How far a translation is from others of its source: [the memory of judgments]"]
    lines[-1] += "(../explanation/memory.md) estimates by them.\n"
    for name, cls in DISTANCES.items():
        lines += [f"## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n", *options_table(cls)]
    return NOTE + "\n".join(lines)


def tokenizers_page() -> str:
    """Every tokenizer, with one line as it cuts it."""
    example = "It's 3.5%, isn't it? „Ja“, 中文。日本語です。"
    lines = ["# Tokenizers\n", f"The example is `{example}`\n"]
    for name, cls in TOKENIZERS.items():
        lines += [f"## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n", *options_table(cls)]
        # without the file that one of its settings has to name, a tokenizer cannot be shown at work
        with suppress(mtassay.SettingError):
            lines += [f"    {mtassay.tokenizer(name)(example)}\n"]
    return NOTE + "\n".join(lines)


def formats_page() -> str:
    """Every file format, and how much is read of a file."""
    lines = ["# File formats\n"]
    lines += ["A file is known by how its name ends, then by what is in it; `FILE:format=SPEC` says it.\n"]
    lines += ["| Format | Names end in | Written |  |\n|---|---|---|---|"]
    for name, cls in FILE_FORMATS.items():
        endings = ", ".join(f"`{ending}`" for ending in cls.endings) or "told only"
        lines += [f"| [`{name}`](#{name}) | {endings} | {'yes' if cls.can_write else 'no'} | {cls.title} |"]
    for name, cls in FILE_FORMATS.items():
        lines += [f"\n## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n"]
        table = list(options_table(cls))
        lines += [row.rsplit("|", 2)[0] + "|" if row else "" for part in table for row in part.split("\n")]
    lines += [
        "## Limits\n",
        "What is larger is refused, and the error says which limit it was.\n",
        "| Of | Up to |\n|---|---|",
    ]
    lines += [
        f"| a file, packed or not | {limits.FILE_BYTES >> 30} GB |",
        f"| memory that unpacking xz takes besides | {limits.DICTIONARY_BYTES >> 20} MB |",
        f"| a workbook, unpacked | {limits.WORKBOOK_BYTES >> 20} MB |",
        f"| a sheet, from the first cell to the last | {limits.SHEET_CELLS:,} cells |",
        f"| a table in text or JSON | {limits.TABLE_CELLS:,} cells |",
        f"| rows | {limits.ROWS:,} |",
        f"| columns | {limits.COLUMNS:,} |",
        f"| one text | {limits.CELL_CHARACTERS:,} characters |",
        f"| elements inside one another, in XML | {limits.DEPTH} |",
        f"| a unit, or a text of a document, in XML | {limits.ELEMENT_BYTES >> 20} MB |",
        "",
    ]
    return NOTE + "\n".join(lines)


def judgment_files_page() -> str:
    """Every format of judgments."""
    lines = ["# Files of judgments\n"]
    lines += ["A file is known by how its name ends, then by what is in it; `FILE:format=SPEC` says it.\n"]
    lines += ["| Format | Names end in | Written |  |\n|---|---|---|---|"]
    for name, cls in JUDGMENT_FILES.items():
        endings = ", ".join(f"`{ending}`" for ending in cls.endings)
        lines += [f"| [`{name}`](#{name}) | {endings} | {'yes' if cls.can_write else 'no'} | {cls.title} |"]
    for name, cls in JUDGMENT_FILES.items():
        lines += [f"\n## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n"]
        if cls.roles:
            lines += [f"Columns to choose: {', '.join(f'`{role}`' for role in cls.roles)}.\n"]
        table = list(options_table(cls))
        lines += [row.rsplit("|", 2)[0] + "|" if row else "" for part in table for row in part.split("\n")]
    return NOTE + "\n".join(lines).rstrip() + "\n"


def answer_files_page() -> str:
    """Every format of answers of campaigns."""
    lines = ["# Files of answers\n"]
    lines.append(
        "Forms of other tools for the answers of a campaign: `mtassay campaign export NAME -f FORMAT` writes them, "
        "`mtassay campaign import NAME FILE -f FORMAT` reads them.\n"
    )
    lines += ["| Format | Read | Written |  |\n|---|---|---|---|"]
    for name, cls in ANSWER_FILES.items():
        can = ["yes" if is_able else "no" for is_able in (cls.can_read, cls.can_write)]
        lines += [f"| [`{name}`](#{name}) | {can[0]} | {can[1]} | {cls.title} |"]
    for name, cls in ANSWER_FILES.items():
        lines += [f"\n## `{name}`\n", inspect.cleandoc(cls.__doc__ or "") + "\n"]
        table = list(options_table(cls))
        lines += [row.rsplit("|", 2)[0] + "|" if row else "" for part in table for row in part.split("\n")]
    return NOTE + "\n".join(lines).rstrip() + "\n"


def _command_names() -> Iterator[str]:
    """All commands, those of a group behind it."""
    yield ""
    for name, command in sorted(cli.commands.items()):
        yield name
        if isinstance(command, click.Group):
            yield from (f"{name} {inner}" for inner in command.list_commands(click.Context(command)))


def cli_page() -> str:
    """The help of every command, the exit codes, and the form of JSON."""
    lines = ["# Command line\n"]
    for name in _command_names():
        result = CliRunner().invoke(cli, [*name.split(), "--help"], prog_name="mtassay", terminal_width=100)
        lines += [f"## `{f'mtassay {name}'.strip()}`\n", "```text", result.output.rstrip(), "```\n"]
    lines += ["## Exit codes\n", "| Code | Cause |\n|---|---|", "| 0 | done |", "| 1 | a bug in mtassay |"]
    causes: dict[int, list[str]] = {
        CONDITION_HOLDS: ["`--fail-if` found a system"],
        SEVERE: ["`--strict` found something severe"],
    }
    for kind, code in EXIT_CODES.items():
        causes.setdefault(code, []).append(f"`{kind.__name__}`")
    lines += [f"| {code} | {', '.join(kinds)} |" for code, kinds in sorted(causes.items())]
    lines += [
        "\n## JSON\n",
        "`--format json` prints one object. Numbers have all their digits unless `-w` is given.\n",
        "```json",
        '{"version": "…", "segments": 120, "test_set": "digest of the references", "target_language": null,',
        ' "systems": [{"name": "…",',
        '              "scores": [{"metric": "bleu", "spec": "bleu", "label": "BLEU", "higher_is_better": true,',
        '                          "score": 72.2, "places": 2, "signature": "…",',
        '                          "parts": {"precision_1": 90.1, "…": 0.9},',
        '                          "interval": {"low": 69.0, "high": 75.4, "level": 0.95}}]}]}',
        "```\n",
        "`interval` is there with `--confidence`. `--statistics` adds:\n",
        "```json",
        '{"statistics": [{"system": "…", "label": "BLEU", "maximum": 100.0, "minimum": 0.0, "range": 100.0,',
        '                 "mean": 52.1, "variance": 420.3, "standard_deviation": 20.5}],',
        ' "correlations": [{"system": "…", "segments": 120, "labels": ["BLEU", "WER"],',
        '                   "coefficients": [[1.0, -0.8], [-0.8, 1.0]], "constant": []}]}',
        "```\n",
        "The variance is that of a sample (n - 1), null of one segment. `system` is null where the segments of all",
        "systems are pooled; coefficients are null of metrics that score every segment alike, those of `constant`.\n",
        "`mtassay compare` prints:\n",
        "```json",
        '{"version": "…", "segments": 120, "unit": "segment", "units": 120, "baseline": "…",',
        ' "test": "bootstrap", "interval": "bootstrap interval", "correction": "holm", "alpha": 0.05,',
        ' "disagreements": [{"first": "…", "second": "…", "better": ["BLEU"], "worse": ["chrF2"]}],',
        ' "metrics": [{"label": "BLEU", "metric": "bleu", "spec": "bleu", "signature": "…",',
        '              "segment_signature": "…", "higher_is_better": true,',
        '              "systems": [{"name": "…", "score": 72.2, "groups": [1, 2],',
        '                           "interval": {"low": 69.0, "high": 75.4, "level": 0.95},',
        '                           "runs": [72.2], "run_spread": null, "sample_spread": 1.7}],',
        '              "indistinguishable": [["…", "…"], ["…", "…"]],',
        '              "pairs": [{"first": "…", "second": "…", "difference": 15.5, "p": 0.001, "adjusted_p": 0.003,',
        '                         "p_is_upper_bound": true, "adjusted_p_is_upper_bound": true,',
        '                         "first_higher": 0.0, "second_higher": 1.0, "ties": 0.0,',
        '                         "smallest_difference": 4.8, "segments_needed": 12}]}],',
        ' "by": "document", "groups": [{"name": "hotel", "segments": 10, "scores": {"BLEU": {"…": 62.9}}}]}',
        "```\n",
        "Differences are the second system less the first. `first_higher` is the share of resampled test sets on",
        "which the first system has the higher score; null where the test resamples nothing. Each list of",
        "`indistinguishable` has systems of which no two differ significantly, in the order of their scores; a system",
        "may stand in several, and its `groups` are their numbers, from 1. It is null where only pairs with the",
        "baseline were tested. `disagreements` are pairs of which some metrics call the second significantly better",
        "and others worse. A p-value is an upper bound where no draw reached the difference. `segment_signature` is",
        "there where segments are scored in another way than all together; the p-values of `--test sign` and",
        "`wilcoxon` come from such scores unless `--unit` is given.\n",
        "`mtassay analyze` prints:\n",
        "```json",
        '{"version": "…", "systems": ["…"], "pairs": [["old", "new"]], "segments": 30, "all_segments": 120,',
        ' "where": "length >= 20", "untested_because": null, "unit": "segment", "alpha": 0.05, "sentence": "…",',
        ' "standouts": [{"first": "old", "second": "new", "about": "…", "before": 9.3, "after": 3.4, "p": 1e-06,',
        '                "is_better": true}],',
        ' "scores": [{"metric": "BLEU", "signature": "…", "system": "new", "score": 51.5, "difference": 18.0,',
        '             "p": 0.0001}],',
        ' "results": [{"analysis": "errors", "title": "Error classes", "notes": ["…"], "signature": "…",',
        '              "rows": [{"line": "order", "measure": "rate", "system": "new", "value": 3.4, "error": 0.7,',
        '                        "size": 62, "reference": null, "compared_with": "old", "difference": -5.9,',
        '                        "difference_error": 1.2, "p": 1e-06, "q": 8e-06, "contribution": null}]}],',
        ' "not_done": [{"analysis": "kept", "reason": "needs sources"}]}',
        "```\n",
        "`q` is p, corrected within a result by Benjamini and Hochberg. `error` and `difference_error` are standard",
        "errors; they and p-values are null where there are too few units, or where `untested_because` says why. Rows",
        "of n-grams, weights, counts of segments and examples have other keys: the columns of their `--table`.\n",
        "`mtassay report -o report.json` has all of that, and `comparison` with what `mtassay compare` prints,",
        "`methods` with paragraphs, `command`, `digest` of the test set, and `texts`, which says what was left out.\n",
        "`--format jsonl` prints an object a line: with `score` one for each system and metric, with the keys of the",
        "above and `system`, with other commands one for each row of `--format tsv`.\n",
        "The commands of `mtassay db` print one object with their facts, such as project and revision, and a list of",
        "objects for each table under its name: `mtassay db difficult` has `difficult`, with a key for each column.\n",
        "`mtassay check` prints:\n",
        "```json",
        '{"version": "…", "segments": 120, "test_set": "digest of the references", "target_language": null,',
        ' "systems": ["…"], "checks": ["copied", "…"], "skipped": [{"check": "…", "missing": "sources"}],',
        ' "findings": [{"check": "numbers", "severity": "minor", "part": "systems", "system": "…",',
        '               "message": "2 segments (1.7 %) with lost or changed numbers; …", "count": 2,',
        '               "segments": [{"segment": 5, "detail": "lost 98.50; has 89.50"}]}]}',
        "```\n",
        "`part` is `systems`, `references` or `sources`; `system` is null for the last two. Segments count from 1.\n",
        "`mtassay metrics bleu` prints:\n",
        "```json",
        '{"name": "bleu", "title": "…", "direction": "…", "description": "the formula and its terms",',
        ' "range": "…", "strengths": "…", "weaknesses": "…", "disagreements": "…", "paper": "…",',
        ' "settings": [{"setting": "lowercase", "default": "no", "help": "…", "choices": "", "changes_scores": true}]}',
        "```\n",
    ]
    return NOTE + "\n".join(lines)


def short_signature(thing: Any) -> str:
    """A signature without the modules that types come from, a parameter a line."""
    signature = inspect.signature(thing)
    plain = [re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", str(parameter)) for parameter in signature.parameters.values()]
    plain = [re.sub(r"Union\[(\w+), (.*)\]\]", r"\1 | \2]", text) for text in plain]
    result = re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", inspect.formatannotation(signature.return_annotation))
    arrow = "" if signature.return_annotation in (None, inspect.Signature.empty) else f" -> {result}"
    return "(\n" + "".join(f"    {text},\n" for text in plain) + f"){arrow}"


def python_page() -> str:
    """The public names with their signatures and docstrings."""
    lines = ["# Python\n"]
    for name in mtassay.__all__:
        thing = getattr(mtassay, name)
        lines += [f"## `mtassay.{name}`\n"]
        if inspect.isfunction(thing) or hasattr(thing, "__wrapped__") or thing is mtassay.EvalSet:
            lines += [f"```python\n{name}{short_signature(thing)}\n```\n"]
        lines += [inspect.cleandoc(thing.__doc__ or "") + "\n"]
        if inspect.isclass(thing) and thing.__module__.startswith("mtassay") and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                described = value.fget if isinstance(value, property) else value
                if not member.startswith("_") and inspect.isfunction(described) and described.__doc__:
                    call = "" if isinstance(value, property) else "()"
                    lines += [f"- `{member}{call}`: {inspect.cleandoc(described.__doc__).splitlines()[0]}"]
            lines += [""]
    return NOTE + "\n".join(lines)


def picture() -> str:
    """The demo as it stands in a terminal, as SVG."""
    dialogues = Path("examples/dialogues")
    systems = sorted(str(path) for path in (dialogues / "systems").iterdir())
    arguments = ["score", "-r", str(dialogues / "reference-a.en.txt"), "-r", str(dialogues / "reference-b.en.txt")]
    result = CliRunner().invoke(
        cli, [*arguments, *systems, "-m", "bleu", "-m", "chrf:word_order=2", "--color"], color=True
    )
    shown = ["$ mtassay score -r reference-a.en.txt -r reference-b.en.txt systems/*.txt \\"]
    shown += ["    -m bleu -m chrf:word_order=2", ""]
    lines = [*shown, *result.stdout.rstrip().split("\n")]
    width, height, size = 910, 22 * len(lines) + 34, 15
    rows = []
    for number, line in enumerate(lines):
        spans = []
        for index, piece in enumerate(line.split("\x1b[1m")):
            bold, _, plain = piece.rpartition("\x1b[0m") if index else ("", "", piece)
            spans += [f'<tspan font-weight="700" fill="#7ee2b8">{escape(bold)}</tspan>' if bold else "", escape(plain)]
        rows.append(f'<text x="18" y="{30 + 22 * number}" xml:space="preserve">{"".join(spans)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        'aria-label="Terminal with the scores of four example systems">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="#1c2430"/>\n'
        f'<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, monospace" font-size="{size}" fill="#e6ebf2">\n'
        + "\n".join(rows)
        + "\n</g>\n</svg>\n"
    )


def comparison_picture() -> str:
    """What `mtassay compare --all-pairs --plot` draws of the example systems."""
    dialogues = Path("examples/dialogues")
    systems = {path.stem: str(path) for path in sorted((dialogues / "systems").iterdir())}
    evalset = read_evalset([str(dialogues / "reference-a.en.txt")], systems)
    return Svg().write(comparison_document(mtassay.compare(evalset, ["chrf"], baseline="neural-small", all_pairs=True)))


def explanation_picture() -> str:
    """What `mtassay explain -f svg` draws of the lecture's example."""
    hypothesis = "appeared calm when he was taken to the American plane, which will to Miami, Florida."
    reference = "Orejuela appeared calm as he was led to the American plane which will take him to Miami, Florida."
    return Svg().write(explanation_document(mtassay.explain(hypothesis, reference, ["bleu"])))


def memory_picture() -> str:
    """What `mtassay db stats --svg` draws of the small memory of the how-to page."""
    with tempfile.TemporaryDirectory() as folder:
        database, picture = f"{folder}/hotel.db", f"{folder}/picture.svg"
        runpy.run_path(str(DOCS.parent / "tests" / "small_memory.py"))["write"](Path(database))
        arguments = ["db", "stats", "items", "revisions", "sets", "--db", database, "--svg", picture]
        CliRunner().invoke(cli, arguments, catch_exceptions=False)
        return Path(picture).read_text(encoding="utf-8")


def pages() -> dict[Path, str]:
    """Every generated file and its content."""
    return {
        DOCS / "reference" / "metrics.md": metrics_page(),
        DOCS / "reference" / "tests.md": tests_page(),
        DOCS / "reference" / "meta.md": meta_page(),
        DOCS / "reference" / "tokenizers.md": tokenizers_page(),
        DOCS / "reference" / "checks.md": checks_page(),
        DOCS / "reference" / "distances.md": distances_page(),
        DOCS / "reference" / "analyses.md": analyses_page(),
        DOCS / "reference" / "cli.md": cli_page(),
        DOCS / "reference" / "formats.md": formats_page(),
        DOCS / "reference" / "judgment-files.md": judgment_files_page(),
        DOCS / "reference" / "answer-files.md": answer_files_page(),
        DOCS / "reference" / "python.md": python_page(),
        DOCS / "pictures" / "demo.svg": picture(),
        DOCS / "pictures" / "compare.svg": comparison_picture(),
        DOCS / "pictures" / "explain-bleu.svg": explanation_picture(),
        DOCS / "pictures" / "memory.svg": memory_picture(),
    }


def main() -> None:
    """Write all files, or with --check only say which are not current."""
    stale = [path for path, text in pages().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            click.echo(f"{path} is not current; run: make docs")
        sys.exit(1 if stale else 0)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
