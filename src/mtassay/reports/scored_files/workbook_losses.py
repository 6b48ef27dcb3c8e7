"""What a workbook has that openpyxl does not write again, by a look at its parts."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec

# what openpyxl keeps, makes anew, or what nobody misses
_KEPT = re.compile(
    r"\[Content_Types\]\.xml|_rels/.*|docProps/(core|app|custom)\.xml|docProps/thumbnail\..*"
    r"|xl/(workbook|styles|sharedStrings|calcChain)\.xml|xl/(.*/)?_rels/.*|xl/theme/.*"
    r"|xl/(worksheets|chartsheets)/[^/]*\.xml|xl/comments[^/]*\.xml|xl/comments/[^/]*"
    r"|xl/drawings/(vmlDrawing|commentsDrawing|drawing)[^/]*|xl/tables/.*|xl/pivot(Tables|Cache)/.*|xl/externalLinks/.*"
)
_LOST = {
    r"xl/vba.*|xl/macrosheets/.*|xl/dialogsheets/.*|customUI/.*": "macros",
    r"xl/activeX/.*|xl/ctrlProps/.*": "form controls",
    r"xl/threadedComments/.*|xl/persons/.*": "threads of comments (their text stays)",
    r"xl/slicer.*|xl/timeline.*": "slicers and timelines",
    r"xl/printerSettings/.*": "settings of the printer",
    r"customXml/.*": "data of other programs (customXml)",
    r"xl/embeddings/.*": "embedded objects",
    r"xl/ink/.*": "ink",
    r"xl/queryTables/.*|xl/connections\.xml|xl/model/.*": "connections to outside data",
    r"xl/richData/.*|xl/metadata\.xml|xl/featurePropertyBag/.*": "newer kinds of cells (dynamic arrays, pictures)",
    r"xl/webextensions/.*": "add-ins",
    r"xl/diagrams/.*": "SmartArt",
    r"xl/charts/.*": "details of charts",
    r"_xmlsignatures/.*": "digital signatures",
    r"docMetadata/.*": "labels of sensitivity",
}
_IMAGE = re.compile(r"xl/media/.*")
_READ_BY_PILLOW = (".png", ".jpg", ".jpeg", ".gif", ".bmp")
# what stands inside of sheets, drawings and strings
_IN_SHEETS = {
    # <xm:f> is a range that a sparkline or a newer rule is about
    rb"<(?!xm:)(?:\w+:)?f[\s/>]": (
        "the stored values of formulas (a spreadsheet program computes them when it opens the file)"
    ),
    rb"sparklineGroup": "sparklines",
    rb"<x14:conditionalFormatting\b": "newer rules of conditional formatting",
    rb"<x14:dataValidation\b": "newer rules of data validation",
    rb"<(?:\w+:)?protectedRanges?\b": "ranges that some may edit",
    rb"<(?:\w+:)?picture\b": "background pictures",
    rb"<(?:\w+:)?(?:controls|oleObjects)\b": "form controls",
}
_IN_DRAWINGS = {rb"<(?:\w+:)?(?:sp|cxnSp|grpSp)>|<(?:\w+:)?(?:sp|cxnSp|grpSp)\s": "shapes and text boxes"}
_KNOWN_MESSAGES = re.compile("^(Sparkline|Conditional|Data Val|Slicer|DrawingML|The image)|the image is being dropped$")
_MESSAGES = {"Unknown extension is not supported and will be removed": "extensions of newer versions of Excel"}
_MOST_OTHERS = 3
_IN_STRINGS = {rb"<(?:\w+:)?rPh\b": "phonetic guides"}
_IMAGES = "images"

KINDS = (
    *dict.fromkeys(
        (
            *_LOST.values(),
            *_IN_SHEETS.values(),
            *_IN_DRAWINGS.values(),
            *_IN_STRINGS.values(),
            *_MESSAGES.values(),
            _IMAGES,
        )
    ),
)
"""All that is known to be lost, for the docs."""


def losses(parts: zipfile.ZipFile) -> list[str]:
    """Kinds of content that the workbook has and its copy will lack, each once."""
    return list(dict.fromkeys(_losses(parts)))


def other_losses(messages: Iterable[str]) -> list[str]:
    """Of what openpyxl warned of while it read the workbook, what a look at the parts does not tell."""
    kinds = (
        None if _KNOWN_MESSAGES.search(message) else _MESSAGES.get(message, f"something ({message})")
        for message in messages
    )
    return list(dict.fromkeys(kind for kind in kinds if kind))[:_MOST_OTHERS]


def _losses(parts: zipfile.ZipFile) -> Iterator[str]:
    for name in parts.namelist():
        if name.endswith("/"):
            continue
        if _IMAGE.fullmatch(name):
            if not name.lower().endswith(_READ_BY_PILLOW) or find_spec("PIL") is None:
                yield _IMAGES
        elif not _KEPT.fullmatch(name):
            yield next((what for pattern, what in _LOST.items() if re.fullmatch(pattern, name)), name)
    for name in parts.namelist():
        patterns: dict[bytes, str] = {}
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            patterns = {**_IN_SHEETS, **_IN_STRINGS}
        elif name.startswith("xl/drawings/drawing"):
            patterns = _IN_DRAWINGS
        elif name == "xl/sharedStrings.xml":
            patterns = _IN_STRINGS
        content = parts.read(name) if patterns else b""
        yield from (what for pattern, what in patterns.items() if re.search(pattern, content))
