"""What follows from the contents of an evidence pack: results, exports and the text on methods."""

from collections.abc import Iterator

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.errors import InputError, OutputError
from mtassay.human.answer_files.base import ANSWER_FILES, AnswerSet, FileAnswer
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.reports.document import Document, Note
from mtassay.reports.evidence.contents import PackContents
from mtassay.reports.evidence.methods import methods_text
from mtassay.reports.formats.json import Json
from mtassay.reports.formats.tsv import Tsv
from mtassay.reports.results.campaigns import answers_document
from mtassay.reports.results.people.manners import results_document
from mtassay.store.campaigns.all_answers import numbers_of_answer
from mtassay.store.campaigns.campaigns import TaskKind

RESULTS = "results/"
_EXPORTS = {"marot": "tsv", "appraise": "csv", "wmt-rank": "csv"}
"""Files of other tools, and how they end."""


def derived_files(contents: PackContents) -> dict[str, bytes]:
    """All files but those of the contents themselves: the same for the same contents."""
    return {
        "methods.txt": methods_text(contents).encode(),
        **{f"{RESULTS}{name}.json": content for name, content in _results(contents)},
        "exports/answers.tsv": _answers(contents),
        **{f"exports/{name}": content for name, content in _exports(contents)},
    }


def _results(contents: PackContents) -> Iterator[tuple[str, bytes]]:
    """Results by each protocol, without excluded seats and, where there are some, with them."""
    campaign = contents.campaign
    numbers = [number for answer in contents.answers for number in numbers_of_answer(answer)]
    asked, answered = sum(seat.asked for seat in contents.seats), sum(seat.answered for seat in contents.seats)
    facts = {"campaign": campaign.name, "state": campaign.state.value, "answered": f"{answered} of {asked}"}
    ways = [("", False)]
    if any(answer.is_excluded for answer in contents.answers if answer.kind is TaskKind.WORK):
        ways.append(("_with_excluded", True))
    for protocol in campaign.protocols:
        for ending, with_excluded in ways:
            told = {**facts, "protocol": protocol.spec}
            try:
                answers = answers_of_campaign(numbers, protocol, with_excluded=with_excluded)
                document = results_document(answers, AnswerFilter(), facts=told)
            except InputError as error:
                document = Document("Results", (Note((str(error),)),), facts={**told, "no results": str(error)})
            yield f"{protocol.name}{ending}", Json().write(document).encode()


def _answers(contents: PackContents) -> bytes:
    numbers = [number for answer in contents.answers for number in numbers_of_answer(answer)]
    document = answers_document(contents.campaign, numbers, has_names=False)
    return Tsv().write(document).encode()


def _exports(contents: PackContents) -> Iterator[tuple[str, bytes]]:
    """Files of other tools, where the answers fit them."""
    given = AnswerSet(
        tuple(
            _file_answer(answer.judged_by, answer.given)
            for answer in contents.answers
            if answer.kind is TaskKind.WORK and not answer.is_excluded
        ),
        contents.source_language,
        contents.target_language,
    )
    for name, ending in _EXPORTS.items():
        path = f"{name.replace('-', '_')}.{ending}"
        try:
            yield path, ANSWER_FILES.create(name).write(given, path)
        except OutputError:
            continue


def _file_answer(judged_by: str, given: FileAnswer) -> FileAnswer:
    return FileAnswer(
        judge=judged_by.replace("seat ", "judge").replace("known ", "before"),
        protocol=given.protocol,
        items=given.items,
        body=given.protocol.without_comments(given.body),
        seconds=given.seconds,
        at=given.at,
    )
