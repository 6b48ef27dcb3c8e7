"""Write unicode_tables.cpp: the general categories L, M, N, P and S of every code point.

The `intl` tokenizer is defined by sacreBLEU through the `regex` package, so its tables are read
off that package and not off Python's own unicodedata, whose Unicode version differs from one
Python to the next. Letters of scripts without spaces have a category of their own, by the blocks
of mtassay.alignment.text_units. Run it after an upgrade of `regex`, or a change of those blocks:

    python native/generate_unicode_tables.py
"""

import re
from importlib.metadata import metadata, version
from pathlib import Path

import regex

from mtassay.alignment.text_units import BLOCKS_WITHOUT_SPACES

PAGE = 256
CODE_POINTS = 0x110000
CATEGORIES = tuple(enumerate(map(regex.compile, (r"\p{N}", r"\p{P}", r"\p{S}", r"\p{L}", r"\p{M}")), start=1))
LETTER, LONE_LETTER = 4, 6
LATIN = regex.compile(r"\p{Latin}")  # wide Latin letters stand in a block without spaces and are letters as others are


def category(code_point: int) -> int:
    """The number of the category of one code point; surrogates cannot reach a tokenizer."""
    if 0xD800 <= code_point <= 0xDFFF:
        return 0
    character = chr(code_point)
    number = next((number for number, pattern in CATEGORIES if pattern.match(character)), 0)
    is_without_spaces = any(first <= code_point <= last for first, last in BLOCKS_WITHOUT_SPACES)
    return LONE_LETTER if number == LETTER and is_without_spaces and not LATIN.match(character) else number


def unicode_version() -> str:
    """The Unicode version that the `regex` package says it follows."""
    description = str(metadata("regex").get_payload())
    found = re.search(r"Unicode (\d+\.\d+)", description)
    if found is None:
        raise SystemExit("the description of the regex package no longer names its Unicode version")
    return found[1]


def rows(numbers: list[int] | bytes, per_line: int) -> str:
    """Numbers as indented C++ lines."""
    lines = (numbers[start : start + per_line] for start in range(0, len(numbers), per_line))
    return "\n".join("    " + ", ".join(map(str, line)) + "," for line in lines)


def main() -> None:
    """Write the file next to this script."""
    pages: dict[bytes, int] = {}
    index = []
    for start in range(0, CODE_POINTS, PAGE):
        page = bytes(category(code_point) for code_point in range(start, start + PAGE))
        index.append(pages.setdefault(page, len(pages)))
    if len(pages) > PAGE:
        raise SystemExit("there are more different pages than a byte can number")
    body = "\n".join(rows(page, 64) for page in pages)
    Path(__file__).with_name("unicode_tables.cpp").write_text(
        f"""// Written by generate_unicode_tables.py from regex {version("regex")}; do not edit.
#include "unicode.hpp"

namespace mtassay {{

const char* const unicode_version = "{unicode_version()}";

namespace {{

constexpr std::uint8_t page_of[{len(index)}] = {{
{rows(index, 64)}
}};

constexpr std::uint8_t category_of[{len(pages)} * {PAGE}] = {{
{body}
}};

}}  // namespace

Category category(char32_t code_point) {{
  return static_cast<Category>(category_of[page_of[code_point / {PAGE}] * {PAGE} + code_point % {PAGE}]);
}}

}}  // namespace mtassay
""",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
