import pytest

from mtassay.campaigns.known_before import check_scale, depends_on_project, on_scale
from mtassay.campaigns.plan import Design
from mtassay.errors import SettingError
from mtassay.human.protocols.da import Da
from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import Scale


def test_answers_have_the_scale_of_the_memory_that_they_enter() -> None:
    own = Scale(1, 5, 1)
    design = on_scale(own, Design(protocols=("sser", "da"), seats=1))
    assert design.protocols == (Sser(low=1, high=5).spec, "da")
    assert on_scale(own, design) == design
    check_scale(own, [Sser(low=1, high=5), Da()])
    with pytest.raises(SettingError, match=r"judged on the scale 1\.\.5/1"):
        check_scale(own, [Sser()])
    with pytest.raises(SettingError, match="another scale than the project"):
        on_scale(own, Design(protocols=("sser:high=6",), seats=1))


@pytest.mark.parametrize(
    ("protocol", "reuse", "depends"),
    [("sser", None, True), ("sser", False, True), ("da", None, False), ("da", True, True), ("ranking", None, False)],
)
def test_some_plans_need_no_project(protocol: str, reuse: bool | None, depends: bool) -> None:
    assert depends_on_project(Design(protocols=(protocol,), seats=1, reuse=reuse)) is depends
