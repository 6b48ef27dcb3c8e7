"""XML, read safely: the one reader of every format that is XML.

Nothing that a file names is ever fetched or put in: a document type is refused, so there are no entities but the five
of XML; an XInclude is refused too. Depth, names, attributes, texts and what is in memory at once are limited. The
reader hands elements out as they are complete and forgets them as soon as the next one is asked for.
"""

import codecs
import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from mtassay.corpus import limits
from mtassay.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from lxml.etree import _Element

    Element: TypeAlias = _Element

Event: TypeAlias = Literal["start", "end"]

LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_XINCLUDE: Final = "{http://www.w3.org/2001/XInclude}"
# of what is fed at once the parser keeps a copy; larger blocks are no faster
_BLOCK = 1 << 16
_PROLOG_BYTES = 1 << 16
_NAME = re.compile(rb"<(?:[^\s<>/:\"'=]{1,200}:)?([^\s<>/:\"'=]{1,200})(?=[\s/>])")
_ENCODING = re.compile(rb"<\?xml\s[^<>]{0,100}?encoding\s{0,20}=\s{0,20}[\"']([\w.:-]{1,40})[\"']")
_UTF8 = ("utf-8", "ascii")
_UTF16 = ("utf-16", "utf-16-le", "utf-16-be")
# Not whatever Python knows: some of its codecs are no encodings of files, and slow on purpose-made text.
_ENCODINGS = re.compile(r"iso8859-\d+|cp125\d|koi8-[ru]|gb(2312|k|18030)|big5|shift_jis|euc_(jp|kr)|tis-620")
_TOO_LONG = re.compile("too long|too big|size limit|limit exceeded", re.IGNORECASE)
_CUT_OFF = re.compile("premature end|not finished|mandates value|find end", re.IGNORECASE)


def read_xml(
    content: bytes | IO[bytes], shown: str, whole: Collection[str] | None, starts: Collection[str] = ()
) -> "Iterator[tuple[Event, Element]]":
    """The root first, then in order of the file: elements of `starts` as they start, of `whole` as they end.

    Names are local, without a namespace; where `whole` is None, every child of the root is whole. Of the root and of
    what starts only the attributes are there; a whole element has all that is in it, until the next event. `shown`
    names the file in errors.
    """
    try:
        from lxml import etree
    except ImportError:
        raise MissingExtra(f"{shown}: a file of XML", "xml") from None
    blocks = _text_blocks(content, shown)
    block, _ = _read_prolog(blocks, shown)
    names = {*(whole or ()), *starts}
    parser = etree.XMLPullParser(
        # a call for each start would take a fifth of the time
        events=("start", "end") if starts else ("end",),
        tag=None if whole is None else [f"{_XINCLUDE}*", *(f"{{*}}{name}" for name in sorted(names))],
        encoding="utf-8",  # which the blocks are in, whatever the file says
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    called: dict[str, str] = {}  # local names by full ones
    root: Element | None = None
    done: Element | None = None  # the last that was handed out
    kept: Element | None = None  # one of `whole` that has started and not ended
    size = 0
    is_last = False
    while not is_last:
        following = next(blocks, None)
        is_last = following is None
        try:
            parser.feed(block)
            if is_last:
                end: Element = parser.close()
        except etree.XMLSyntaxError as error:
            complaints = [(entry.line, entry.message) for entry in parser.feed_error_log]
            line, said = complaints[0] if complaints else (error.lineno or 1, str(error.msg))
            raise _broken(said, line, shown) from None
        events: Iterator[tuple[str, Element]] = cast("Any", parser.read_events())  # no names of entities
        for event, element in events:
            if root is None:
                root = _checked_root(element, shown)
                yield "start", root
            name = called.get(element.tag)
            if name is None:
                name = called[element.tag] = local_name(element)
                _refuse_inclusion(element, shown)
            if event == "end":
                if element.getparent() is root if whole is None else name in whole:
                    yield "end", element
                    done = element
            elif name in starts and element is not root:
                yield "start", element
        if root is None and is_last:
            yield "start", _checked_root(end, shown)
        elif root is not None:
            before, kept = kept, _forget(root, done, whole)
            size = size + len(block) if kept is before is not None else len(block)
            if kept is not None:
                limits.check_element(size, f"{place(kept, shown)}, <{local_name(kept)}>")
        else:
            size += len(block)
            limits.check_element(size, f"{shown}: no <{'> or <'.join(sorted(names)) or '/'}> so far")
        block = following or b""


def _checked_root(element: "Element", shown: str) -> "Element":
    tree = element.getroottree()
    # the parser finds document types that the search in the bytes above has missed
    _refuse_document_type(tree.docinfo.root_name is not None and bool(tree.docinfo.internalDTD), shown, 1)
    return tree.getroot()


def _refuse_inclusion(element: "Element", shown: str) -> None:
    if element.tag.startswith(_XINCLUDE):
        raise InputError(
            f"{place(element, shown)}: an XInclude, which would put another file here and mtassay refuses; "
            "put the text itself there, for example: xmllint --xinclude FILE > NEW"
        )


def local_name(element: "Element") -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def place(element: "Element", shown: str) -> str:
    """File and line of an element, for messages."""
    return f"{shown}, line {line_of(element)}"


def line_of(element: "Element") -> int:
    """The line in which an element starts; beyond 65,535 it may be that of the first text in it, a line later."""
    line: Any = element.sourceline
    return int(line or 1)


def root_name(data: bytes) -> str | None:
    """The local name of the first element, by a look at the start of a file; None where that is no XML."""
    try:
        return _read_prolog(_text_blocks(data[:_PROLOG_BYTES], ""), "")[1]
    except InputError:
        return None


def _forget(root: "Element", done: "Element | None", whole: Collection[str] | None) -> "Element | None":
    """Drop all that is complete; hands back the whole element that is still open, if there is one.

    What is open is the last child of what is open, so that all before it can go.
    """
    element = root
    while True:
        if element is done:
            element.clear()
        elif element is not root if whole is None else local_name(element) in whole:
            return element
        if not len(element):
            return None
        del element[:-1]
        element = element[-1]


def _read_prolog(blocks: Iterator[bytes], shown: str) -> tuple[bytes, str]:
    """All up to the start of the first element and some more, and its name; a document type before it is refused."""
    head = b""
    for block in blocks:
        head += block
        position = _skip_prolog(head)
        if head.startswith(b"<!", position) and not b"<!--".startswith(head[position : position + 4]):
            _refuse_document_type(head.startswith(b"<!DOCTYPE", position), shown, head.count(b"\n", 0, position) + 1)
            break
        match = _NAME.match(head, position)
        if match:
            return head, match[1].decode("utf-8", "replace")
        if len(head) - position > _BLOCK or len(head) > _PROLOG_BYTES + _BLOCK:
            break
    if not head:
        raise InputError(f"{shown}: the file is empty")
    line = head.count(b"\n", 0, _skip_prolog(head)) + 1
    raise InputError(
        f"{shown}, line {line}: this is no XML, or it is cut off: there is no first element; is it the right file?"
    )


def _skip_prolog(head: bytes) -> int:
    """Where the first thing starts that is neither white space nor a comment nor an instruction."""
    position = 0
    while True:
        position += len(head) - position - len(head[position:].lstrip(b" \t\r\n")) if position < len(head) else 0
        for start, end in ((b"<?", b"?>"), (b"<!--", b"-->")):
            if head.startswith(start, position):
                closed = head.find(end, position + len(start))
                if closed < 0:
                    return position
                position = closed + len(end)
                break
        else:
            return position


def _refuse_document_type(is_declared: bool, shown: str, line: int) -> None:
    if is_declared:
        raise InputError(
            f"{shown}, line {line}: a document type (<!DOCTYPE …>), which can make a program fetch files or fill the "
            "memory and mtassay refuses; delete it, up to its closing >: no text is in it"
        )


def _text_blocks(content: bytes | IO[bytes], shown: str) -> Iterator[bytes]:
    """The file in UTF-8 and without byte-order mark, block by block; NUL is refused."""
    is_there = isinstance(content, bytes)
    lines = 1
    for number, block in enumerate(_decoded_blocks(content, shown)):
        nul = block.find(b"\0")
        if nul >= 0:
            if is_there:
                lines += sum(block.count(b"\n") for block in islice(_decoded_blocks(content, shown), number))
            line = lines + block.count(b"\n", 0, nul)
            raise InputError(f"{shown}, line {line}: a NUL byte, which no text has; is this a binary file?")
        if not is_there:  # otherwise they are counted once that is needed
            lines += block.count(b"\n")
        yield block


def _decoded_blocks(content: bytes | IO[bytes], shown: str) -> Iterator[bytes]:
    raw = _raw_blocks(content, shown)
    first = next(raw, b"")
    encoding = _encoding_of(first, shown)
    if encoding in _UTF8:
        yield first.removeprefix(codecs.BOM_UTF8)
        yield from raw
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = 1
    try:
        text = decoder.decode(first)
        yield text.removeprefix("\ufeff").encode()
        for block in raw:
            lines += text.count("\n")
            text = decoder.decode(block)
            yield text.encode()
        decoder.decode(b"", final=True)
    except UnicodeError:
        raise InputError(
            f"{shown}, line {lines} or a later one: a byte that is not {encoding}, which the file says it is; "
            "is it cut off? Correct the encoding in its first line, or convert it to UTF-8"
        ) from None


def _raw_blocks(content: bytes | IO[bytes], shown: str) -> Iterator[bytes]:
    if isinstance(content, bytes):
        for start in range(0, len(content), _BLOCK):
            yield content[start : start + _BLOCK]
        return
    size = 0
    while block := content.read(_BLOCK):
        size += len(block)
        limits.check_bytes(size, shown)
        yield block


def _encoding_of(start: bytes, shown: str) -> str:
    """By the mark of byte order, by the first character, or by what the first line says."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise InputError(f"{shown}: this is UTF-32; convert it: iconv -f UTF-32 -t UTF-8 FILE > NEW")
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
        (b"<\0", "utf-16-le"),
        (b"\0<", "utf-16-be"),
    ):
        if start.startswith(mark):
            return encoding
    said = _ENCODING.match(start.lstrip(b" \t\r\n"))
    if said is None:
        return "utf-8"
    name = said[1].decode("ascii", "replace")
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        encoding = ""
    if encoding in _UTF16:
        raise InputError(
            f"{shown}, line 1: encoding={name!r}, but the file is not in it; write encoding='UTF-8' if that is what "
            "it is in"
        )
    if encoding not in _UTF8 and not _ENCODINGS.fullmatch(encoding):
        raise InputError(f"{shown}, line 1: mtassay does not read the encoding {name!r}; convert the file to UTF-8")
    return encoding


def _broken(said: str, line: int, shown: str) -> InputError:
    """What the parser complains of, in words that say what to do."""
    said = re.sub(r"^xml\w+: ", "", said.strip())  # the name of a function
    where = f"{shown}, line {line}"
    if "Excessive depth" in said:
        try:
            limits.check_depth(limits.DEPTH + 1, where)
        except InputError as too_deep:
            return too_deep
    if _TOO_LONG.search(said):
        return InputError(
            f"{where}: a name, an attribute or a text of more than {limits.CELL_CHARACTERS // 10**6} million bytes, "
            "and mtassay reads no longer ones; is a quote left open, or is it a whole file?"
        )
    if _CUT_OFF.search(said):
        return InputError(f"{where}: broken XML ({said}); is the file cut off? Fetch or save it again")
    if "encod" in said.lower() or "UTF-8" in said:
        return InputError(
            f"{where}: bytes that are not UTF-8, which the file says it is; if it is Windows-1252, convert it: "
            "iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW"
        )
    if "Entity" in said or said == "no name":
        what = "a & that is not written &amp;" if said == "no name" else said
        return InputError(
            f"{where}: {what}; XML has &amp; &lt; &gt; &quot; and &apos;, so write any other character itself"
        )
    return InputError(f"{where}: broken XML ({said}); correct it there")
