"""A judge is told at once how training was answered."""

from campaign_desk import TEXTS
from unit.web.at_a_seat import JudgeAtASeat

from mtassay.campaigns.controls.training import TrainingItem
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project

TRAINING = [
    TrainingItem(source="Hallo", reference="", text="<b>hello</b>", low=90, high=100, note="All is there."),
    TrainingItem(source="Tag", reference="", text="night", low=0, high=20, note=""),
]


def test_feedback_comes_with_the_next_question(local) -> None:
    with local.database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=1, overlap=0.0))
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=TRAINING)
        set_state(connection, made, CampaignState.RUNNING, "manager")
        (link,) = make_links(connection, campaign_of(connection, made.id), None, "manager")
    judge = JudgeAtASeat(local).come(link.token)
    first = judge.ask()
    assert "was expected" not in first.html
    assert judge.say(first, score=30).status_code == 200
    second = judge.ask()
    expected = "For “&lt;b&gt;hello&lt;/b&gt;” you said 30; from 90 to 100 was expected. All is there."
    assert expected in second.html
    assert judge.say(second, score=10).status_code == 200
    # one of two is too little: both come again, also where the page has numbers of others
    third = judge.ask("/seat/question?ahead=700000,800000")
    assert "Right, as was expected: 10 for “night” (from 0 to 20)." in third.html
    assert "&lt;b&gt;hello" in third.html
    judge.send_at_seat("/seat/undo")  # which takes the new try back
    again = judge.ask()
    assert again.target == second.target
    assert judge.say(again, score=11).status_code == 200
    for score in (95, 12):
        question = judge.ask()
        assert question.target in (third.target, third.target + 100_000)
        assert judge.say(question, score=score).status_code == 200
    work = judge.ask()
    assert work.target == 700_000  # three tries of two keep their places
    assert "Right, as was expected: 12" in work.html
    assert judge.say(work, score=50).status_code == 200
    assert "expected" not in judge.ask().html
