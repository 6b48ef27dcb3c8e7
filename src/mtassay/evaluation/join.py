"""Scores of several runs in one table, if they may stand there together."""

from collections.abc import Mapping

from mtassay.errors import InputError
from mtassay.evaluation.score import Evaluation, Score, Scores


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
    for name, evaluation in others:
        _check_test_sets(first_name, first, name, evaluation, across_languages)
        _check_signatures(first_name, first, name, evaluation)
    return Evaluation(first.segments, systems, first.test_set, first.target_language)


def _check_test_sets(name: str, one: Evaluation, other_name: str, other: Evaluation, across_languages: bool) -> None:
    languages = (one.target_language, other.target_language)
    if languages[0] != languages[1] and None not in languages:
        if across_languages:
            return
        raise InputError(
            f"{name} is about {languages[0]}, {other_name} about {languages[1]}: scores of different languages cannot "
            "be compared. If you want them in one table all the same, say --across-languages"
        )
    if one.segments != other.segments:
        raise InputError(
            f"different test sets: {name} has {one.segments} segments, {other_name} {other.segments}; "
            "score all systems on the same one"
        )
    if one.test_set != other.test_set and None not in (one.test_set, other.test_set):
        raise InputError(
            f"different test sets: the references of {name} ({one.test_set}) are not those of {other_name} "
            f"({other.test_set}); score all systems on the same one"
        )


def _check_signatures(name: str, one: Evaluation, other_name: str, other: Evaluation) -> None:
    columns, other_columns = one.columns, other.columns
    labels, other_labels = [label for label, _ in columns], [label for label, _ in other_columns]
    if labels != other_labels:
        raise InputError(
            f"different metrics: {name} has {', '.join(labels)}, {other_name} {', '.join(other_labels)}; "
            "score with the same ones in the same order"
        )
    for (label, score), (_, other_score) in zip(columns, other_columns, strict=True):
        if score.signature != other_score.signature:
            raise InputError(
                f"{label} was computed differently: {_difference(score, other_score, name, other_name)}; "
                "score all systems in the same way"
            )


def _difference(score: Score, other: Score, name: str, other_name: str) -> str:
    """The items of two signatures that are not the same."""
    items, other_items = (dict(item.split(":", 1) for item in s.signature.split("|")) for s in (score, other))
    keys = [key for key in {**items, **other_items} if items.get(key) != other_items.get(key)]
    shown, other_shown = (", ".join(f"{key}:{i.get(key, 'none')}" for key in keys) for i in (items, other_items))
    return f"{shown} in {name}, {other_shown} in {other_name}"
