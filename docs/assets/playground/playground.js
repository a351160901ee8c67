// The playground's page: forms in, boards and a tree out. All of clew runs in the worker.
//
// The code stands in a text area: it needs no bundler, keeps the browser's own undo, search and screen reader support,
// and the code to edit is short.

const at = (id) => document.getElementById(`pg-${id}`);
const page = at("app");
const form = at("form");

let worker = null;
let examples = null;
let running = null; // the timer of the run in progress
let labels = [];
let asked = null; // the step that the worker is drawing
let wanted = null; // the step to draw next

// -- the worker ----------------------------------------------------------------------------------------

function start() {
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => answers[data.kind](data);
  worker.onerror = (event) => answers.broken({ message: event.message || "the worker cannot be started" });
}

function restart() {
  worker.terminate();
  at("step").disabled = true;
  at("run").disabled = true;
  asked = wanted = null;
  start();
}

const answers = {
  ready({ version, examples: found }) {
    if (examples === null) {
      examples = found;
      offer();
      at("status").textContent = `Ready: clew ${version}.`;
    }
    at("run").disabled = false;
  },
  printed({ text }) {
    at("printed").hidden = false;
    at("printed").querySelector("pre").append(text);
  },
  run({ answer }) {
    finish();
    show(answer);
  },
  step({ answer }) {
    showStep(answer);
  },
  broken({ message }) {
    const wasReady = examples !== null;
    finish();
    fail(wasReady ? `Python has failed and is started anew: ${message}` : message);
    at("status").textContent = wasReady ? "Stopped." : "Python could not be loaded.";
    if (wasReady) restart();
  },
};

// -- what to run ---------------------------------------------------------------------------------------

function offer() {
  const groups = { short: "Short, to change", bundled: "The bundled problems" };
  for (const [group, label] of Object.entries(groups)) {
    const list = document.createElement("optgroup");
    list.label = label;
    examples.forEach((example, k) => {
      if (example.group === group) list.append(new Option(example.title, k));
    });
    at("example").append(list);
  }
  choose();
}

function choose() {
  const example = examples[at("example").value];
  at("code").value = example.code;
  at("case").replaceChildren(...example.instances.map((instance, k) => new Option(instance.name, k)));
  forget();
  fill();
}

function fill() {
  const instance = examples[at("example").value].instances[at("case").value];
  at("instance").value = instance?.text ?? "";
  at("parameters").value = instance?.parameters ?? "";
}

/** The numbers of the lines, one of them marked. */
function number(wrong = null) {
  const count = at("code").value.split("\n").length;
  const numbers = Array.from({ length: count }, (_, k) => {
    const line = document.createElement(k + 1 === wrong ? "mark" : "span");
    line.textContent = `${k + 1}\n`;
    return line;
  });
  at("lines").replaceChildren(...numbers);
  at("lines").scrollTop = at("code").scrollTop;
}

function request() {
  const value = (id) => at(id).value;
  return {
    code: value("code"),
    instance: value("instance"),
    parameters: value("parameters"),
    strategy: value("strategy"),
    inference: value("inference"),
    order: value("order"),
    values: value("values"),
    seconds: Number(value("seconds")),
    nodes: value("nodes") ? Number(value("nodes")) : null,
  };
}

/** Clear away what an earlier run has left. */
function forget() {
  at("error").hidden = at("result").hidden = at("printed").hidden = true;
  at("error").textContent = at("printed").querySelector("pre").textContent = "";
  number();
}

function run() {
  if (at("run").disabled || !form.reportValidity()) return;
  forget();
  const begun = performance.now();
  const tell = () => (at("status").textContent = `Running … ${Math.round((performance.now() - begun) / 1000)} s`);
  at("status").textContent = "Running …";
  running = setInterval(tell, 1000);
  at("run").disabled = true;
  at("stop").disabled = false;
  asked = wanted = null;
  worker.postMessage({ kind: "run", request: request() });
}

function finish() {
  clearInterval(running);
  running = null;
  at("run").disabled = false;
  if (document.activeElement === at("stop")) at("run").focus();
  at("stop").disabled = true;
}

function stop() {
  finish();
  at("status").textContent = "Stopped.";
  restart();
}

// -- what came out -------------------------------------------------------------------------------------

function fail(message, line = null) {
  at("error").textContent = line === null ? message : `Line ${line}: ${message}`;
  at("error").hidden = false;
  number(line);
}

/** A drawing: the picture if there is one, else the text. */
function drawing({ svg, text }) {
  if (!svg) {
    const block = document.createElement("pre");
    block.textContent = text;
    return block;
  }
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

function show(answer) {
  at("status").scrollIntoView({ block: "nearest" });
  if (answer.error !== undefined) {
    at("status").textContent = "Not run to its end.";
    fail(answer.error, answer.line);
    return;
  }
  if (answer.ran !== undefined) {
    at("status").textContent = answer.ran;
    return;
  }
  at("status").textContent = `${answer.title}: ${answer.answer}.`;
  at("boards").replaceChildren(
    ...answer.boards.map((board) => {
      const figure = document.createElement("figure");
      figure.append(drawing(board));
      return figure;
    }),
  );
  showStatistics(answer.statistics);
  at("recorded").textContent = `Recorded: ${answer.recorded}.`;
  at("tree").replaceChildren(...(answer.tree ? [drawing({ svg: answer.tree })] : []));
  labels = answer.labels;
  at("tree").querySelectorAll("svg circle").forEach(name);
  at("own").hidden = answer.own_tree === null;
  at("own").replaceChildren(...(answer.own_tree ? [drawing(answer.own_tree)] : []));
  at("result").hidden = false;
  const slider = at("step");
  slider.max = Math.max(answer.steps - 1, 0);
  slider.value = 0;
  slider.disabled = answer.steps === 0;
  at("board").replaceChildren();
  at("words").textContent = at("place").textContent = "";
  if (answer.steps) step();
}

/** What a node stands for, for the mouse. */
function name(circle, k) {
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = labels[k];
  circle.append(title);
}

function showStatistics(statistics) {
  const shown = {
    Nodes: statistics.nodes,
    Failures: statistics.failures,
    "Deepest level": statistics.max_depth,
    Seconds: statistics.seconds.toFixed(3),
    Inference: statistics.inference,
    "Order of variables": statistics.variable_order,
    Kernel: statistics.kernel,
  };
  const rows = Object.entries(shown).map(([label, value]) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = label;
    row.append(head);
    row.insertCell().textContent = typeof value === "number" ? value.toLocaleString("en") : value;
    return row;
  });
  at("statistics").tBodies[0].replaceChildren(...rows);
}

// -- the steps: one at a time at the worker, the last one asked for next -----------------------------------

function step() {
  wanted = Number(at("step").value);
  at("place").textContent = `${wanted + 1} of ${Number(at("step").max) + 1}`;
  if (asked === null) ask();
}

function ask() {
  asked = wanted;
  wanted = null;
  worker.postMessage({ kind: "step", number: asked });
}

function showStep(answer) {
  asked = null;
  if (running !== null) return;
  at("words").textContent = answer.words;
  at("board").replaceChildren(drawing(answer));
  at("tree").querySelectorAll("svg circle").forEach((circle, k) => {
    circle.classList.toggle("pg-here", k === answer.entry);
    if (k === answer.entry) reveal(circle);
  });
  if (wanted !== null) ask();
}

/** Scroll the tree, and nothing else, to a node. */
function reveal(circle) {
  const [tree, node] = [at("tree"), circle.getBoundingClientRect()];
  const frame = tree.getBoundingClientRect();
  tree.scrollBy(node.x - frame.x - frame.width / 2, node.y - frame.y - frame.height / 2);
}

// -- keys ----------------------------------------------------------------------------------------------

let leaving = false; // after Escape, Tab leaves the code as it does any other field

function edit(event) {
  if (event.key === "Tab" && !leaving && !event.shiftKey) {
    event.preventDefault();
    document.execCommand("insertText", false, "    "); // the one way that can be undone
  }
  if (event.key !== "Shift") leaving = event.key === "Escape";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
form.addEventListener("keydown", (event) => {
  event.stopPropagation(); // the site has keys of its own
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
at("stop").addEventListener("click", stop);
at("example").addEventListener("change", choose);
at("case").addEventListener("change", fill);
at("code").addEventListener("keydown", edit);
at("code").addEventListener("input", () => number());
at("code").addEventListener("scroll", () => (at("lines").scrollTop = at("code").scrollTop));
at("step").addEventListener("input", step);

const manifest = await fetch(new URL("runtime/manifest.json", import.meta.url)).catch(() => ({ ok: false }));
if (manifest.ok) {
  page.hidden = false;
  start();
} else {
  at("missing").hidden = false;
}
