"""What pages have once the site and the repository have addresses: an edit link, an issue link, and preview pictures.

The address of the repository stands in README.md, in the line that clones it; that of the site is `site_url` in
mkdocs.yml, or the variable SITE_URL of the environment. A preview is what a messenger shows beside a link: the logo,
the title and the description of a page.
"""

from __future__ import annotations

import os
import re
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

SIZE: Final = (1200, 630)
MARGIN: Final = 90
THREADS: Final = (
    ((2, 16), (16, 33), (35, 40), (54, 33)),
    ((10, 49), (29, 42), (43, 28), (48, 8)),
    ((4, 44), (22, 34), (32, 20), (33, 0)),
    ((11, 6), (23, 21), (38, 26), (56, 23)),
)
"""The curves of docs/assets/logo.svg, a ball of 24 around (28, 28)."""


def repository() -> str | None:
    """The address of the repository; None as long as README.md has a placeholder for it."""
    text = Path(__file__).parents[1].joinpath("README.md").read_text("utf-8")
    found = re.search(r"^\$ git clone (https://\S+) clew$", text, re.MULTILINE)
    return found and found[1].removesuffix(".git")


def on_config(config: Any, **_: Any) -> Any:
    config.site_url = os.environ.get("SITE_URL") or config.site_url
    if address := repository():
        config.repo_url, config.edit_uri = address, "edit/main/docs/"
        config.theme["features"].append("content.action.edit")
        issues = {"icon": "material/bug", "link": f"{address}/issues"}
        config.extra["social"] = [{**issues, "name": "Report a problem"}]
    return config


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    if not config.site_url or page.canonical_url is None:
        return output
    described = page.meta.get("description", config.site_description)
    path = f"assets/previews/{page.url.strip('/') or 'index'}.png"
    file = Path(config.site_dir, path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(preview(page.title, described))
    tags = {
        "og:type": "website",
        "og:title": page.title,
        "og:description": described,
        "og:url": page.canonical_url,
        "og:image": f"{config.site_url.rstrip('/')}/{path}",
        "twitter:card": "summary_large_image",
    }
    head = "".join(
        f'<meta property="{name}" content="{escape(text)}">\n'
        for name, text in tags.items()
    )
    return output.replace("</head>", f"{head}</head>", 1)


def preview(title: str, description: str) -> bytes:
    """The preview picture of a page, as a PNG."""
    import matplotlib
    from PIL import Image, ImageDraw, ImageFont

    letters = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    picture = Image.new("RGB", SIZE, "#f5f7f8")
    picture.paste(ball(220), (SIZE[0] - MARGIN - 220, MARGIN))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, SIZE[1] - 24, *SIZE), fill="#546e7a")
    top: float = MARGIN
    for size, colour, text, width in (
        (64, "#263238", title, 18),
        (34, "#455a64", description, 52),
    ):
        font = ImageFont.truetype(letters, size)
        lines = "\n".join(wrap(text, width))
        draw.multiline_text((MARGIN, top), lines, colour, font, spacing=14)
        top = max(
            330, draw.multiline_textbbox((MARGIN, top), lines, font)[3] + 60
        )
    content = BytesIO()
    picture.quantize(64).save(content, "PNG", optimize=True)
    return content.getvalue()


def ball(size: int) -> Any:
    """The ball of the logo, so many pixels wide, on the ground of a preview."""
    from PIL import Image, ImageDraw

    wide = 4 * size  # drawn larger, because Pillow has no smooth edges
    scale = wide / 48
    threads = Image.new("RGB", (wide, wide), "#ffb300")
    draw = ImageDraw.Draw(threads)
    for curve in THREADS:
        points = [
            tuple(scale * (sum(parts) - 4) for parts in zip(*some, strict=True))
            for some in (weighted(curve, k / 60) for k in range(61))
        ]
        draw.line(points, "#263238", round(3.6 * scale), joint="curve")
    mask = Image.new("L", (wide, wide))
    ImageDraw.Draw(mask).ellipse((0, 0, wide - 1, wide - 1), fill=255)
    made = Image.new("RGB", (wide, wide), "#f5f7f8")
    made.paste(threads, mask=mask)
    return made.resize((size, size), Image.Resampling.LANCZOS)


def weighted(curve: Any, t: float) -> list[tuple[float, float]]:
    """The control points of a cubic Bezier curve, each with its weight at a time."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return [(w * x, w * y) for w, (x, y) in zip(weights, curve, strict=True)]
