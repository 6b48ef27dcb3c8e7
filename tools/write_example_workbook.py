"""Write examples/legal/cases.xlsx from the text files beside it: a workbook as localisation teams have them."""

from datetime import datetime
from pathlib import Path

import xlsxwriter

LEGAL = Path(__file__).parents[1] / "examples" / "legal"
COLUMNS = {
    "Hindi": "source.hi.txt",
    "Reference": "reference.en.txt",
    "Online A": "systems/online-a.txt",
    "Online B": "systems/online-b.txt",
}


def main() -> None:
    """A title, names in the third row, wrapped texts and frozen panes, and a second sheet."""
    with xlsxwriter.Workbook(LEGAL / "cases.xlsx") as workbook:
        workbook.set_properties({"created": datetime(2026, 1, 1)})  # so that equal texts make equal files
        title = workbook.add_format({"bold": True, "font_size": 14})
        name = workbook.add_format({"bold": True, "bg_color": "#DDEBF7", "bottom": 1})
        text = workbook.add_format({"text_wrap": True, "valign": "top"})
        sheet = workbook.add_worksheet("Cases")
        sheet.merge_range("A1:E1", "Court reports, Hindi to English", title)
        sheet.set_column("A:A", 6)
        sheet.set_column("B:E", 42)
        sheet.freeze_panes(3, 1)
        sheet.write_string(2, 0, "No", name)
        for column, (heading, path) in enumerate(COLUMNS.items(), start=1):
            sheet.write_string(2, column, heading, name)
            for row, line in enumerate((LEGAL / path).read_text(encoding="utf-8").splitlines(), start=3):
                sheet.write_number(row, 0, row - 2, text)
                sheet.write_string(row, column, line, text)
        notes = workbook.add_worksheet("Notes")
        notes.write_string(0, 0, "The systems are invented; see README.md.")


if __name__ == "__main__":
    main()
