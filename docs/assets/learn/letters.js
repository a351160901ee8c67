// A live tree of letters: read the word by hand, or watch the search read it.

import { choice, make, Player } from "./player.js";
import { words } from "./words.js";

/** The root of the tree that a text such as `C(A(R,T),O(W))` describes. */
function parsed(text) {
  const open = [{ letter: "", level: 0, children: [] }];
  for (const sign of text) {
    const parent = open[open.length - 1];
    if (sign === "(") open.push(parent.children[parent.children.length - 1]);
    else if (sign === ")") open.pop();
    else if (sign !== ",") parent.children.push({ letter: sign, level: open.length, children: [], parent });
  }
  return open[0];
}

const fresh = (root) => ({ kinds: new Map(), at: root, looked: 0, wrong: 0, solutions: 0, step: "start" });

/** Look at a letter: whether it is the next one of the word. */
function look(view, node, word) {
  const isRight = node.letter === word[node.level - 1];
  view.looked++;
  if (!isRight) view.wrong++;
  view.kinds.set(node, isRight ? "onPath" : "isWrong");
  view.step = !isRight ? "notRight" : node.level === word.length ? "found" : "right";
  if (view.step === "found") view.solutions++;
  view.seen = node;
  if (isRight) view.at = node;
  return isRight;
}

/** The search looks at the letters below the last right one, from left to right. */
function* read(view, node, word) {
  for (const child of node.children) {
    const isRight = look(view, child, word);
    yield;
    if (isRight && child.level < word.length) yield* read(view, child, word);
  }
}

const path = (node) => (node.parent ? path(node.parent) + node.letter : "");

class Letters {
  constructor(element) {
    this.root = parsed(element.dataset.tree);
    const all = element.dataset.words.split(" ");
    [this.word] = all;
    this.list = make("ul", { class: "live-letters", "aria-label": words.tree }, ...this.items(this.root));
    this.player = new Player(
      () => this.begin(),
      (view) => this.draw(view),
      () => ["looked", "wrong", "solutions"],
    );
    const choose = (word) => {
      this.word = word;
      this.player.restart();
    };
    element.replaceChildren(
      make("div", { class: "live-choices" }, choice(words.word, all.map((word) => [word, word]), this.word, choose)),
      make("div", { class: "live-view" }, this.list),
      this.player.buttons,
      this.player.numbers,
      this.player.status,
    );
  }

  begin() {
    const view = fresh(this.root);
    const { root, word } = this;
    function* steps() {
      Object.assign(view, fresh(root)); // without the letters clicked
      yield* read(view, root, word);
    }
    return { view, steps: steps() };
  }

  items(node) {
    return node.children.map((child) => {
      child.button = make("button", { type: "button", onclick: () => this.click(child) }, child.letter);
      const below = this.items(child);
      return make("li", {}, child.button, ...(below.length ? [make("ul", {}, ...below)] : []));
    });
  }

  click(node) {
    if (!this.isByHand) this.player.restart();
    const { view } = this.player.search;
    if (node.parent !== view.at) view.step = "notYet";
    else if (!view.kinds.has(node)) look(view, node, this.word);
    this.isByHand = true;
    this.player.show();
    this.isByHand = true;
  }

  draw(view) {
    this.isByHand = false;
    const mark = (node) => {
      for (const child of node.children) {
        const kind = view.kinds.get(child) ?? "unvisited";
        child.button.className = kind;
        child.button.setAttribute("aria-label", `${path(child)}: ${words[kind]}`);
        mark(child);
      }
    };
    mark(this.root);
    const said = { start: words.lettersHint, notYet: words.notYet }[view.step];
    return said ?? words[view.step](path(view.seen));
  }
}

for (const element of document.querySelectorAll(".live-board[data-tree]")) new Letters(element);
