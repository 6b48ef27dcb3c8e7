"""The command that makes the report of a comparison again."""

from mtassay.significance.paired_test import PairedTest
from mtassay.web.pages.systems.comparing import Comparing, unit_of
from mtassay.web.report_command import report_command
from mtassay.web.system_sets import SystemSet


def command_of(system_set: SystemSet, choices: Comparing, test: PairedTest) -> str:
    """What makes the same figures of the same files; empty where no command does.

    That is where texts are columns of tables, which commands name in other ways, and where p-values are corrected
    otherwise than the command does.
    """
    chosen = [
        (text, role, name.strip())
        for text, role, name in zip(system_set.texts, choices.roles, choices.names, strict=True)
        if role != "unused"
    ]
    systems = [(name, text.part.shown) for text, role, name in chosen if role == "system"]
    is_alike = choices.correction == "holm" and (choices.all_pairs or len(systems) == 2)
    if not is_alike or any(text.is_column for text, _, _ in chosen):
        return ""
    systems.sort(key=lambda system: system[0] != choices.baseline)  # stable: all others stay in their order
    texts: list[str] = []
    for option, wanted in (("-s", "source"), ("-r", "reference")):
        texts += [word for text, role, _ in chosen if role == wanted for word in (option, text.part.shown)]
    texts += [f"{name}={file}" for name, file in systems]
    unit = unit_of(choices) or ""
    return report_command(
        texts,
        choices.metrics,
        unit=unit,
        labels=[f"{unit}={text.part.shown}" for text, role, _ in chosen if role == "documents"],
        language=choices.target_language.strip(),
        test=test.spec,
        alpha=choices.alpha,
    )
