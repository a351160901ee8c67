"""What the tree still needs for the release of a tag, a line for each: `python .ci/release.py v1.2.3`."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def missing(tag: str, root: Path = ROOT) -> Iterator[str]:
    """What a release under the tag still needs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    if tag != f"v{version}":
        yield f"the tag is {tag}, and pyproject.toml has version {version}"
    for file, pattern in VERSIONS.items():
        found = re.findall(pattern, (root / file).read_text(encoding="utf-8"), re.MULTILINE)
        if found != [version]:
            yield f"{file} has version {', '.join(found) or 'none'}, and pyproject.toml has {version}"
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        yield f"CHANGELOG.md has no section `## [{version}] - YYYY-MM-DD`"
    if re.search(r"^## \[Unreleased\]\s+###", changes, re.MULTILINE):
        yield "CHANGELOG.md still has changes that are unreleased"
    if "git clone REPOSITORY" in (root / "README.md").read_text(encoding="utf-8"):
        yield "README.md has REPOSITORY in place of the address of the repository"


VERSIONS = {
    "src/clew/__init__.py": r'^__version__ = "(.*)"$',
    "docs/install.md": r"^  version = \{(.*)\},$",
    "CITATION.cff": r"^version: (.*)$",
    "src/clew/exchange/flatzinc/clew.msc": r'^  "version": "(.*)",$',
    "packaging/conda/recipe.yaml": r'^  version: "(.*)"$',
}

if __name__ == "__main__":
    sys.exit("\n".join(missing(sys.argv[1])) or 0)
