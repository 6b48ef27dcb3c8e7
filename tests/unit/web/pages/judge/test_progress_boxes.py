from mtassay.store.judging.context import Stop
from mtassay.web.pages.judge.progress_boxes import MOST_BOXES, progress_boxes


def way(count, document=lambda number: ""):
    return [
        Stop(number, document(number), is_done=number <= 10, is_put_off=number == 12, is_flagged=number == 3)
        for number in range(1, count + 1)
    ]


def test_each_translation_has_a_box_where_there_is_room():
    boxes = progress_boxes(way(20), 11)
    assert [box.state for box in boxes[:4]] == ["done", "done", "flag", "done"]
    assert [box.state for box in boxes[10:13]] == ["open", "skip", "open"]
    assert (boxes[10].label, boxes[10].is_current) == ("11, current", True)
    assert boxes[11].label == "12, put off"


def test_more_have_a_box_for_each_document():
    boxes = progress_boxes(way(MOST_BOXES + 10, lambda number: f"talk {number % 5}"), 11)
    assert [box.label for box in boxes] == [f"talk {n % 5}, 2 of 26 done" for n in range(1, 6)]
    assert sum(box.is_current for box in boxes) == 1
    assert boxes[0].target == 11
    assert boxes[2].state == "flag"


def test_without_documents_they_stand_for_equal_parts():
    boxes = progress_boxes(way(1000), None)
    assert len(boxes) <= 60
    assert sum(box.count for box in boxes) == 1000
    assert boxes[0].label == "1 to 17, 10 of 17 done"
