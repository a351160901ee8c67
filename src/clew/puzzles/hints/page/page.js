"use strict";
// Plays the steps of a puzzle: one picture at a time, with its sentence. Without a script all of them are shown.
const byId = (id) => document.getElementById(id);
const steps = [...byId("steps").children], sentences = steps.map((step) => step.querySelector("p").textContent);
const SECONDS = 1.5, said = JSON.parse(byId("data").textContent);
let shown = 0, timer = null;

const entries = sentences.map((sentence, k) => {
  const entry = document.createElement("li"), button = document.createElement("button");
  button.textContent = sentence;
  button.addEventListener("click", () => { pause(); show(k); });
  entry.append(button);
  byId("sentences").append(entry);
  return button;
});

function show(number) {
  steps[shown].classList.remove("shown");
  entries[shown].removeAttribute("aria-current");
  shown = Math.max(0, Math.min(steps.length - 1, number));
  steps[shown].classList.add("shown");
  entries[shown].setAttribute("aria-current", "step");
  const list = byId("sentences"), {offsetTop, offsetHeight} = entries[shown];
  list.scrollTop = Math.min(offsetTop, Math.max(list.scrollTop, offsetTop + offsetHeight - list.clientHeight));
  byId("where").textContent = said.number.replace("{0}", shown + 1).replace("{1}", steps.length);
  byId("message").textContent = sentences[shown];
  if (shown === steps.length - 1) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = said.play;
}

function toggle() {
  if (timer !== null) return pause();
  if (shown === steps.length - 1) show(0);
  timer = setInterval(() => show(shown + 1), 1000 * SECONDS);
  byId("play").textContent = said.pause;
}

const go = {first: () => show(0), back: () => show(shown - 1), next: () => show(shown + 1), last: () => show(steps.length - 1)};
const KEYS = {ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last"};

if (steps.length) {
  document.body.classList.add("playing");
  byId("side").hidden = false;
  for (const [id, act] of Object.entries(go)) byId(id).addEventListener("click", () => { pause(); act(); });
  byId("play").addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "p") toggle();
    else if (event.key in KEYS) { pause(); go[KEYS[event.key]](); }
    else return;
    event.preventDefault();
  });
  byId("all").open = innerWidth > 760;
  show(0);
}
