"""Lists for programs and for spreadsheets."""

from mtassay.reports.formats.listing import Listing, render_listings


def test_a_table_for_spreadsheets_has_no_formulas_and_the_same_numbers() -> None:
    listing = Listing(("text", "difference"), (("=1+1", -1.5), ("@cmd", 2), ("'tis", None), ("plain", 0)))
    facts = {"system": "+evil"}
    plain = render_listings([listing], "tsv", facts)
    assert plain == "text\tdifference\n=1+1\t-1.5\n@cmd\t2\n'tis\t\nplain\t0\n\nsystem\n+evil\n"
    shown = render_listings([listing], "tsv", facts, is_for_spreadsheets=True)
    assert shown == "text\tdifference\n'=1+1\t-1.5\n'@cmd\t2\n''tis\t\nplain\t0\n\nsystem\n'+evil\n"
