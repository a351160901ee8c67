// The playground's page: forms in, boards and a tree out. All of clew runs in the worker.

const at = (id) => document.getElementById(`pg-${id}`);
const form = at("form");
const GRACE = 8; // seconds beyond the limit for a run: the recorded search takes some, and code may take longer
const FIELDS = ["example", "case", "instance", "parameters", "strategy", "inference", "order", "values", "seconds", "nodes"];

const WORK = { isWork: true }; // marks the entries of the history that have a form in their address

let worker = null;
let spare = null; // the next worker: it starts during a run that may have to be stopped
let memory; // Python's, before the first run: with it a new worker is ready at once
let examples = null;
let running = null; // the timer of the run in progress
let found = 0; // solutions reported by it
let chosen; // the example that the code began as
let program = ""; // the code that ran last, if it was no command: commands find it in a file
let writing; // the timer that writes the form into the address

// -- the editor: a plain text area if it cannot be loaded ---------------------------------------------------

const { editor } = await import(new URL("runtime/editor.js", import.meta.url)).catch(() => ({}));
const code = editor?.(at("code")) ?? { show: (text) => (at("code").value = text), mark: () => {} };

// -- the worker ----------------------------------------------------------------------------------------

function started() {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const heard = (data) => {
    made.isReady ||= data.kind === "ready";
    if (made === worker) answers[data.kind](data);
    else if (data.kind === "broken") spare = null;
  };
  made.onmessage = ({ data }) => heard(data);
  made.onerror = (event) => heard({ kind: "broken", message: event.message || "the worker cannot be started" });
  made.postMessage({ kind: "start", memory });
  return made;
}

function restart() {
  worker.terminate();
  worker = spare ?? started();
  spare = null;
  at("run").disabled = !worker.isReady;
}

const answers = {
  ready(data) {
    memory = data.memory;
    if (examples === null) {
      examples = data.examples;
      offer();
      at("status").textContent = `Ready: clew ${data.version}.`;
    }
    at("run").disabled = false;
  },
  printed({ text }) {
    at("printed").hidden = false;
    at("printed").querySelector("pre").append(text);
  },
  found({ board }) {
    found += 1;
    at("result").hidden = false;
    at("boards").append(figure(board));
  },
  counted({ number }) {
    found = number;
  },
  answer(answer) {
    show(answer);
    at("status").textContent += " Recording its tree …";
  },
  run({ answer }) {
    finish();
    show(answer);
  },
  broken({ message }) {
    const wasReady = examples !== null;
    finish();
    fail(wasReady ? `Python failed and was started again: ${message}` : message);
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
    for (const example of examples) if (example.group === group) list.append(new Option(example.title, example.name));
    at("example").append(list);
  }
  choose();
  visit();
}

const example = () => examples.find(({ name }) => name === at("example").value);

function choose() {
  chosen = at("example").value;
  code.show(example().code);
  at("case").replaceChildren(...example().instances.map((instance) => new Option(instance.name)));
  forget();
  fill();
}

function fill() {
  const instance = example().instances[at("case").selectedIndex];
  at("instance").value = instance?.text ?? "";
  at("parameters").value = instance?.parameters ?? "";
}

function request() {
  const value = (id) => at(id).value;
  return {
    ...Object.fromEntries(FIELDS.map((id) => [id, value(id)])),
    code: value("code"),
    program: isCommand(value("code")) ? program : (program = value("code")),
    seconds: Number(value("seconds")),
    nodes: value("nodes") ? Number(value("nodes")) : null,
  };
}

const isCommand = (text) => /^\s*clew\s/.test(text) || /^\s*\$ /m.test(text);

/** Clear away what an earlier run has left. */
function forget() {
  for (const id of ["error", "result", "printed", "search", "counted", "own"]) at(id).hidden = true;
  at("error").textContent = at("printed").querySelector("pre").textContent = "";
  at("boards").replaceChildren();
  at("tree")?.remove();
  code.mark(null);
}

function run() {
  if (at("run").disabled || !form.reportValidity()) return;
  forget();
  found = 0;
  const begun = performance.now();
  const asked = request();
  at("status").textContent = "Running …";
  running = setInterval(() => {
    const seconds = (performance.now() - begun) / 1000;
    spare ??= started();
    const late = seconds > asked.seconds ? `; it is stopped after ${asked.seconds + GRACE} s` : "";
    if (seconds > asked.seconds + GRACE) return stop(`Stopped after ${Math.round(seconds)} seconds`);
    if (at("search").hidden && at("counted").hidden) at("status").textContent = `Running … ${Math.round(seconds)} s${soFar()}${late}`;
  }, 1000);
  at("run").disabled = true;
  at("stop").disabled = false;
  worker.postMessage({ kind: "run", request: asked });
}

const soFar = () => (found ? `, ${found.toLocaleString("en")} ${found === 1 ? "solution" : "solutions"} found` : "");

function finish() {
  clearInterval(running);
  running = null;
  at("run").disabled = false;
  if (document.activeElement === at("stop")) at("run").focus();
  at("stop").disabled = true;
}

function stop(why = "Stopped") {
  finish();
  const answered = !at("counted").hidden;
  at("status").textContent = answered ? at("status").textContent.replace(/ Recording.*/, "") : `${why}${soFar()}.`;
  restart();
}

// -- addresses: the fields in the query, the code in the fragment -------------------------------------------

/** Fill the fields as the address has them. */
function visit() {
  const asked = new URLSearchParams(location.search);
  const written = new URLSearchParams(location.hash.slice(1)).get("code");
  for (const id of FIELDS) {
    if (!asked.has(id)) continue;
    const before = at(id).value;
    at(id).value = asked.get(id);
    if (at(id).selectedIndex === -1) at(id).value = before; // no such choice
    if (id === "example") choose();
    if (id === "case") fill();
  }
  if (written !== null) code.show(written);
}

/** Another example takes the place of code that was changed: the browser's Back brings that back. */
function exchange() {
  const wanted = at("example").value;
  at("example").value = chosen;
  if (at("code").value !== example().code) {
    history.replaceState(WORK, "", address());
    history.pushState(WORK, "", location.pathname);
    at("shared").textContent = "The browser's Back brings your code back.";
  }
  at("example").value = wanted;
  choose();
}

function back({ state }) {
  if (!state?.isWork) return;
  form.reset();
  choose();
  visit();
}

/** The address of what is in the form: what was not changed is left out. */
function address() {
  const asked = new URLSearchParams();
  const instance = example().instances[at("case").selectedIndex];
  const usual = { case: example().instances[0]?.name ?? "", instance: instance?.text ?? "", parameters: instance?.parameters ?? "" };
  for (const id of FIELDS) {
    const plain = at(id).options ? (at(id).querySelector("[selected]") ?? at(id).options[0]).value : at(id).defaultValue;
    if (at(id).value !== (usual[id] ?? plain)) asked.set(id, at(id).value);
  }
  const here = new URL(location.pathname, location.href);
  here.search = asked;
  if (at("code").value !== example().code) here.hash = `code=${encodeURIComponent(at("code").value)}`;
  return here.href;
}

async function share() {
  history.replaceState(null, "", address());
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  at("shared").textContent = copied ? "The address is copied." : "The address is in the browser's address bar.";
}

// -- what came out -------------------------------------------------------------------------------------

function fail(message, line = null) {
  at("error").textContent = line === null ? message : `Line ${line}: ${message}`;
  at("error").hidden = false;
  code.mark(line);
}

/** A drawing: the picture if there is one, else the text. */
function drawing({ svg, text }) {
  const block = document.createElement(svg ? "img" : "pre");
  if (svg) {
    block.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    block.alt = text;
  } else block.textContent = text;
  return block;
}

function figure(board) {
  const made = document.createElement("figure");
  made.append(drawing(board));
  return made;
}

function show(answer) {
  at("status").scrollIntoView({ block: "nearest" });
  if (answer.error !== undefined) {
    at("status").textContent = "Not run to its end.";
    fail(answer.error, answer.line);
    return;
  }
  at("status").textContent = answer.ran ?? `${answer.title}: ${answer.answer}.`;
  at("boards").replaceChildren(...(answer.boards ?? []).map(figure));
  if (answer.statistics) showStatistics(answer.statistics);
  at("counted").hidden = !answer.statistics;
  at("own").hidden = !answer.own;
  at("own").replaceChildren(...(answer.own ? [drawing(answer.own)] : []));
  at("search").hidden = !answer.page;
  if (answer.page) {
    at("heading").textContent = answer.file ? "Page" : "Search tree";
    at("search").append(framed(answer.page, at("heading").textContent));
    at("print").onclick = () => print(answer.page);
    at("save").onclick = () => save(answer.page, answer.file ?? "search-tree.html");
  }
  at("result").hidden = false;
}

/**
 * The page of a search tree, in a frame of its own: it cannot reach this page. It is dark if this page is: its style
 * sheet is changed for that, so the page can no longer be held to the hash of it.
 */
function framed(page, title) {
  const asHere = document.body.dataset.mdColorScheme === "slate" ? "@media all" : "@media not all";
  const frame = document.createElement("iframe");
  frame.id = "pg-tree";
  frame.title = title;
  frame.sandbox = "allow-scripts allow-modals"; // the dialog for printing is one
  frame.srcdoc = page
    .replace(/style-src '[^']*'/, "style-src 'unsafe-inline'")
    .replaceAll("@media(prefers-color-scheme:dark)", asHere);
  return frame;
}

/** Print a page: its frame does, because it is as large as the paper there. The script stands before its policy. */
function print(page) {
  at("tree").srcdoc = page.replace("<head>", "<head><script>addEventListener('load', () => print());</script>");
}

function save(page, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
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

// -- the beginning -------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
form.addEventListener("keydown", (event) => {
  event.stopPropagation(); // the site has keys of its own
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
form.addEventListener("input", () => {
  at("shared").textContent = "";
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(WORK, "", address()), 300); // a page that is loaded again has all of it
});
at("stop").addEventListener("click", () => stop());
at("share").addEventListener("click", share);
at("example").addEventListener("change", exchange);
at("case").addEventListener("change", fill);
addEventListener("hashchange", visit);
addEventListener("popstate", back);

const manifest = await fetch(new URL("runtime/manifest.json", import.meta.url)).catch(() => ({ ok: false }));
if (manifest.ok) {
  at("app").hidden = false;
  worker = started();
} else {
  at("missing").hidden = false;
}
