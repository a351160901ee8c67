"""The parts of a release agree: names, versions, Pythons, platforms; the address of the repository has one place."""

from __future__ import annotations

import importlib.util
import re
import shutil
import tomllib
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

import clew

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
NAME = "clewpy"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def loaded(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def workflow() -> Any:
    return loaded(".github/workflows/release.yml")


def pages() -> list[Path]:
    """What users read and what is packed: pages, settings and templates."""
    own = [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *ROOT.glob("*.yml"), *ROOT.glob("*.cff"), ROOT / "setup.py"]
    folders = (ROOT / name for name in ("docs", "examples", "packaging", "problems", "src"))
    ends = {".md", ".py", ".txt", ".yaml", ".ipynb", ".toml", ".html", ".js"}
    inside = chain.from_iterable(folder.rglob("*") for folder in folders)
    return own + [file for file in inside if file.suffix in ends and "node_modules" not in file.parts]


def test_the_distribution_has_one_name() -> None:
    assert PROJECT["name"] == NAME
    assert version(NAME) == PROJECT["version"] == clew.__version__
    other = r"\bclew(\[[a-z,]+\]| ?[><=]=\s*\d| @ (git|file|http)|-\d\S*(whl|tar)|-\*)"
    wrong = re.compile(rf"{other}|pip install (-q )?'?clew\b")
    for file in pages():
        text = file.read_text(encoding="utf-8").replace("`pip install clew` is wrong", "")
        assert wrong.search(text) is None, f"{file}: {wrong.search(text)}"


def test_extras_that_are_named_are_there() -> None:
    extras = PROJECT["optional-dependencies"]
    for file in pages():
        for named in re.findall(rf"\b{NAME}\[([a-z,]+)\]", file.read_text(encoding="utf-8")):
            assert set(named.split(",")) <= set(extras), file


def test_the_address_of_the_repository_has_one_place() -> None:
    readme = ROOT / "README.md"
    (address,) = re.findall(r"^\$ git clone (\S+) clew$", readme.read_text(encoding="utf-8"), re.MULTILINE)
    placeholders = re.compile(rf"REPOSITORY|DEPOT|{re.escape(address)}")
    assert [file for file in pages() for _ in placeholders.findall(file.read_text(encoding="utf-8"))] == [readme]


def test_the_pythons_are_the_same_everywhere() -> None:
    said = [kind.rpartition(" ")[2] for kind in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", kind)]
    assert said == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    tags = [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    assert PYPROJECT["tool"]["cibuildwheel"]["build"] == tags
    assert workflow()["jobs"]["installed"]["strategy"]["matrix"]["python"] == PYTHONS
    install = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert f"| Python | CPython {', '.join(PYTHONS[:-1])} and {PYTHONS[-1]} |" in install


def test_wheels_are_built_for_every_system() -> None:
    systems = workflow()["jobs"]["wheels"]["strategy"]["matrix"]["system"]
    said = {kind.split(" :: ")[1:][-1] for kind in PROJECT["classifiers"] if kind.startswith("Operating System")}
    assert said == {"Linux", "MacOS", "Windows"}
    kinds = [re.sub(r"-(latest|\d[\d.]*)", "", system) for system in systems]
    assert kinds == ["ubuntu", "ubuntu-arm", "macos-intel", "macos", "windows"]
    assert not [one for one in PYPROJECT["tool"]["cibuildwheel"]["skip"] if "linux" in one]


def test_the_wheel_for_browsers_is_for_the_pyodide_of_the_playground() -> None:
    steps = workflow()["jobs"]["browsers"]["steps"]
    assert [step["env"] for step in steps if "env" in step] == [{"CIBW_PLATFORM": "pyodide"}]
    (python,) = PYPROJECT["tool"]["cibuildwheel"]["pyodide"]["build"]
    (pyodide,) = re.findall(r'^VERSION: Final = "(\d+)', (ROOT / "docs/playground_assets.py").read_text(), re.MULTILINE)
    assert python == f"cp{pyodide}-*"


def test_the_workflow_publishes_only_what_was_tried_and_only_for_a_tag() -> None:
    jobs = workflow()["jobs"]
    publish = jobs["publish"]
    assert set(publish["needs"]) == set(jobs) - {"publish"}
    assert publish["if"] == "github.ref_type == 'tag'"
    assert publish["permissions"] == {"id-token": "write"}
    assert workflow()["permissions"] == {"contents": "read"}
    assert not [name for name, job in jobs.items() if name != "publish" and "permissions" in job]
    assert publish["environment"]["url"].rstrip("/").endswith(f"/{NAME}")
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+\.\d+\.\d+", action)] == []
    scripts = re.findall(r"\.ci/\w+\.\w+", (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert scripts
    assert [script for script in scripts if not (ROOT / script).exists()] == []


def test_the_recipe_of_conda_forge_agrees() -> None:
    recipe = loaded("packaging/conda/recipe.yaml")
    assert recipe["package"]["name"] == NAME
    assert f"/{NAME[0]}/{NAME}/{NAME}-" in recipe["source"]["url"]
    needed = [one.replace(" >=", ">=") for one in recipe["requirements"]["run"]]
    assert needed == ["python", *PROJECT["dependencies"]]
    host = [one.replace(" >=", ">=") for one in recipe["requirements"]["host"]]
    assert sorted(host) == sorted(["python", "pip", *PYPROJECT["build-system"]["requires"]])


def checker() -> Any:
    """The program `.ci/release.py`, as a module."""
    specification = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def missing(tag: str, root: Path) -> list[str]:
    return list(checker().missing(tag, root))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that is ready for the release of its version."""
    for name in ["pyproject.toml", *checker().VERSIONS]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changes = f"# Changelog\n\n## [Unreleased]\n\n## [{clew.__version__}] - 2027-01-31\n\n### Added\n\n- All.\n"
    (tmp_path / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    (tmp_path / "README.md").write_text("$ git clone https://example.org/clew.git clew\n", encoding="utf-8")
    return tmp_path


def test_a_tree_that_is_ready_for_its_release(tree: Path) -> None:
    assert missing(f"v{clew.__version__}", tree) == []


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("CHANGELOG.md", "] - 2027-01-31", "]", "CHANGELOG.md has no section"),
        ("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n### Fixed\n\n- More.\n", "changes that are unreleased"),
        ("README.md", "https://example.org/clew.git", "REPOSITORY", "in place of the address"),
        ("CITATION.cff", f"\nversion: {clew.__version__}", "\nversion: 0.0.9", "CITATION.cff has version 0.0.9"),
        ("docs/install.md", f"  version = {{{clew.__version__}}},\n", "", "docs/install.md has version none"),
        ("src/clew/__init__.py", f'"{clew.__version__}"', '"9.9.9"', "has version 9.9.9"),
        ("packaging/conda/recipe.yaml", f'"{clew.__version__}"', '"9.9.9"', "has version 9.9.9"),
        ("pyproject.toml", f'version = "{clew.__version__}"', 'version = "9.9.9"', "and pyproject.toml has"),
    ],
)
def test_a_release_that_lacks_something_is_refused(
    file: str, before: str, after: str, message: str, tree: Path
) -> None:
    text = (tree / file).read_text(encoding="utf-8")
    assert before in text
    (tree / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    said = missing(f"v{clew.__version__}", tree)
    assert any(message in line for line in said), said


def test_the_versions_of_this_tree_agree() -> None:
    said = missing(f"v{clew.__version__}", ROOT)
    assert [line for line in said if not line.startswith(("CHANGELOG.md", "README.md"))] == []
