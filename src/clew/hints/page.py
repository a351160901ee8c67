"""A page that plays the steps of a puzzle: pictures, sentences, and a few buttons. It works from disk."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

from clew.hints.rating import Rating

PAGE: Final = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>$TITLE</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
#steps { display: flex; flex-wrap: wrap; gap: 1rem 2rem; padding: 0; list-style: none; }
#steps svg { max-width: 100%; height: auto; }
#steps.playing li { display: none; }
#steps.playing li.shown { display: block; }
#steps li { max-width: 100%; }
#steps p { max-width: 36rem; min-height: 3em; }
button { font: inherit; padding: 0.3em 0.8em; }
</style>
</head>
<body>
<h1>$TITLE</h1>
<p>$RATING</p>
<div id="buttons" role="group" aria-label="player" hidden>
<button id="first">First</button> <button id="back">Back</button> <button id="play">Play</button>
<button id="next">Next</button> <button id="last">Last</button>
<output id="place"></output>
</div>
<ol id="steps">
$STEPS
</ol>
<script>
"use strict";
const list = document.getElementById("steps"), steps = [...list.children];
const play = document.getElementById("play"), place = document.getElementById("place");
let shown = 0, timer = null;
function show(number) {
  steps[shown].classList.remove("shown");
  shown = Math.max(0, Math.min(steps.length - 1, number));
  steps[shown].classList.add("shown");
  place.textContent = `step $${shown + 1} of $${steps.length}`;
  if (shown === steps.length - 1) pause();
}
function pause() { clearInterval(timer); timer = null; play.textContent = "Play"; }
function toggle() {
  if (timer !== null) { pause(); return; }
  if (shown === steps.length - 1) show(0);
  timer = setInterval(() => show(shown + 1), 1500);
  play.textContent = "Pause";
}
const actions = {
  first: () => show(0), back: () => show(shown - 1), next: () => show(shown + 1), last: () => show(steps.length - 1),
};
if (steps.length) {
  list.classList.add("playing");
  document.getElementById("buttons").hidden = false;
  for (const [id, go] of Object.entries(actions))
    document.getElementById(id).addEventListener("click", () => { pause(); go(); });
  play.addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    const go = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (go) { event.preventDefault(); pause(); actions[go](); }
  });
  show(0);
}
</script>
</body>
</html>
""")
"""Without scripts it shows all steps, one after the other."""


def page(title: str, steps: Sequence[tuple[str, str]], rating: Rating) -> str:
    """The page.

    Args:
        title: the name of the puzzle.
        steps: the sentence of each step, and its picture in SVG.
        rating: how hard the puzzle is.
    """
    items = [f"<li><p>{number}. {escape(text)}</p>\n{svg}</li>" for number, (text, svg) in enumerate(steps, 1)]
    return PAGE.substitute(TITLE=escape(title), RATING=escape(str(rating)), STEPS="\n".join(items))
