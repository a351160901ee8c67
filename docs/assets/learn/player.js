// The buttons below a live board: step, run, next solution, count all. A board says how to begin and how to draw.

import { number, words } from "./words.js";

const PAUSE = 350; // milliseconds between two steps of a run
const SLICE = 25; // milliseconds of counting before the page may do something else

/** An element with its attributes and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A labelled list of choices. */
export function choice(label, options, value, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) });
  for (const [key, text] of options) select.append(make("option", { value: key, selected: key === value }, text));
  return make("label", {}, `${label} `, select);
}

export class Player {
  /**
   * @param begin returns a search that has not begun: `{view, steps}`
   * @param draw shows a view, and returns the words for its step
   * @param counters the names of the numbers in a view that are shown, for a view
   */
  constructor(begin, draw, counters) {
    Object.assign(this, { begin, draw, counters });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const button = (name, onclick, hidden = false) => make("button", { type: "button", onclick, hidden }, words[name]);
    this.runButton = button("run", () => (this.timer ? this.stop() : this.run()), calm);
    this.buttons = make(
      "div",
      { class: "live-buttons" },
      button("step", () => this.once()),
      this.runButton,
      button("next", () => this.count(true)),
      button("all", () => this.count(false)),
      button("restart", () => this.restart()),
    );
    this.numbers = make("p", { class: "live-numbers" });
    this.status = make("p", { class: "live-status", role: "status" });
    this.restart();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.runButton.textContent = words.run;
    this.status.setAttribute("aria-live", "polite");
  }

  restart() {
    this.stop();
    this.search = this.begin();
    this.isDone = false;
    this.show();
  }

  /** One step on: whether there was one. */
  advance() {
    if (!this.isDone) this.isDone = this.search.steps.next().done;
    return !this.isDone;
  }

  once() {
    this.stop();
    this.advance();
    this.show();
  }

  run() {
    this.runButton.textContent = words.pause;
    this.status.setAttribute("aria-live", "off"); // nobody can listen so quickly
    const go = () => {
      this.timer = setTimeout(go, PAUSE);
      if (!this.advance()) this.stop();
      this.show();
    };
    go();
  }

  /** Go on without a picture of each step, to the next solution or to the end. */
  count(isNext) {
    this.stop();
    const { view } = this.search;
    const go = () => {
      const until = performance.now() + SLICE;
      const before = view.solutions;
      while (performance.now() < until)
        for (let k = 0; k < 200; k++)
          if (!this.advance() || (isNext && view.solutions > before)) {
            this.stop();
            return this.show();
          }
      this.timer = setTimeout(go);
      this.showNumbers();
    };
    this.runButton.textContent = words.pause;
    go();
  }

  show() {
    const { view } = this.search;
    const said = this.draw(view, this.isDone);
    this.status.textContent = this.isDone ? words.end(view.solutions) : said;
    this.showNumbers();
  }

  showNumbers() {
    const { view } = this.search;
    this.numbers.replaceChildren(
      ...this.counters(view).map((name) =>
        make("span", { "data-counter": name }, make("b", {}, number(view[name])), ` ${words[name]}`),
      ),
    );
  }
}
