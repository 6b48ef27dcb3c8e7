import pytest

from mtassay.campaigns.sample import Block, draw_blocks, make_blocks
from mtassay.errors import InputError


def test_documents_are_blocks_and_segments_without_one_stand_alone() -> None:
    blocks = make_blocks(["a", "", "a", "b"], range(4))
    assert [(block.key, block.segments) for block in blocks] == [
        ("document a", (0, 2)),
        ("segment 2", (1,)),
        ("document b", (3,)),
    ]
    assert [block.segments for block in make_blocks(None, [2, 5])] == [(2,), (5,)]


def test_a_seed_draws_the_same_order_each_time_and_another_seed_another() -> None:
    blocks = make_blocks(None, range(50))
    assert draw_blocks(blocks, 7) == draw_blocks(list(reversed(blocks)), 7)
    assert draw_blocks(blocks, 7) != draw_blocks(blocks, 8)
    assert sorted(block.segments for block in draw_blocks(blocks, 7)) == [(number,) for number in range(50)]


def test_whole_documents_are_taken_until_there_are_enough_segments() -> None:
    blocks = [Block(f"document {number}", tuple(range(7 * number, 7 * number + 7))) for number in range(20)]
    chosen = draw_blocks(blocks, 1, 30)
    assert [len(block.segments) for block in chosen] == [7, 7, 7, 7, 7]
    assert chosen == draw_blocks(blocks, 1, 140)[:5]  # a larger sample has the smaller one in it


def test_long_documents_are_cut() -> None:
    blocks = [Block("document a", tuple(range(40))), Block("document b", tuple(range(40, 45)))]
    assert sorted(len(block.segments) for block in draw_blocks(blocks, 1, 15)) == [5, 10]
    assert sorted(len(block.segments) for block in draw_blocks(blocks, 1)) == [5, 40]
    assert sorted(len(block.segments) for block in draw_blocks(blocks, 1, 45, longest=40)) == [5, 40]


def test_every_stratum_has_its_share() -> None:
    domains = ["news"] * 60 + ["speech"] * 30 + ["chat"] * 10
    chosen = draw_blocks(make_blocks(None, range(100), domains), 3, 11)
    counts = {domain: sum(block.stratum == domain for block in chosen) for domain in set(domains)}
    assert counts == {"news": 7, "speech": 3, "chat": 1}  # 6.6, 3.3 and 1.1


def test_asking_for_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="ask for 1 or more"):
        draw_blocks(make_blocks(None, range(3)), 1, 0)
