import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from rankrees.reports.html.figure import inline_svg
from rankrees.reports.html.render import render_page
from rankrees.reports.plots.kinds import figure_class
from tests.reports.html.small_page import (
    HOSTILE_METHODS,
    HOSTILE_SETS,
    make_hostile_page,
    make_small_page,
)

_VOID = {"wbr", "meta", "link", "input", "br", "img", "hr"}


class Outline(HTMLParser):
    """What a page's markup comes to: its tags, ids, and the texts of some of them."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.texts = [], [], [], {}
        self.attributes = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, key, value) for key, value in attrs]
        self.ids += [value for key, value in attrs if key == "id"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


@pytest.fixture(params=[make_small_page, make_hostile_page])
def html(request):
    return render_page(request.param())


def test_every_tag_is_closed_and_every_id_is_single(html):
    outline = Outline(html)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.tags.count("script") == 2
    assert "img" not in outline.tags


def test_nothing_is_loaded_and_no_attribute_runs(html):
    for tag, key, value in Outline(html).attributes:
        assert not key.startswith("on")
        if key == "src" or key.endswith("href"):
            assert value.startswith("#") or (tag, value) == ("link", "data:,")


def test_anchors_lead_somewhere(html):
    outline = Outline(html)
    links = [v for tag, key, v in outline.attributes if (tag, key) == ("a", "href")]
    assert links
    assert {link[1:] for link in links} <= set(outline.ids)


def test_fold_data_reads_back(html):
    begin = html.index('id="fold-data">') + len('id="fold-data">')
    text = html[begin : html.index("</script>", begin)]
    assert "<" not in text
    assert json.loads(text)["cells"]


def test_hostile_names_come_out_as_they_are():
    page = make_hostile_page()
    outline = Outline(render_page(page))
    heads = [text.strip() for text in outline.texts["th"]]
    for name in (*HOSTILE_SETS, *HOSTILE_METHODS):
        assert name in heads
    assert HOSTILE_SETS[1] in outline.texts["title"]


def test_the_same_results_give_the_same_page():
    assert render_page(make_small_page()) == render_page(make_small_page())


def test_numbers_are_marked_for_readers_who_do_not_see_them(html):
    labels = [v for _, key, v in Outline(html).attributes if key == "aria-label"]
    assert any("as printed" in text or "significantly" in text for text in labels)


def make_figure(label):
    figure = figure_class()(figsize=(4, 3))
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="k", label=label)
    axes.set_title(label, parse_math=False)
    return figure


def test_figures_take_the_pages_colours():
    svg = inline_svg(make_figure("A"), "a line", "one-")
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == "a line"
    assert root.get("width") is None
    styles = [element.get("style", "") for element in root.iter()]
    assert any("stroke: currentColor" in style for style in styles)
    assert not any("#000000" in style for style in styles)


def test_ids_of_two_figures_differ_and_their_references_hold():
    both = [
        ElementTree.fromstring(inline_svg(make_figure("A"), "", prefix))
        for prefix in ("one-", "two-")
    ]
    ids = [{e.get("id") for e in root.iter() if e.get("id")} for root in both]
    assert ids[0]
    assert not ids[0] & ids[1]
    for root, own in zip(both, ids, strict=True):
        used = [
            value.removeprefix("#").removeprefix("url(#").rstrip(")")
            for element in root.iter()
            for key, value in element.attrib.items()
            if key.endswith("href") or key == "clip-path"
        ]
        assert used
        assert set(used) <= own


def test_a_hostile_label_in_a_figure_stays_text():
    svg = inline_svg(make_figure(HOSTILE_SETS[1]), HOSTILE_SETS[2], "x-")
    tags = {
        element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()
    }
    assert "script" not in tags
    assert Outline(svg).tags.count("script") == 0
