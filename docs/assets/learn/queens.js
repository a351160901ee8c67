// A live board of queens: place queens by hand, and watch or count a search that keeps them.

import { choice, make, Player } from "./player.js";
import { begun, conflict, free, has } from "./searches.js";
import { words } from "./words.js";

const QUEEN = "♛\uFE0E"; // as text: some systems draw an emoji
const LARGEST = { every: 7, permutations: 9 };

const name = (row, column) => `${"ABCDEFGHIJ"[column]}${row + 1}`;

class Queens {
  constructor(root) {
    this.methods = root.dataset.methods.split(" ");
    this.method = this.methods[0];
    this.given = new Array(Number(root.dataset.size)).fill(-1);
    this.table = make("table", { role: "grid", "aria-label": words.board, class: "live-queens" });
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.build();
    const counters = () =>
      LARGEST[this.method] ? ["boards", "solutions"] : ["nodes", "tries", "failures", "solutions"];
    this.player = new Player(
      () => begun(this.method, this.given),
      (view, isDone) => this.draw(view, isDone),
      counters,
    );
    const sizes = [4, 5, 6, 7, 8, 9, 10].map((n) => [String(n), `${n} × ${n}`]);
    this.sizes = choice(words.size, sizes, root.dataset.size, (n) => this.resize(Number(n)));
    const methods = this.methods.map((method) => [method, words[method]]);
    const clear = make("button", { type: "button", onclick: () => this.resize(this.given.length) }, words.empty);
    this.player.buttons.append(clear);
    root.replaceChildren(
      make(
        "div",
        { class: "live-choices" },
        ...(methods.length > 1
          ? [choice(words.method, methods, this.method, (method) => this.change(method))]
          : [make("span", {}, words[this.method])]),
        this.sizes,
      ),
      make("div", { class: "live-view" }, this.table),
      this.player.buttons,
      this.player.numbers,
      this.player.status,
      make("p", { class: "live-hint" }, words.hint),
    );
    this.limit();
  }

  change(method) {
    this.method = method;
    this.limit();
    if (this.given.length > (LARGEST[method] ?? 10)) this.resize(LARGEST[method]);
    else this.player.restart();
  }

  /** Brute force has sizes that nobody would wait for. */
  limit() {
    const select = this.sizes.querySelector("select");
    for (const option of select.options) option.disabled = Number(option.value) > (LARGEST[this.method] ?? 10);
  }

  resize(n) {
    this.sizes.querySelector("select").value = String(n);
    this.given = new Array(n).fill(-1);
    this.build();
    this.player.restart();
  }

  // -- by hand -------------------------------------------------------------------------------------------

  build() {
    const n = this.given.length;
    const rows = this.given.map((_, row) =>
      make("tr", {}, ...this.given.map((_, column) => make("td", { role: "gridcell" }, this.square(row, column)))),
    );
    this.table.replaceChildren(make("tbody", {}, ...rows));
    this.table.style.setProperty("--size", n);
    this.squares = rows.map((row) => [...row.querySelectorAll("button")]);
    this.squares[0][0].tabIndex = 0;
  }

  square(row, column) {
    const button = make("button", { type: "button", tabindex: -1, "data-row": row, "data-column": column });
    button.addEventListener("click", (event) => {
      if (!this.isDragged) this.toggle(row, column);
      else event.preventDefault();
      this.isDragged = false;
    });
    button.addEventListener("focus", () => {
      for (const one of this.table.querySelectorAll("button")) one.tabIndex = one === button ? 0 : -1;
    });
    button.addEventListener("pointerdown", (event) => this.grab(event, row, column));
    return button;
  }

  grab(event, row, column) {
    this.isDragged = false;
    if (this.given[row] !== column) return;
    event.target.releasePointerCapture?.(event.pointerId); // a finger keeps the square that it touched first
    const drop = (up) => {
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const there = document.elementFromPoint(up.clientX, up.clientY)?.closest("button[data-row]");
      if (up.type === "pointercancel" || !there || !this.table.contains(there) || there === event.target) return;
      this.isDragged = there.contains(event.target);
      this.given[row] = -1;
      this.given[there.dataset.row] = Number(there.dataset.column);
      this.player.restart();
    };
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  toggle(row, column) {
    this.given[row] = this.given[row] === column ? -1 : column;
    this.player.restart();
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { row, column } = event.target.dataset;
    const last = this.given.length - 1;
    const within = (place) => Math.min(Math.max(place, 0), last);
    const [down, right] = steps[event.key] ?? [0, { Home: -last, End: last }[event.key] ?? 0];
    if (!down && !right) return;
    event.preventDefault();
    this.squares[within(Number(row) + down)][within(Number(column) + right)].focus();
  }

  // -- drawing -------------------------------------------------------------------------------------------

  draw(view, isDone) {
    const queens = isDone || view.step === "start" ? this.given : view.queens;
    const clash = isDone || view.step === "start" ? conflict(this.given) : view.bad;
    const looksAhead = view.left && !isDone;
    const byHand = view.step === "start" && this.methods.some((method) => !LARGEST[method] && method !== "check");
    this.squares.forEach((line, row) =>
      line.forEach((square, column) => {
        const isQueen = queens[row] === column;
        const crossed =
          !isQueen &&
          ((looksAhead && !has(view.left[row], column)) ||
            (byHand && queens[row] < 0 && !has(free(queens, row), column)));
        const isBad = isQueen && clash?.includes(row);
        const isDeduced = isQueen && this.method === "unit" && this.given[row] < 0 && looksAhead && !view.decided?.includes(row);
        const kind = isBad ? "attackedQueen" : isDeduced ? "deduced" : isQueen ? "queen" : crossed ? "crossed" : "";
        square.className = [kind, this.given[row] === column && "given", view.step === "solution" && !isDone && "found"]
          .filter(Boolean)
          .join(" ");
        square.textContent = isQueen ? QUEEN : crossed ? "×" : "";
        square.setAttribute("aria-label", kind ? `${name(row, column)}, ${words[kind]}` : name(row, column));
      }),
    );
    return isDone ? null : this.said(view, queens, clash);
  }

  said(view, queens, clash) {
    const pair = clash?.map((row) => name(row, queens[row]));
    const square = view.at ? name(...view.at) : "";
    switch (view.step) {
      case "start":
        return pair ? words.clash(...pair) : words.start(queens.filter((column) => column >= 0).length);
      case "attacked":
        return (LARGEST[this.method] ? words.bad : words.attacked)(...pair);
      case "empty":
        return words.wiped(square, view.empty + 1);
      case "unplaced":
        return words.unplaced(square, "ABCDEFGHIJ"[view.lost]);
      case "placed":
        return words.placed(square);
      default:
        return words[view.step];
    }
  }
}

for (const root of document.querySelectorAll(".live-board[data-methods]")) new Queens(root);
