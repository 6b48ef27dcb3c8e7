"""LibreOffice Calc, which opens files as people do: sorts what a filter or a table covers, writes files of its own."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOFFICE = shutil.which("soffice")
needs_libreoffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice Calc is not installed")

_SORT = """
Sub SortAreas(source As String, target As String)
  On Error Goto Leave
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden" : hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  tables = book.DatabaseRanges
  For number = 0 To tables.Count - 1
    SortOne(tables.getByIndex(number).ReferredCells)
  Next
  filters = book.getPropertyValue("UnnamedDatabaseRanges")
  If filters.hasByTable(0) Then SortOne(filters.getByTable(0).ReferredCells)
  Dim kind(0) As New com.sun.star.beans.PropertyValue
  kind(0).Name = "FilterName" : kind(0).Value = "Calc MS Excel 2007 XML"
  book.storeToURL(target, kind())
Leave:
  StarDesktop.terminate()
End Sub

Sub SortOne(area)
  Dim field(0) As New com.sun.star.table.TableSortField
  field(0).Field = 0 : field(0).IsAscending = True
  Dim how(1) As New com.sun.star.beans.PropertyValue
  how(0).Name = "SortFields" : how(0).Value = field()
  how(1).Name = "ContainsHeader" : how(1).Value = True
  area.sort(how())
End Sub
"""
_MODULE = (
    '<?xml version="1.0"?><!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">'
    '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Sorting" script:language="StarBasic">'
    "{code}</script:module>"
)
_LIBRARY = (
    '<?xml version="1.0"?><!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" '
    '"library.dtd"><library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" '
    'library:readonly="false" library:passwordprotected="false"><library:element library:name="Sorting"/>'
    "</library:library>"
)


def sort_areas(content: bytes, folder: Path) -> bytes:
    """A workbook after LibreOffice sorted, by its first column, each area that a filter or a table covers."""
    _run(folder, "--terminate_after_init")  # makes the profile, in which macros of an earlier day would be lost
    library = folder / "profile" / "user" / "basic" / "Standard"
    code = _SORT.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    (library / "Sorting.xba").write_text(_MODULE.format(code=code), encoding="utf-8")
    (library / "script.xlb").write_text(_LIBRARY, encoding="utf-8")
    source, target = folder / "given.xlsx", folder / "sorted.xlsx"
    source.write_bytes(content)
    _run(folder, f'macro:///Standard.Sorting.SortAreas("{source.as_uri()}","{target.as_uri()}")')
    return target.read_bytes()


def convert(source: Path, filter: str, folder: Path) -> Path:
    """A file in another format, as LibreOffice writes it: `xls`, or `csv:…` with the options of that filter."""
    _run(folder, "--convert-to", filter, "--outdir", str(folder), str(source))
    return folder / f"{source.stem}.{filter.partition(':')[0]}"


def _run(folder: Path, *arguments: str) -> None:
    assert SOFFICE is not None
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    subprocess.run([SOFFICE, profile, "--headless", "--norestore", *arguments], check=True, timeout=60)
