"""Who sees a project, and whom links invite to it."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table
from mtassay.store.contents.projects import Project
from mtassay.store.people.invitations import Invitation
from mtassay.store.people.members import Member

MEMBERS, INVITATIONS = "Members", "Invitations"

_MEMBER = ("name", "role", "state", "since")
_INVITATION = ("number", "for", "role", "state", "until", "joined")


def members_document(project: Project, members: Sequence[Member], invitations: Sequence[Invitation]) -> Document:
    """A row for each member, and for each invitation one without its link, which nobody knows any more."""
    people = [
        (
            member.account.name,
            str(member.account.role),
            "open" if member.account.is_active else "closed",
            f"{member.since:%Y-%m-%d}",
        )
        for member in members
    ]
    links = [
        (made.id, made.label, str(made.role), str(made.state), f"{made.expires:%Y-%m-%d}", made.joined)
        for made in invitations
    ]
    return Document(
        f"People of {project.name}",
        (
            Table.of(_MEMBER, people, frozenset(_MEMBER), title=MEMBERS),
            Table.of(_INVITATION, links, frozenset(_INVITATION[1:]), title=INVITATIONS),
        ),
    )
