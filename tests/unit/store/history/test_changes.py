"""What a step of the history did: before and after, of all that came, went or came back."""

from answering import answer
from small_memory import fill

from mtassay.human.filters import Filter
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history import events
from mtassay.store.history.changes import Action, Change, built_on, changes_of, glimpse, left_over
from mtassay.store.history.undo import undo
from mtassay.store.judging.rules import JudgingRules, change_rules
from mtassay.store.lists.filters import select_targets


def changed(groups: tuple[object, ...] | object, judge: str) -> list[tuple[Action, str, str]]:
    """What a step did to the judgments of somebody."""
    found: list[Change] = [change for group in groups for change in group.changes]  # type: ignore[attr-defined]
    return [(one.action, one.before, one.after) for one in found if one.judge == judge]


def test_a_correction_that_goes_with_what_it_corrected_leaves_nothing(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        target = select_targets(connection, project, Filter())[0].target
        saved = answer(connection, project, target, "ines", 7)
        corrected = answer(connection, project, target, "ines", 4)
        assert changed(changes_of(connection, corrected.revision, 10), "ines") == [(Action.CORRECTED, "7", "4")]
        (undone,) = undo(connection, project.id, [corrected.revision], "ines")
        assert changed(changes_of(connection, undone, 10), "ines") == [(Action.DELETED, "4", "7")]
        (redone,) = undo(connection, project.id, [undone], "ines")
        assert changed(changes_of(connection, redone, 10), "ines") == [(Action.RESTORED, "7", "4")]
        deleted = delete_targets(connection, project, [target], "mara")
        assert changed(changes_of(connection, deleted, 10), "ines") == [
            (Action.DELETED, "7", ""),
            (Action.DELETED, "4", ""),
        ]
        (back,) = undo(connection, project.id, [deleted], "mara")
        assert changed(changes_of(connection, back, 10), "ines") == [
            (Action.RESTORED, "", "7"),
            (Action.RESTORED, "", "4"),
        ]
        shown = glimpse(connection, events.history(connection, project.id), 3)
        assert [(one.action, one.before, one.after) for one in shown[undone]] == [(Action.DELETED, "4", "7")]
        assert [one.what for one in shown[deleted]] == ["targets"]
        assert corrected.revision in built_on(connection, saved.revision)
        assert left_over(connection, saved.revision) == {"judgments": 1}


def test_rules_of_judging_have_a_before_and_an_after(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        first = change_rules(connection, project, JudgingRules("Be kind."), "mara")
        second = change_rules(connection, project, JudgingRules("Be strict."), "mara")
        assert first is not None
        assert second is not None
        (undone,) = undo(connection, project.id, [second], "mara")
        third = change_rules(connection, project, JudgingRules("Be fair.", is_open=True, seed=5), "mara")
        assert third is not None
        seen = {}
        for revision in (first, second, undone, third):
            ((change,),) = [group.changes for group in changes_of(connection, revision, 10)]
            seen[revision] = (change.before.rpartition("\n")[2], change.after.rpartition("\n")[2])
    assert seen == {
        first: ("", "Be kind."),
        second: ("Be kind.", "Be strict."),
        undone: ("Be strict.", "Be kind."),
        third: ("Be kind.", "Be fair."),
    }
    assert "shown before" in change.after
    assert "order 5" in change.after


def test_counts_are_of_all_and_texts_of_the_first(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        found = select_targets(connection, project, Filter())
        deleted = delete_targets(connection, project, [one.target for one in found[:4]], "mara")
        cut = cut_items(connection, project, found[6].source, ["wann", "wollen Sie"], "mara")
        groups = {group.what: group for group in changes_of(connection, deleted, 2)}
        assert (groups["targets"].count, len(groups["targets"].changes)) == (4, 2)
        assert groups["targets"].changes[0].before == found[0].text
        assert groups["targets"].changes[0].source == found[0].source_text
        words = [change.after for group in changes_of(connection, cut, 10) for change in group.changes if change.after]
        assert words == ["wann", "wollen Sie"]
