"""Joins the modules of the report's script into one classic script: a file that is opened from a disk can load none."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

SCRIPT = Path(__file__).with_name("script")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[\w/-]+\.js)";$', re.MULTILINE | re.ASCII)
_NAME = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_DECLARATION = re.compile(r"(export )?(?:async )?(?:function\*?|const|let|class) ([\w$]+)", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_OWN_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n|^[ \t]*//.*\n", re.MULTILINE)
_DYNAMIC = re.compile(r"\bimport\b\s*[(.]")
_ENDS_SCRIPT = re.compile(r"</script|<script|<!--", re.IGNORECASE)


def bundle(entry: str, modules: Mapping[str, str] | None = None) -> str:
    """A script that does what the module `entry` does, and leaves no name behind.

    `modules` are texts by their paths, those of the report unless given. They may say
    `import { a, b } from "./c.js";`, or `"./d/c.js"` and `"../c.js"`, and `export` before a declaration, each at the
    beginning of a line, as all that is declared for the whole module is; no two may declare the same name. A ValueError
    says what else they say.
    """
    texts = report_modules() if modules is None else modules
    joined = "\n".join(_without_module_words(texts[name]).strip("\n") for name in _in_order(entry, texts))
    return f'(() => {{\n"use strict";\n{joined}\n}})();\n'


@cache
def report_modules() -> Mapping[str, str]:
    """The modules of the report's script, by their paths."""
    paths = sorted(SCRIPT.rglob("*.js"))
    return {path.relative_to(SCRIPT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _in_order(entry: str, modules: Mapping[str, str]) -> list[str]:
    """The modules that an entry needs, each behind those that it imports from."""
    order: list[str] = []
    exported: dict[str, set[str]] = {}
    declared: dict[str, str] = {}

    def visit(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"{name}: imports itself by way of {', '.join(importers[importers.index(name) + 1 :])}")
        if name in exported:
            return
        if name not in modules:
            raise ValueError(f"{importers[-1] if importers else 'the bundle'}: there is no module {name}")
        _check_words(name, modules[name])
        for other, names in _imports(name, modules[name]):
            visit(other, (*importers, name))
            for absent in sorted(names - exported[other]):
                raise ValueError(f"{name}: imports {absent} from {other}, which does not export it")
        exported[name] = set()
        for is_exported, word in _declarations(modules[name]):
            if word in declared:
                raise ValueError(f"{name}: declares {word}, as {declared[word]} does; choose another name")
            declared[word] = name
            if is_exported:
                exported[name].add(word)
        order.append(name)

    visit(entry, ())
    return order


def _imports(name: str, text: str) -> Iterator[tuple[str, set[str]]]:
    for match in _IMPORT.finditer(text):
        names = [word.strip() for word in match[1].strip().removesuffix(",").split(",")]
        for word in names:
            if not _NAME.fullmatch(word):
                raise ValueError(f"{name}: imports {word!r}; write plain names, and no other name for them")
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2])), set(names)


def _declarations(text: str) -> Iterator[tuple[bool, str]]:
    for line in text.split("\n"):
        match = _DECLARATION.match(line)
        if match is not None:
            yield match[1] is not None, match[2]


def _check_words(name: str, text: str) -> None:
    """Refuse whatever would mean something else in a classic script, or could not be joined."""
    if match := _ENDS_SCRIPT.search(text):
        raise ValueError(
            f"{name}: holds {match[0]!r}, at which a page could take the script for ended; write it in parts"
        )
    code = _COMMENT.sub("", _IMPORT.sub("", text))
    for line in code.split("\n"):
        if line.count("`") % 2:
            raise ValueError(f"{name}: {line.strip()!r}; write a text in one line, as lines lose their indentation")
    if match := _DYNAMIC.search(code):
        raise ValueError(f'{name}: {match[0]!r}; write import {{ a }} from "./b.js"; at the beginning')
    for line in code.split("\n"):
        is_declaration = _DECLARATION.match(line) is not None
        if re.match(r"\s*(import|export)\b", line) and not (is_declaration and line.startswith("export ")):
            raise ValueError(
                f'{name}: {line.strip()!r}; write import {{ a }} from "./b.js"; or export before a declaration, '
                "at the beginning of a line"
            )
        if re.match(r"(export )?(var\b|(const|let)\b)", line) and not is_declaration:
            raise ValueError(
                f"{name}: {line.strip()!r}; declare a name by const, let, function or class, each by itself"
            )


def _without_module_words(text: str) -> str:
    """A module as part of a script; readers of reports need no comments and no indentation, which are half of it."""
    text = _OWN_COMMENT.sub("", _IMPORT.sub("", text))
    return re.sub(r"^[ \t]+|^export ", "", text, flags=re.MULTILINE)
