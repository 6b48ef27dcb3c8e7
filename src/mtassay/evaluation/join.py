"""Scores of several runs in one table, if they may stand there together."""

import warnings
from collections.abc import Collection, Mapping

from mtassay.errors import InputError, MtassayWarning, Remedy
from mtassay.evaluation.score import Evaluation, Score, Scores

# what a metric may choose by the language
_OF_LANGUAGES = ("tok",)


def join(evaluations: Mapping[str, Evaluation], *, across_languages: bool = False) -> Evaluation:
    """One evaluation of the systems of several; their names in messages are the keys.

    Refuses other test sets, other metrics, other signatures, and other target languages, because
    scores that differ in these say nothing of which system is better. `across_languages` lets
    languages differ, and so test sets too.
    """
    if not evaluations:
        raise InputError("nothing to join; name the results of two runs or more")
    (first_name, first), *others = evaluations.items()
    systems: dict[str, Scores] = {}
    homes: dict[str, str] = {}
    for name, evaluation in evaluations.items():
        for system, scores in evaluation.systems.items():
            if system in systems:
                raise InputError(
                    f"the system {system!r} is in {homes[system]} and in {name}; score it under another name: NAME=FILE"
                )
            systems[system], homes[system] = scores, name
    crosses = False
    for name, evaluation in others:
        languages = {first.target_language, evaluation.target_language}
        differ = len(languages) > 1 and None not in languages
        crosses |= differ
        if not (differ and across_languages):
            _check_test_sets(first_name, first, name, evaluation, differ)
        _check_signatures(first_name, first, name, evaluation, _OF_LANGUAGES if differ and across_languages else ())
    if crosses:
        return Evaluation(first.segments, systems)
    return Evaluation(first.segments, systems, first.test_set, first.target_language)


def _check_test_sets(name: str, first: Evaluation, other_name: str, other: Evaluation, languages_differ: bool) -> None:
    if languages_differ:
        languages = (first.target_language, other.target_language)
        raise InputError(
            f"{name} is about {languages[0]}, {other_name} about {languages[1]}: scores of different languages cannot "
            "be compared. If you want them in one table all the same, say so",
            remedy=Remedy.CROSS_LANGUAGES,
        )
    if first.segments != other.segments:
        raise InputError(
            f"different test sets: {name} has {first.segments} segments, {other_name} {other.segments}; "
            "score all systems on the same one"
        )
    if None in (first.test_set, other.test_set):
        warnings.warn(
            f"{name} and {other_name}: nothing tells whether they are of the same test set, for lack of references",
            MtassayWarning,
            stacklevel=3,
        )
    elif first.test_set != other.test_set:
        raise InputError(
            f"different test sets: the references of {name} ({first.test_set}) are not those of {other_name} "
            f"({other.test_set}); score all systems on the same one"
        )


def _check_signatures(
    name: str, first: Evaluation, other_name: str, other: Evaluation, allowed: Collection[str]
) -> None:
    """Refuse metrics that were computed otherwise; items of signatures that are `allowed` may differ."""
    columns, other_columns = first.columns, other.columns
    labels, other_labels = [label for label, _ in columns], [label for label, _ in other_columns]
    if labels != other_labels:
        raise InputError(
            f"different metrics: {name} has {', '.join(labels)}, {other_name} {', '.join(other_labels)}; "
            "score with the same ones in the same order"
        )
    for (label, score), (_, other_score) in zip(columns, other_columns, strict=True):
        items, other_items = _items(score), _items(other_score)
        keys = [key for key in {**items, **other_items} if items.get(key) != other_items.get(key)]
        # scores of other programs come in one file for each system or for all
        keys = [key for key in keys if key not in allowed and not (key == "file" and score.metric == "given")]
        if keys:
            shown, other_shown = (
                ", ".join(f"{key}:{known.get(key, 'none')}" for key in keys) for known in (items, other_items)
            )
            raise InputError(
                f"{label} was computed differently: {shown} in {name}, {other_shown} in {other_name}; "
                "score all systems in the same way"
            )


def _items(score: Score) -> dict[str, str]:
    """The items of a signature."""
    pairs = (item.partition(":") for item in score.signature.split("|"))
    return {key: value for key, _, value in pairs}
