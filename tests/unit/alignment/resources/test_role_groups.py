"""Labels of roles and their groups."""

import pytest

from mtassay.alignment.resources.role_groups import PREDICATE, role_group


@pytest.mark.parametrize(
    "labels",
    [
        ("V", "C-V", "TARGET"),
        ("A0", "ARG0", "R-A0", "arg0-agt", "C-ARG0-BY"),
        ("A1", "ARG1-WITH", "arg1-tem"),
        ("A2", "ARGM-BNF", "arg3-ben", "arg2-atr"),
        ("AM-TMP", "C-R-ARGM-TMP", "ARG4-TMP", "TMP", "argM-fin"),
        ("A3", "A4", "AM-LOC", "ARGM-DIR", "ARGM-INTO", "arg2-efi"),
        ("AM-CAU", "ARGM-PRP", "PNC"),
        ("AM-MNR", "AM-NEG", "A5", "AA", "ARGM-WITH", "O"),
    ],
)
def test_labels_of_a_group(labels: tuple[str, ...]) -> None:
    groups = {role_group(label) for label in labels}
    assert len(groups) == 1
    assert None not in groups
    assert (groups == {PREDICATE}) == ("V" in labels)


@pytest.mark.parametrize("label", ["", "agent", "A", "ARGM-FOO", "AM-", "A0 "])
def test_what_is_no_label(label: str) -> None:
    assert role_group(label) is None
