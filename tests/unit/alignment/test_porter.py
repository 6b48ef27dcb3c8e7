"""Porter's stemmer: his own examples, and Snowball's form of it, which differs where he later amended it."""

import pytest
import Stemmer

from mtassay.alignment.porter import porter_stems


@pytest.mark.parametrize(
    ("words", "stems"),
    [
        ("caresses ponies ties caress cats", "caress poni ti caress cat"),
        ("feed agreed plastered bled motoring sing", "feed agre plaster bled motor sing"),
        ("conflated troubled sized hopping tanned falling", "conflat troubl size hop tan fall"),
        ("hissing fizzed failing filing", "hiss fizz fail file"),
        ("happy sky relational conditional rational", "happi sky relat condit ration"),
        ("valenci digitizer radicalli vietnamization predication operator", "valenc digit radic vietnam predic oper"),
        ("feudalism decisiveness hopefulness formaliti sensibiliti", "feudal decis hope formal sensibl"),
        ("triplicate formative formalize electrical goodness", "triplic form formal electr good"),
        ("revival allowance airliner adjustable replacement adjustment", "reviv allow airlin adjust replac adjust"),
        ("dependent adoption communism activate effective", "depend adopt commun activ effect"),
        ("probate rate cease controll roll", "probat rate ceas control roll"),
        ("as us s is", "as us s is"),
    ],
)  # fmt: skip
def test_examples(words: str, stems: str) -> None:
    assert porter_stems(words.split()) == stems.split()


def test_amended_endings() -> None:
    assert porter_stems(["possibly", "possible"]) == ["possibl", "possibl"]
    assert porter_stems(["technology", "technological"]) == ["technolog", "technolog"]


def test_snowball_agrees_but_for_those() -> None:
    roots = ("hope", "trouble", "relate", "nation", "happy", "sense", "control", "fizz", "crazy", "analyse", "day")
    endings = ("", "s", "ed", "ing", "er", "ness", "ful", "fulness", "ation", "ational", "ize", "ization", "ive", "ous")
    words = [root.removesuffix("e") + ending for root in roots for ending in endings]
    assert porter_stems(words) == Stemmer.Stemmer("porter").stemWords(words)
