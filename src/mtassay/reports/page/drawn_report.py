"""A report that was drawn: text that is shown in a file or in the workbench, and that can be kept between."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class DrawnReport:
    """What a report shows below its title, as HTML, and its data, as elements for the script.

    `script` tells for which script the data were written, and `digest` names the test set, empty where it has none.
    """

    title: str
    facts: str
    digest: str
    version: str
    content: str
    data: str
    script: str
