"""Results in the forms that sacreBLEU prints."""

import json
from collections.abc import Mapping, Sequence

from mtassay.compat.sacrebleu.scores import Score

_CYAN, _YELLOW, _PLAIN = "\x1b[36m", "\x1b[33m", "\x1b[0m"
# as the package tabulate escapes them
_LATEX = {
    **{character: "\\" + character for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
}


def single(results: Sequence[str], format: str) -> str:
    """The formatted scores of one system, one for each metric; text is aligned at its equals signs."""
    if format == "json":
        return results[0] + "\n" if len(results) == 1 else "[\n" + ",\n".join(results) + "\n]\n"
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
        cells = zip(*columns.values(), strict=True)
        rows = [
            {"system": name, **dict(zip(columns, row, strict=True))} for name, row in zip(systems, cells, strict=True)
        ]
        return json.dumps(rows, indent=4) + "\n"
    # two more than the heading, as tabulate has it
    widths = [max(len("System") + 2, *map(len, systems))]
    widths += [max(len(label) + 2, *map(len, numbers)) for label, numbers in columns.items()]
    head = [_painted(cell, color) for cell in _aligned(("System", *columns), widths)]
    body = [_aligned(row, widths) for row in zip(systems, *columns.values(), strict=True)]
    drawn = _latex(head, body) if format == "latex" else _grid(head, body, widths)
    rule = "-" * 17
    lines = [*drawn, "", rule, "Metric signatures", rule]
    lines += [f" - {label:<10} {signature}" for label, signature in signatures.items()]
    return "\n".join(lines) + "\n"


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


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    (name, name_width), *numbers = zip(row, widths, strict=True)
    return [f"{name:>{name_width}}", *(f"{number:^{width}}" for number, width in numbers)]


def _painted(cell: str, color: bool) -> str:
    """A heading in colour, but not the spaces around it."""
    label = cell.strip()
    return cell.replace(label, f"{_CYAN}{label}{_PLAIN}") if color else cell


def _grid(head: Sequence[str], body: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    def rule(left: str, line: str, middle: str, right: str) -> str:
        return left + middle.join(line * (width + 2) for width in widths) + right

    first, *rows = ["│" + "│".join(f" {cell} " for cell in row) + "│" for row in [head, *body]]
    lines = [rule("╒", "═", "╤", "╕"), first, rule("╞", "═", "╪", "╡")]
    for number, row in enumerate(rows):
        lines += [rule("├", "─", "┼", "┤"), row] if number else [row]
    return [*lines, rule("╘", "═", "╧", "╛")]


def _latex(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    escaped = [["".join(_LATEX.get(character, character) for character in cell) for cell in row] for row in body]
    first, *rows = ["&".join(f" {cell} " for cell in row) + r"\\" for row in [head, *escaped]]
    begin = r"\begin{tabular}{r" + "c" * (len(head) - 1) + "}"
    return [begin, r"\toprule", first, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}"]
