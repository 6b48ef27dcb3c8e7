import pytest

from mtassay.errors import SettingError
from mtassay.human.protocols.base import PROTOCOLS, AskedItem, BodyError, Number, legend
from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import EVALTRANS, SCALES, Scale, scale

ITEMS = (AskedItem(17, (3, 4, 29)),)


def test_a_score_and_classes_of_items() -> None:
    body = {"verdicts": {"29": "other", "3": "ok"}, "value": 8.0}
    checked = Sser().check(body, ITEMS)
    assert checked == {"value": 8, "verdicts": {"3": "ok", "29": "other"}}
    assert list(checked["verdicts"]) == ["3", "29"]  # in the order of their numbers
    assert isinstance(checked["value"], int)
    assert Sser().numbers(checked, ITEMS) == (Number(17, "points", 8.0), Number(17, "ier", 50.0))


def test_items_may_be_left_out() -> None:
    assert Sser().check({"value": 3}, ITEMS) == {"value": 3, "verdicts": {}}
    assert Sser().numbers({"value": 3, "verdicts": {}}, ITEMS) == (Number(17, "points", 3.0),)


def test_points_are_of_any_scale() -> None:
    adequacy = Sser.on(SCALES["adequacy"])
    assert adequacy.spec == "sser:low=1,high=5"
    assert adequacy.numbers(adequacy.check({"value": 4}, ITEMS), ITEMS)[0].value == 7.5


@pytest.mark.parametrize(
    ("body", "pointer", "problem"),
    [
        ([], "", "an answer is a JSON object, not a list"),
        (None, "", "an answer is a JSON object, not null"),
        ({"verdicts": {}}, "/value", "choose a score from 0 to 10"),
        ({"value": "8"}, "/value", "expected a number, not text"),
        ({"value": True}, "/value", "expected a number, not true or false"),
        ({"value": 10**400}, "/value", "this number is too large"),
        ({"value": 11}, "/value", "11 is not on the scale; choose a score from 0 to 10 in steps of 1"),
        ({"value": float("nan")}, "/value", "nan is not on the scale"),
        ({"value": 7.5}, "/value", "7.5 is not on the scale; choose a score from 0 to 10 in steps of 1"),
        ({"value": 8, "seconds": 3}, "/seconds", "an answer has no 'seconds'; it has value, verdicts"),
        ({"value": 8, "verdicts": []}, "/verdicts", "expected an object"),
        ({"value": 8, "verdicts": {"5": "ok"}}, "/verdicts/5", "not part of the source any more"),
        ({"value": 8, "verdicts": {"03": "ok"}}, "/verdicts/03", "not part of the source any more"),
        ({"value": 8, "verdicts": {"3": "fine"}}, "/verdicts/3", "the item class 'fine' does not exist; there are ok,"),
        ({"value": 8, "verdicts": {"3": ["ok"]}}, "/verdicts/3", "does not exist"),
    ],
)
def test_says_where_an_answer_is_wrong(body: object, pointer: str, problem: str) -> None:
    with pytest.raises(BodyError) as caught:
        Sser().check(body, ITEMS)
    assert caught.value.pointer == pointer
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{pointer}: " if pointer else "an answer")


def test_a_form_takes_a_comma_before_decimals() -> None:
    assert Sser.on(scale("0..10/0.5")).read_form([("value", "7,5")]) == {"value": 7.5}
    assert Sser().read_form([("value", "7,5,")]) == {"value": "7,5,"}


def test_a_form_says_the_same() -> None:
    fields = [("csrf", "x"), ("target", "17"), ("value", "8.0"), ("item-29", "other"), ("item-3", "ok"), ("item-4", "")]
    said = Sser().read_form(fields)
    assert said == {"value": 8, "verdicts": {"29": "other", "3": "ok"}}
    assert Sser().check(said, ITEMS) == {"value": 8, "verdicts": {"3": "ok", "29": "other"}}
    assert Sser().read_form([("value", ""), ("comment", "hm")]) == {}
    with pytest.raises(BodyError, match="/value: expected a number, not text"):
        Sser().check(Sser().read_form([("value", "eight")]), ITEMS)


def test_a_score_between_binary_steps_stays_as_it_was_given() -> None:
    tenths = Sser(low=0, high=1, step=0.1)
    assert tenths.check({"value": 0.3}, ITEMS)["value"] == 0.3
    assert "multipleOf" not in tenths.schema()["properties"]["value"]
    assert Sser().check({"value": 7.0000000001}, ITEMS)["value"] == 7


@pytest.mark.parametrize("one", [EVALTRANS, *SCALES.values(), Scale(0, 1, 1 / 3), scale("-2..2/1")])
def test_every_scale_has_its_protocol(one: Scale) -> None:
    protocol = PROTOCOLS.create(Sser.on(one).spec)
    assert protocol == Sser.on(one)
    assert isinstance(protocol, Sser)
    assert (protocol.scale.low, protocol.scale.high, protocol.scale.step) == (one.low, one.high, one.step)


def test_a_scale_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(SettingError, match="must fill it evenly"):
        Sser(step=3)


def test_the_legend_groups_keys() -> None:
    scores, classes = legend(Sser().keys)
    assert scores.words == "score; x is 10"
    assert scores.keys == (*"0123456789x",)
    assert scores.shown == ("0–9", "x")
    assert classes.keys == classes.shown == (*"omset",)
    assert classes.words == "item class: ok, missing, syntax, meaning, other"
    signed, _ = legend(Sser(low=-2, high=2).keys)
    assert signed.words == "score: -2, -1, 0, 1, 2"
    assert [entry.action for entry in legend(Sser(high=100, step=None).keys)] == ["item class"]
