"""Guidelines: written by managers, read by judges, and never more than text."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_memory import fill

from mtassay.store.contents.projects import find_project
from mtassay.store.history.events import latest
from mtassay.store.history.undo import undo
from mtassay.store.judging.rules import JudgingRules, judging_rules
from mtassay.web.markdown import render_markdown

ELEMENTS = "p|h2|h3|h4|ul|ol|li|strong|em|code|pre|blockquote|hr|a"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# Title", "<h2>Title</h2>"),
        ("#### Small #", "<h4>Small</h4>"),
        ("## C# and F#", "<h3>C# and F#</h3>"),
        ("# ##", "<h2></h2>"),
        ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"),
        ("- a\n- b\n  more", "<ul><li>a</li><li>b\nmore</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        (
            "**b** and *i* and _u_ and `c*d*`",
            "<p><strong>b</strong> and <em>i</em> and <em>u</em> and <code>c*d*</code></p>",
        ),
        ("> said", "<blockquote>said</blockquote>"),
        ("---", "<hr>"),
        ("```\n<b> *x*\n```", "<pre><code>&lt;b&gt; *x*</code></pre>"),
        ("[help](/help#keys)", '<p><a href="/help#keys">help</a></p>'),
        ("[out](https://example.org)", "<p>out (https://example.org)</p>"),
        ("[out](//example.org)", "<p>out (//example.org)</p>"),
        ("[x](javascript:alert)", "<p>x (javascript:alert)</p>"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
        ("snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"),
        ("", ""),
    ],
)
def test_markdown_is_rendered(text, wanted):
    assert str(render_markdown(text)) == wanted


@given(st.text(st.sampled_from("ab <>&\"'*_`#-[](/)\n1.>:"), max_size=60))
def test_whatever_is_written_only_the_listed_elements_come_out(text):
    shown = str(render_markdown(text))
    rest = re.sub(rf"</?(?:{ELEMENTS})>|<a href=\"(?:#|/(?!/))[^\"<>\\]*\">", "", shown)
    assert "<" not in rest
    assert ">" not in rest


def test_long_texts_of_marks_take_no_time():
    begun = process_time()
    for mark in ("*", "_", "`", "[", "[a](", "# ", "- ", "> ", "- a\n b\n"):
        render_markdown(mark * 30_000)
    for inside in (" ", "#", " #"):
        render_markdown(f"# a{inside * 50_000}b")  # a pattern that goes back takes minutes for it
    assert process_time() - begun < 5


def test_a_manager_writes_and_a_judge_reads(public):
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    manager, judge = public.browser().sign_in("manager"), public.browser().sign_in("judge")
    assert "There are no guidelines yet" in judge.get("/projects/1/guidelines").text
    text = "# How\n\n- <script>alert(1)</script>"
    preview = manager.send_form("/projects/1/guidelines/preview", text=text)
    assert "A preview." in preview.text
    assert "There are no guidelines yet" in judge.get("/projects/1/guidelines").text
    done = manager.send_form("/projects/1/guidelines", text=text, is_open="yes", seed=7)
    assert done.status_code == 303
    shown = judge.get("/projects/1/guidelines").text
    assert "<h2>How</h2>" in shown
    assert "<script>alert" not in shown
    assert "<textarea" not in shown
    assert judge.send_form("/projects/1/guidelines", text="mine").status_code == 403


def test_an_undo_brings_the_old_rules_back(public):
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    manager = public.browser().sign_in("manager")
    manager.send_form("/projects/1/guidelines", text="first")
    manager.send_form("/projects/1/guidelines", text="second", is_open="yes")
    with public.database.writing() as connection:
        project = find_project(connection)
        assert judging_rules(connection, project) == JudgingRules("second", True)
        undo(connection, project.id, [latest(connection, project.id)], "manager")
        assert judging_rules(connection, project) == JudgingRules("first")
