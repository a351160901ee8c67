"""What the pages have once the site and the repository have addresses: docs/address_hook.py."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from PIL import Image

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGE: Final = "<html><head><title>x</title></head><body></head></body></html>"


@pytest.fixture
def address_hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(DOCS)
    yield importlib.import_module("address_hook")
    del sys.modules["address_hook"]


class Metas(HTMLParser):
    """The properties in the head of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag == "meta":
            self.found[str(own["property"])] = str(own["content"])


def built(address_hook: Any, folder: Path, site_url: str | None) -> str:
    page = SimpleNamespace(
        meta={"description": 'Rätsel & "more"'},
        title="Hints <and> grades",
        url="fr/hints/",
        canonical_url=f"{site_url}fr/hints/" if site_url else None,
    )
    config = SimpleNamespace(site_url=site_url, site_dir=str(folder), site_description="clew")
    html: str = address_hook.on_post_page(PAGE, page=page, config=config)
    return html


def test_a_page_has_a_preview_once_the_site_has_an_address(address_hook: Any, tmp_path: Path) -> None:
    html = built(address_hook, tmp_path, "https://clew.example/docs/")
    assert html.endswith("</head><body></head></body></html>")
    assert Metas(html).found == {
        "og:type": "website",
        "og:title": "Hints <and> grades",
        "og:description": 'Rätsel & "more"',
        "og:url": "https://clew.example/docs/fr/hints/",
        "og:image": "https://clew.example/docs/assets/previews/fr/hints.png",
        "twitter:card": "summary_large_image",
    }
    with Image.open(tmp_path / "assets/previews/fr/hints.png") as picture:
        assert (picture.format, picture.size) == ("PNG", address_hook.SIZE)


def test_without_an_address_nothing_is_added(address_hook: Any, tmp_path: Path) -> None:
    assert built(address_hook, tmp_path, None) == PAGE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["Hints", "Many instances at once, and what they have in common"])
def test_nothing_is_drawn_into_the_margins(address_hook: Any, title: str) -> None:
    """Neither letters without a picture nor words beyond the edges."""
    made = address_hook.preview(
        title, "Rätsel, énigmes: a description of a page as it is, of 150 characters or so. " * 2
    )
    with Image.open(io.BytesIO(made)) as picture:
        ground = picture.getpixel((0, 0))
        width, height = picture.size
        edge = address_hook.MARGIN - 10
        for box in ((0, 0, width, edge), (0, 0, edge, height - 40), (width - edge, 0, width, height - 40)):
            assert picture.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), ground)]


def test_links_to_edit_and_to_report_come_with_the_address_of_the_repository(
    address_hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def config() -> Any:
        made = SimpleNamespace(site_url=None, repo_url=None, edit_uri=None, extra={}, theme={"features": []})
        return address_hook.on_config(made)

    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setattr(address_hook, "repository", lambda: None)
    assert vars(config()) == {
        "site_url": None,
        "repo_url": None,
        "edit_uri": None,
        "extra": {},
        "theme": {"features": []},
    }
    monkeypatch.setattr(address_hook, "repository", lambda: "https://forge.example/clew")
    monkeypatch.setenv("SITE_URL", "https://clew.example/")
    told = config()
    assert (told.site_url, told.repo_url) == ("https://clew.example/", "https://forge.example/clew")
    assert told.theme == {"features": ["content.action.edit"]}
    assert [one["link"] for one in told.extra["social"]] == ["https://forge.example/clew/issues"]


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("$ git clone https://forge.example/x/clew.git clew", "https://forge.example/x/clew"),
        ("$ git clone https://forge.example/x/clew clew", "https://forge.example/x/clew"),
        ("$ git clone ADDRESS clew", None),
    ],
)
def test_the_address_of_the_repository_stands_in_the_readme(
    address_hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, address: str | None
) -> None:
    (tmp_path / "README.md").write_text(f"# clew\n\n```console\n{line}\n```\n", encoding="utf-8")
    monkeypatch.setattr(address_hook, "__file__", str(tmp_path / "docs" / "address_hook.py"))
    assert address_hook.repository() == address
