"""A design in a project: on the scale of its memory, and with what is known there, which nobody is asked again."""

from collections.abc import Iterable
from dataclasses import replace

import sqlalchemy as sa

from mtassay.campaigns.plan import Design, reusing_protocols
from mtassay.errors import SettingError
from mtassay.human.protocols.base import PROTOCOLS, Protocol
from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import Scale
from mtassay.store.campaigns.known_answers import KnownAnswers, known_answers
from mtassay.store.contents.projects import Project


def depends_on_project(design: Design) -> bool:
    """Whether a plan may differ from project to project: by its scale, or by what is known in it."""
    asks_as_projects_do = any(PROTOCOLS.create(spec).is_of_memory for spec in design.protocols)
    return asks_as_projects_do or bool(reusing_protocols(design))


def on_scale(scale: Scale, design: Design) -> Design:
    """The design with the scale of a project, where answers are judgments of its memory."""
    specs = []
    for spec in design.protocols:
        protocol = PROTOCOLS.create(spec)
        if isinstance(protocol, Sser):
            own = Sser.on(scale)
            if protocol not in (own, Sser()):
                raise SettingError(
                    f"{spec} has another scale than the project, which is judged on {scale.spec}; answers "
                    "become judgments of the project, so ask by sser alone"
                )
            spec = own.spec
        specs.append(spec)
    return replace(design, protocols=tuple(specs))


def check_scale(scale: Scale, protocols: Iterable[Protocol]) -> None:
    """Refuse protocols whose answers would be judgments on another scale than the project's."""
    if any(isinstance(protocol, Sser) and protocol != Sser.on(scale) for protocol in protocols):
        raise SettingError(f"the project is judged on the scale {scale.spec}; plan the campaign on that")


def known_before(connection: sa.Connection, project: Project, design: Design) -> KnownAnswers:
    """What a campaign of this design need not ask."""
    return known_answers(connection, project, reusing_protocols(design), design.expertise)
