"""Results in the forms that sacreBLEU prints."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from mtassay.compat.sacrebleu.scores import Result, Score

_RED, _YELLOW, _CYAN, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_CONFIDENCE = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")
_CHANCE = re.compile(r"\(p = [0-9.]+\)(?!\*)")
_LEVEL = 0.05
# as the package tabulate escapes them
_LATEX = {
    **{character: "\\" + character for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
}


def single(results: Sequence[str], format: str, *, color: bool) -> str:
    """The formatted scores of one system, one for each metric; text is aligned at its equals signs."""
    if format == "json":
        return results[0] + "\n" if len(results) == 1 else "[\n" + ",\n".join(results) + "\n]\n"
    if color and "μ" in results[0]:
        results = [_CONFIDENCE.sub(lambda match: f"{_CYAN}{match[0]}{_PLAIN}", result) for result in results]
    width = max(result.find(" =") for result in results)
    return "".join(" " * (width - result.find(" =")) + result + "\n" for result in results)


def table(
    systems: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    signatures: Mapping[str, str],
    format: str,
    *,
    color: bool,
) -> str:
    """Several systems: names in the first column, then one column of numbers for each metric."""
    if format == "json":
        return _json(systems, columns)
    drawn = _drawn(systems, columns, format, color)
    return "\n".join([*drawn, "", *_titled("Metric signatures", _listed(signatures))]) + "\n"


def paired_table(
    systems: Sequence[str],
    columns: Mapping[str, Sequence[Result]],
    signatures: Mapping[str, str],
    format: str,
    *,
    digits: int,
    test_type: str,
    draws: int,
    color: bool,
) -> str:
    """What a paired test says of several systems, the baseline first.

    The table is sacreBLEU's; what the p-values mean is said in our words.
    """
    if format == "json":
        return _json(systems, {label: [vars(result) for result in results] for label, results in columns.items()})
    has_intervals = any(result.mean is not None for results in columns.values() for result in results)
    between = " " if format == "latex" else "\n"
    cells = {
        label + " (μ ± 95% CI)" * has_intervals: [between.join(_result_lines(result, digits)) for result in results]
        for label, results in columns.items()
    }
    explained = _explanation(systems[0], test_type, draws)
    lines = [*_drawn(systems, cells, format, color), "", *explained, ""]
    return "\n".join([*lines, *_titled("Metric signatures", _listed(signatures))]) + "\n"


def subsets(results: Mapping[str, Sequence[tuple[int, Score]]], digits: int, *, color: bool) -> str:
    """Number of segments and scores of each part of a test set."""
    if not results:
        return "No subset information found. Consider using --origlang argument.\n"
    width = max(map(len, results)) + 1
    name_width = max(len(score.name) for _, score in next(iter(results.values())))
    lines = []
    for part, scores in results.items():
        start = f"{part:<{width}}"
        start = f"{_YELLOW}{start}{_PLAIN}" if color else start
        for count, score in scores:
            lines.append(f"{start}: sentences={count:<6} {score.name:<{name_width}} = {score.score:.{digits}f}\n")
    return "".join(lines)


def _result_lines(result: Result, digits: int) -> list[str]:
    score = f"{result.score:.{digits}f}"
    if result.mean is not None and result.ci is not None:
        score += f" ({result.mean:.{digits}f} ± {result.ci:.{digits}f})"
    if result.p_value is None:
        return [score]
    return [score, f"(p = {result.p_value:.4f})" + "*" * (result.p_value <= _LEVEL)]


def _explanation(baseline: str, test_type: str, draws: int) -> list[str]:
    name = baseline.removeprefix("Baseline: ")
    meaning = [
        f" - Each system is compared with the baseline, {name}, and with no other.",
        " - p: how often chance alone would set the two this far apart, up or down; * where p is at most 0.05.",
    ]
    if test_type == "ar":
        return _titled(
            f"Approximate randomization, {draws} exchanges",
            [
                *meaning,
                f" - sacreBLEU gives systems with the same output p = 1/{draws + 1}; `mtassay compare` gives them 1.",
            ],
        )
    return _titled(
        f"Paired bootstrap, {draws} resampled test sets",
        [
            " - In brackets: the mean over the resampled test sets, ± half of what 95 % of them span.",
            *meaning,
            " - sacreBLEU's p is too small: where there is no difference it is below 0.05 in about 11 % of cases,",
            "   not in 5 % (measured). `mtassay compare` keeps to 5 %.",
        ],
    )


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    rule = "-" * len(title)
    return [rule, title, rule, *lines]


def _listed(signatures: Mapping[str, str]) -> list[str]:
    return [f" - {label:<10} {signature}" for label, signature in signatures.items()]


def _json(systems: Sequence[str], columns: Mapping[str, Sequence[object]]) -> str:
    cells = zip(*columns.values(), strict=True)
    rows = [{"system": name, **dict(zip(columns, row, strict=True))} for name, row in zip(systems, cells, strict=True)]
    return json.dumps(rows, indent=4) + "\n"


def _drawn(systems: Sequence[str], columns: Mapping[str, Sequence[str]], format: str, color: bool) -> list[str]:
    """A table; cells may have several lines, but not in LaTeX."""
    headings, body = ["System", *columns], [list(row) for row in zip(systems, *columns.values(), strict=True)]
    # two more than the heading, as tabulate has it
    widths = [
        max(len(heading) + 2, *(len(line) for cell in cells for line in cell.split("\n")))
        for heading, cells in zip(headings, zip(*body, strict=True), strict=True)
    ]
    head = [_aligned(headings, widths)]
    rows = [
        [_aligned(line, widths) for line in zip_longest(*(cell.split("\n") for cell in row), fillvalue="")]
        for row in body
    ]
    if format == "latex":
        head, *rows = ([[_escaped(cell) for cell in line] for line in row] for row in [head, *rows])
    if color:
        head = [[_painted(cell, _CYAN) for cell in line] for line in head]
        rows = [
            [
                [name, *(_CHANCE.sub(lambda match: f"{_RED}{match[0]}{_PLAIN}", cell) for cell in cells)]
                for name, *cells in row
            ]
            for row in rows
        ]
        if systems[0].startswith("Baseline:"):
            rows[0] = [[_painted(cell, _YELLOW) for cell in line] for line in rows[0]]
    return _latex(head, rows) if format == "latex" else _grid(head, rows, widths)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    (name, name_width), *numbers = zip(row, widths, strict=True)
    return [f"{name:>{name_width}}", *(f"{number:^{width}}" for number, width in numbers)]


def _escaped(cell: str) -> str:
    return "".join(_LATEX.get(character, character) for character in cell)


def _painted(cell: str, color: str) -> str:
    """What a cell says in colour, but not the spaces around it."""
    text = cell.strip()
    return cell.replace(text, f"{color}{text}{_PLAIN}") if text else cell


def _grid(head: Sequence[Sequence[str]], rows: Sequence[Sequence[Sequence[str]]], widths: Sequence[int]) -> list[str]:
    def rule(left: str, line: str, middle: str, right: str) -> str:
        return left + middle.join(line * (width + 2) for width in widths) + right

    def drawn(row: Sequence[Sequence[str]]) -> list[str]:
        return ["│" + "│".join(f" {cell} " for cell in line) + "│" for line in row]

    lines = [rule("╒", "═", "╤", "╕"), *drawn(head), rule("╞", "═", "╪", "╡")]
    for number, row in enumerate(rows):
        lines += [rule("├", "─", "┼", "┤"), *drawn(row)] if number else drawn(row)
    return [*lines, rule("╘", "═", "╧", "╛")]


def _latex(head: Sequence[Sequence[str]], rows: Sequence[Sequence[Sequence[str]]]) -> list[str]:
    first, *others = ["&".join(f" {cell} " for cell in line) + r"\\" for row in [head, *rows] for line in row]
    begin = r"\begin{tabular}{r" + "c" * (len(head[0]) - 1) + "}"
    return [begin, r"\toprule", first, r"\midrule", *others, r"\bottomrule", r"\end{tabular}"]
