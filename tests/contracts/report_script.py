"""The script of reports, called from tests: what it computes is compared with Python."""

import re
from typing import TYPE_CHECKING, Any

from mtassay.reports.page.bundle import bundle, report_modules

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENGINE = (
    *("data.js", "student.js", "corrections.js", "formulas.js", "plan.js", "figures.js", "scores.js"),
    *(
        "words.js",
        "filters/case_folding.js",
        "filters/condition_words.js",
        "filters/patterns.js",
        "filters/filter_errors.js",
        "filters/filter_conditions.js",
    ),
    *(
        "filters/segment_filter.js",
        "ngrams.js",
        "standouts.js",
        "variety.js",
        "test_notes.js",
        "live/outcome_tables.js",
        "segment_scores.js",
    ),
)


class ReportScript:
    """What the modules of the engine export, in a page of its own."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        exported = {
            name: re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", report_modules()[name], re.MULTILINE)
            for name in ENGINE
        }
        imports = [f'import {{ {", ".join(names)} }} from "./{name}";' for name, names in exported.items()]
        every = ", ".join(name for names in exported.values() for name in names)
        entry = "\n".join([*imports, f"Object.assign(globalThis, {{ {every} }});", ""])
        page.evaluate(bundle("exposed.js", {**report_modules(), "exposed.js": entry}))

    def call(self, function: str, *arguments: Any) -> Any:
        """What a function, or an arrow function with these arguments, gives."""
        return self.page.evaluate(f"(given) => ({function})(...given)", list(arguments))

    def load(self, header: dict[str, Any], encoded: dict[str, str]) -> None:
        """Let `report` be these data."""
        self.call(
            "(header, encoded) => { globalThis.report = new ReportData(header, (name) => encoded[name]); }",
            header,
            encoded,
        )
