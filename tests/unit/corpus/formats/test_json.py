"""Tables as JSON."""

from file_tables import read, texts


def test_json_of_others() -> None:
    table = read(
        "json", '{"data": [{"source": "a", "references": ["b", "c"], "id": 7, "meta": {"x": 1}}, {"source": null}]}'
    )
    assert texts(table) == {
        "source": ["a", None],
        "ref": ["b", None],
        "ref:2": ["c", None],
        "id": ["7", None],
        "meta": ['{"x": 1}', None],
    }
