"""Pictures."""

from mtassay.errors import SettingError
from mtassay.reports.document import Document
from mtassay.reports.drawing.picture import render_pictures


class Svg:
    """The pictures of a document, one below the other, and nothing else of it."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """One SVG file; what is drawn has its own digits and colours."""
        if not document.figures:
            raise SettingError(f"{document.title}: there is no picture of it; choose another format")
        return render_pictures([figure.picture for figure in document.figures])
