"""The colours of pictures, light and dark, and the style sheet that uses them."""

import re

_COLOURS = {
    "page": ("#ffffff", "#181b1f"),
    "ink": ("#1b1e22", "#e6e8ea"),
    "soft": ("#626a72", "#939ba4"),
    "line": ("#e3e5e7", "#2b3036"),
    "band": ("#e4e9ef", "#2a323c"),
    "better": ("#0b4368", "#b9def9"),
    "better-1": ("#eaf4fb", "#122635"),
    "better-2": ("#cfe6f6", "#123652"),
    "better-3": ("#abd3f0", "#15486e"),
    "worse": ("#7d2a0c", "#fac6b0"),
    "worse-1": ("#fdf0ea", "#331d12"),
    "worse-2": ("#f9ddcf", "#4a2412"),
    "worse-3": ("#f3c2a9", "#663017"),
    # kinds that have no order: what became of an information item
    "meaning": ("#ec9f7c", "#84391a"),
    "syntax": ("#eed88f", "#5b4a12"),
    "absent": ("#cbd0d6", "#4a525b"),
    "other": ("#d8caec", "#483a61"),
}

_SANS = '-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans","Noto Sans",Arial,sans-serif'
_MONO = 'ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace'

_RULES = f"""
text{{font:400 13px {_SANS};font-variant-numeric:tabular-nums;fill:@ink}}
.title{{font-size:17px;font-weight:600}}
.name,.word{{unicode-bidi:plaintext}}
.head{{font-weight:600}}
.soft,.equal{{font-size:12px;fill:@soft}}
.number{{font-size:12px}}
.score{{font-weight:600}}
.signature{{font:12px {_MONO};fill:@soft}}
.end{{text-anchor:end}}
.middle{{text-anchor:middle}}
.page{{fill:@page}}
.grid{{stroke:@line}}
.self{{fill:@line;fill-opacity:.5}}
.group{{fill:@band}}
.baseline{{stroke:@soft;stroke-dasharray:2 3}}
.interval{{stroke:@ink;stroke-width:1.5}}
.run{{stroke:@soft}}
.dot{{fill:@ink}}
.open{{fill:@page;stroke:@ink;stroke-width:1.5}}
.marked{{fill:@better-1;stroke:@better-3}}
.changed{{fill:@worse-1;stroke:@worse-3}}
.missing{{fill:none;stroke:@soft;stroke-dasharray:2 3}}
.chunk-0{{fill:@band}}
.chunk-1{{fill:@better-2}}
.chunk-number{{font-size:11px;fill:@soft}}
.link{{stroke:@soft}}
.curve{{fill:none;stroke:@ink;stroke-width:1.5}}
.series-1{{fill:none;stroke:@better;stroke-width:2}}
.series-2{{fill:none;stroke:@worse;stroke-width:2;stroke-dasharray:6 4}}
.series-1-text{{font-size:12px;fill:@better}}
.series-2-text{{font-size:12px;fill:@worse}}
.bar{{fill:@better-3}}
.axis{{stroke:@soft}}
.item-ok{{fill:@better-3}}
.item-missing{{fill:@absent}}
.item-syntax{{fill:@syntax}}
.item-meaning{{fill:@meaning}}
.item-other{{fill:@other}}
.equal-0{{fill:none}}
.better{{font-size:12px;font-weight:600;fill:@better}}
.better-mark{{fill:@better}}
.better-1{{fill:@better-1}}
.better-2{{fill:@better-2}}
.better-3{{fill:@better-3}}
.worse{{font-size:12px;font-weight:600;fill:@worse}}
.worse-mark{{fill:@worse}}
.worse-1{{fill:@worse-1}}
.worse-2{{fill:@worse-2}}
.worse-3{{fill:@worse-3}}
"""


def style_sheet() -> str:
    """Rules for the inside of an element of the class `mtassay` alone; `@` stands for a colour."""
    light, dark = ("".join(f"--{name}:{pair[theme]};" for name, pair in _COLOURS.items()) for theme in (0, 1))
    background = _declaration("background", "page")
    rules = [_scoped(_with_variables(rule)) for rule in _RULES.split("\n") if rule]
    return "\n".join(
        [
            f".mtassay{{{light}{background};max-width:100%;height:auto}}",
            f"@media screen and (prefers-color-scheme: dark){{.mtassay{{{dark}}}}}",
            *rules,
        ]
    )


def _with_variables(rule: str) -> str:
    # the plain colour goes first: what turns SVG into PDF seldom knows variables, and would paint all black
    return re.sub(r"(fill|stroke):@([\w-]+)", lambda match: _declaration(*match.groups()), rule)


def _declaration(name: str, colour: str) -> str:
    return f"{name}:{_COLOURS[colour][0]};{name}:var(--{colour})"


def _scoped(rule: str) -> str:
    selectors, declarations = rule.split("{")
    return ",".join(f".mtassay {selector}" for selector in selectors.split(",")) + "{" + declarations
