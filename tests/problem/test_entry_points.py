"""The plugins that are declared: the same that `importlib.metadata` finds, and those of someone else's finder."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clew.problem.entry_points import GROUP, Entry, entries

QUEENS = "clew_problems.queens:Queens"


def declare(folder: Path, distribution: str, text: str, metadata: str = "METADATA") -> Path:
    info = folder / distribution
    info.mkdir(parents=True)
    (info / metadata).write_text(f"Metadata-Version: 2.1\nName: {distribution.partition('-')[0]}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(text, encoding="utf-8")
    return info


def found() -> list[tuple[str, str, str]]:
    return [(entry.name, entry.value, entry.owner) for entry in entries()]


def expected() -> list[tuple[str, str, str]]:
    distinct = dict.fromkeys(entry_points(group=GROUP))
    return [(entry.name, entry.value, entry.dist.name if entry.dist else "") for entry in distinct]


def test_those_of_this_installation_are_found() -> None:
    assert ("queens", QUEENS, "clewpy") in found()
    assert found() == expected()


@pytest.mark.parametrize(
    "text",
    [
        f"[clew.problems]\nmine = {QUEENS}\n",
        f"\n# [clew.problems]\n[console_scripts]\nmine=a:b\n\n[clew.problems]\n # a note = x\n  mine  =  {QUEENS}  \n",
        f"[clew.problems]\r\nmine = {QUEENS}\r\nother = a.b:C [extra]\r\n[x]\r\nthird = a:b\r\n",
        "[clew.problems.more]\nmine = a:b\n[console_scripts]\nclew.problems = a:b\n",
        f"[clew.problems]\nmine = {QUEENS}\nmine = {QUEENS}\nmine = other:Class\nr\u00e4tsel = a:b\n",
        "",
    ],
)
@pytest.mark.parametrize(
    ("folder", "metadata"), [("my_puzzles-1.0.dist-info", "METADATA"), ("my_puzzles.egg-info", "PKG-INFO")]
)
def test_a_declaration_is_read_as_importlib_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, folder: str, metadata: str
) -> None:
    declare(tmp_path, folder, text, metadata)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert found() == expected()


def test_of_distributions_with_one_name_the_first_hides_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(tmp_path / "later", "My.Puzzles-1.0.dist-info", "[clew.problems]\nmine = a:b\n")
    declare(tmp_path / "first", "my_puzzles-2.0.dist-info", "[clew.problems]\nother = a:b\n")
    for folder in ("later", "first", "gone"):
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    assert found() == expected()
    assert {"mine", "other"} & {name for name, _, _ in found()} == {"other"}


def test_what_is_installed_or_removed_meanwhile_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "mine" not in {entry.name for entry in entries()}
    info = declare(tmp_path, "mine-1.0.dist-info", "[clew.problems]\nmine = a:b\n")
    assert "mine" in {entry.name for entry in entries()}
    info.rename(tmp_path / "removed")
    assert "mine" not in {entry.name for entry in entries()}


def test_a_relative_folder_is_that_of_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        declare(tmp_path / name, f"{name}-1.0.dist-info", f"[clew.problems]\nmine-{name} = a:b\n")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    for name in ("one", "two"):
        monkeypatch.chdir(tmp_path / name)
        assert f"mine-{name}" in {entry.name for entry in entries()}


def test_a_distribution_in_an_archive_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "puzzles.zip", "w") as archive:
        archive.writestr("mine-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
        archive.writestr("mine-1.0.dist-info/entry_points.txt", "[clew.problems]\nmine = a:b\n")
    monkeypatch.syspath_prepend(str(tmp_path / "puzzles.zip"))
    assert ("mine", "a:b", "mine") in found()
    assert found() == expected()


def test_a_distribution_in_an_egg_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    egg = tmp_path / "mine-1.0-py3.egg"
    declare(egg, "EGG-INFO", "[clew.problems]\nmine = a:b\n", "PKG-INFO")
    monkeypatch.syspath_prepend(str(egg))
    assert ("mine", "a:b") in {(entry.name, entry.value) for entry in entries()}
    assert found() == expected()


def test_a_distribution_of_another_finder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = declare(tmp_path, "mine-1.0.dist-info", "[clew.problems]\nmine = a:b\n")

    class Finder:
        def find_spec(self, *_: object) -> None:
            pass

        def find_distributions(self, context: object = None) -> Iterable[Distribution]:
            return [Distribution.at(info)]

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert ("mine", "a:b", "mine") in found()
    assert found() == expected()


def test_the_package_importlib_metadata_reads_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its finder is not asked, which would take a thousand times as long."""

    class MetadataPathFinder:
        __module__ = "importlib_metadata"

        def find_distributions(self, context: object = None) -> Iterable[Distribution]:
            raise AssertionError(context)

    monkeypatch.delattr(PathFinder, "find_distributions", raising=False)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, MetadataPathFinder()])
    declare(tmp_path, "mine-1.0.dist-info", "[clew.problems]\nmine = a:b\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert {("mine", "a:b", "mine"), ("queens", QUEENS, "clewpy")} <= {*found()}


def another_finder() -> Any:
    """One that finds no module and no distribution."""
    return SimpleNamespace(find_spec=lambda *asked: None, find_distributions=lambda *asked: ())


def test_metadata_that_cannot_be_read_hides_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_file-1.0.dist-info").write_text("no folder")
    (declare(tmp_path, "no_text-1.0.dist-info", "") / "entry_points.txt").write_bytes(b"[clew.problems]\nmine\n\xff=\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "queens" in {entry.name for entry in entries()}
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, another_finder()])  # what importlib asks besides
    assert "queens" in {entry.name for entry in entries()}


def test_a_distribution_without_a_name_that_another_finder_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # The metadata of the package importlib_metadata raise KeyError for a key that is not there.
    nameless = SimpleNamespace(metadata={}, entry_points=[EntryPoint("mine", "a:b", GROUP)])
    finder = SimpleNamespace(find_spec=lambda *asked: None, find_distributions=lambda *asked: [nameless])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    assert Entry("mine", "a:b", "unknown") in entries()
    assert "queens" in {entry.name for entry in entries()}


def test_a_distribution_without_a_name_is_named_by_its_folder(tmp_path: Path) -> None:
    info = declare(tmp_path, "mine-1.0.dist-info", "")
    (info / "METADATA").unlink()
    assert Entry("mine", "a:b", str(info)).owner == str(info)
