"""One script of several modules."""

import re

import pytest

from mtassay.reports.page.bundle import bundle, report_modules


def test_modules_follow_those_that_they_import_from() -> None:
    modules = {
        "a.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";\n\n/** Starts. */\nb(c);\n',
        "b.js": '// Asks c.\nimport {\n  c,\n} from "./c.js";\n\nexport function b() {\n  return c;\n}\n',
        "c.js": "export const c = 1;\nexport async function d() {}\nclass E {}\n",
        "unused.js": "export const c = 2;\n",
    }
    assert bundle("a.js", modules) == (
        '(() => {\n"use strict";\n'
        "const c = 1;\nasync function d() {}\nclass E {}\n"
        "function b() {\nreturn c;\n}\n"
        "b(c);\n"
        "})();\n"
    )


def test_modules_may_stand_in_folders() -> None:
    modules = {
        "a.js": 'import { b } from "./d/b.js";\nb();\n',
        "d/b.js": 'import { c } from "./c.js";\nimport { e } from "../e.js";\nexport const b = () => c + e;\n',
        "d/c.js": "export const c = 1;\n",
        "e.js": "export const e = 2;\n",
    }
    assert "const c = 1;\nconst e = 2;\nconst b = () => c + e;\nb();\n" in bundle("a.js", modules)


def test_comments_may_speak_of_imports() -> None:
    modules = {
        "a.js": (
            '/** @typedef {import("./b.js").B} B */\n// import is a word, as export is\n'
            "/**\n * export it\n */\nconst a = 1;\n"
        )
    }
    assert "const a = 1;" in bundle("a.js", modules)


def test_comments_are_left_out_and_no_code_with_them() -> None:
    modules = {"a.js": "/** @type {A} */ (b).c();\nconst d = 1; // one\n/** A word. */\n  // alone\nd();\n"}
    assert "/** @type {A} */ (b).c();\nconst d = 1; // one\nd();\n" in bundle("a.js", modules)


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({}, "the bundle: there is no module a.js"),
        ({"a.js": "const a = `b\n  c`;\n"}, "a.js: 'const a = `b'; write a text in one line"),
        ({"a.js": 'import { b } from "./b.js";\n'}, "a.js: there is no module b.js"),
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": "const b = 1;\n"},
            "a.js: imports b from b.js, which does not export it",
        ),
        (
            {"a.js": 'import { b } from "./b.js";\nconst c = 1;\n', "b.js": "export const b = 1;\nfunction c() {}\n"},
            "a.js: declares c, as b.js does; choose another name",
        ),
        ({"a.js": "let b;\nlet b;\n"}, "a.js: declares b, as a.js does"),
        (
            {
                "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
                "b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
            },
            "a.js: imports itself by way of b.js",
        ),
        ({"a.js": 'import b from "./b.js";\n'}, "a.js: 'import b from"),
        ({"a.js": 'import { b as c } from "./b.js";\n'}, "a.js: imports 'b as c'"),
        ({"a.js": 'import * as b from "./b.js";\n'}, "a.js: 'import \\* as b"),
        ({"a.js": 'import "./b.js";\n'}, "a.js: 'import \"./b.js\";'"),
        ({"a.js": 'import { b } from "../b.js";\n'}, "a.js: there is no module ../b.js"),
        ({"a.js": 'import { b } from "b.js";\n'}, "a.js: 'import { b } from"),
        ({"a.js": 'import { b } from "./b.js"\n'}, "a.js: 'import { b } from"),
        ({"a.js": 'const b = await import("./b.js");\n'}, "a.js: 'import\\('"),
        ({"a.js": "const b = import.meta.url;\n"}, "a.js: 'import.'"),
        ({"a.js": "export default 1;\n"}, "a.js: 'export default 1;'"),
        ({"a.js": "const b = 1;\nexport { b };\n"}, "a.js: 'export { b };'"),
        ({"a.js": 'export * from "./b.js";\n'}, "a.js: 'export \\* from"),
        ({"a.js": "{\n  export const b = 1;\n}\n"}, "a.js: 'export const b = 1;'"),
        ({"a.js": "export const [b, c] = [1, 2];\n"}, "a.js: 'export const \\[b, c\\]"),
        ({"a.js": "const { b } = c;\n"}, "a.js: 'const { b } = c;'"),
        ({"a.js": "var b = 1;\n"}, "a.js: 'var b = 1;'"),
        ({"a.js": 'const b = "</SCRIPT>";\n'}, "a.js: holds '</SCRIPT'"),
        ({"a.js": "// <!-- hidden\n"}, "a.js: holds '<!--'"),
    ],
)
def test_what_cannot_be_joined_is_refused(modules: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bundle("a.js", modules)


def test_every_module_of_the_report_can_be_joined() -> None:
    for name in report_modules():
        script = bundle(name)
        assert script == bundle(name)
        assert "</script" not in script.lower()


def test_no_two_modules_of_the_report_declare_the_same_name() -> None:
    modules = report_modules()
    exported = {name: re.search(r"^export (?:async )?\w+ (\w+)", text, re.MULTILINE) for name, text in modules.items()}
    entry = "".join(f'import {{ {match[1]} }} from "./{name}";\n' for name, match in exported.items() if match)
    assert bundle("all.js", {**modules, "all.js": entry})
