// The board of a puzzle to be played: moves, marks, undo, hints. The rules are in rules.js.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const {cells, names, words} = data;
const said = (key, ...parts) => data.said[key].replace(/\{(\d)\}/g, (_, k) => parts[k]);
const hasEdges = cells.some((cell) => cell.runs), hasDoubles = hasEdges && names.includes("two lines");
const areas = Object.keys(data.areas).length ? data.areas : null;
const SVG = "http://www.w3.org/2000/svg";
const clock = makeClock(byId("time"));

// -- what the player has written: values and marks are numbers of `names` ---------------------------------

const start = cells.map((cell) => (cell.given === undefined ? null : cell.given));
let past = [{values: start, marks: cells.map(() => [])}], future = [];
let current = Math.max(0, cells.findIndex((cell) => cell.values.length && cell.given === undefined));
let isPencil = false, typed = "", lights = new Map(), shown = null, looked = null; // the numbers of the hint last shown, and of one whose place was
const told = new Set();
const now = () => past[past.length - 1];
const isOpen = (k) => cells[k].values.length > 0 && cells[k].given === undefined;
const isFull = () => cells.every((cell, k) => !cell.values.length || now().values[k] !== null);

function put(values, marks) {
  past.push({values, marks});
  future = [];
}

function change(k, value, marks) {
  const values = now().values.slice(), all = now().marks.slice();
  values[k] = value;
  all[k] = marks;
  put(values, all);
}

function refuse() {
  say(cells[current].values.length || !hasEdges ? said("fixed", place(current)) : said("edges"));
}

function write(name) {
  const k = current, value = names.indexOf(name), marks = now().marks[k];
  if (!isOpen(k)) return refuse();
  if (!cells[k].values.includes(value)) return say(said("cannot", place(k), words[value]));
  if (!isPencil) change(k, value, marks);
  else if (now().values[k] !== null) return say(said("filled", place(k)));
  else change(k, null, marks.includes(value) ? marks.filter((one) => one !== value) : [...marks, value]);
  moved();
}

function clear() {
  if (!isOpen(current)) return refuse();
  const {values, marks} = now();
  if (values[current] !== null) change(current, null, marks[current]);
  else if (marks[current].length) change(current, null, []);
  moved();
}

function nextValue() {
  if (!isOpen(current)) return refuse();
  const some = cells[current].values, after = some.indexOf(now().values[current]) + 1;
  change(current, after < some.length ? some[after] : null, now().marks[current]);
  moved();
}

function step(from, to, nothing) {
  if (from.length <= (from === past ? 1 : 0)) return say(nothing);
  to.push(from.pop());
  moved();
}

function moved() {
  lights = new Map();
  looked = null;
  say("");
  const isEnd = isSolved();
  clock.run(!isEnd);
  keep();
  if (!isFollowed()) shown = null;
  if (isFull() || isEnd) judge();
  else if (shown !== null) tell();
  draw();
}

// -- the position stays in the address and in the browser ---------------------------------------------------------------

let digest = 0;
for (const letter of byId("data").textContent) digest = (31 * digest + letter.charCodeAt(0)) | 0;
digest = (digest >>> 0).toString(36);
const store = `clew ${digest}`;

/** A browser may keep nothing for a page, as for one in a frame of another site. */
function keep() {
  const {values, marks} = now();
  const written = values.map((value, k) => (isOpen(k) && value !== null ? value.toString(36) : "")).join(".");
  try {
    history.replaceState(null, "", /[^.]/.test(written) ? `#${digest}.${written}` : location.pathname + location.search);
    localStorage.setItem(store, JSON.stringify({values, marks, seconds: clock.seconds()}));
  } catch { /* it is played without */ }
}

/** The position of the address, if it is one of this puzzle, or else the one that the browser has kept, with marks. */
function kept() {
  const written = location.hash.slice(1).split(".");
  let found = null;
  try {
    found = JSON.parse(localStorage.getItem(store));
  } catch { /* nothing is kept */ }
  if (written.length === cells.length + 1 && written[0] === digest) {
    const values = cells.map((cell, k) => (isOpen(k) && written[k + 1] ? parseInt(written[k + 1], 36) : start[k]));
    if (cells.every((cell, k) => !isOpen(k) || values[k] === null || cell.values.includes(values[k])) && String(values) !== String(found?.values)) return {values, marks: past[0].marks};
  }
  return found;
}

// -- the rules -------------------------------------------------------------------------------------------------

const rules = makeRules(data, cells, (k) => now().values[k]), {checksAll} = rules;
const finished = (k) => now().values[k] ?? cells[k].unwritten ?? null;  // edges that are open have no line
const finishedRules = makeRules(data, cells, finished);

function isSolved() {
  if (cells.some((cell, k) => cell.values.length && finished(k) === null) || finishedRules.broken().found.length) return false;
  return checksAll || (data.solution !== null && cells.every((_, k) => !(k in data.solution) || data.solution[k] === finished(k)));
}

function brokenRules() {
  const {found, wrong} = rules.broken();
  for (const k of wrong) lights.set(k, "conflict");
  return found;
}

function judge() {
  shown = looked = null;
  lights = new Map();
  const found = brokenRules(), {solution} = data;
  if (found.length) say(said("broken", [...found.slice(0, 5), ...(found.length > 5 ? [said("more", found.length - 5)] : [])].join("; ")), "conflict");
  else if (isSolved()) say(said("solved"), "solved");
  else if (!isFull()) say([said("sound"), ...(checksAll ? [] : [said(solution ? "compared later" : "unchecked")])].join(" "));
  else if (solution) say(said("compared"), "conflict");
  else say(said("full"), "solved");
  draw();
}

// -- hints: the next step whose conclusion is not there ---------------------------------------------------------

const sure = data.solution || Object.fromEntries(data.steps.flatMap((one) => one.set));

function isThere({set, out}, number) {
  const {values, marks} = now();
  const isOut = ([k, some]) => values[k] !== null || (marks[k].length > 0 && !some.some((value) => marks[k].includes(value)));
  if (set.length) return set.every(([k, value]) => values[k] === value);
  return told.has(number) || (out.length > 0 && out.every((one) => one[1].length && isOut(one)));
}

/** If the player has just written a value of the hint that is shown and more of its values are open, it stays. */
function isFollowed() {
  const isWritten = ([k, value]) => k === current && now().values[k] === value;
  return shown !== null && data.steps[shown].set.some(isWritten) && !isThere(data.steps[shown], shown);
}

function tell() {
  const {text, set, out, why, lit} = data.steps[shown];
  if (!set.length) told.add(shown);
  for (const k of why) lights.set(k, "reason");
  for (const [k] of out) lights.set(k, "pruned");
  for (const [k, value] of set) for (const one of areas ? areas[k][value] : []) lights.set(one, "new");
  for (const k of lit) lights.set(k, "new");
  say(text, "hint");
}

/** The place where the next step is; if that is shown already, the step, and a button that does it. */
function hint() {
  const before = looked;
  shown = looked = null;
  lights = new Map();
  const {values} = now();
  const wrong = cells.findIndex((_, k) => values[k] !== null && k in sure && values[k] !== sure[k]);
  const number = data.steps.findIndex((one, k) => !isThere(one, k));
  const found = brokenRules();
  if (found.length) say(said("unsatisfied", found[0]), "conflict");
  else if (wrong >= 0) {
    lights.set(wrong, "conflict");
    say(said("wrong", place(wrong), hasEdges ? said("so") : words[values[wrong]]), "conflict");
  } else if (isFull()) return judge();
  else if (number < 0) say(said(data.hasHints ? "several" : "undeclared"));
  else if (before === number || !data.steps[number].where) {
    shown = number;
    tell();
  } else {
    looked = number;
    for (const k of data.steps[number].why) lights.set(k, "reason");
    say(said("look", data.steps[number].where), "hint");
  }
  draw();
}

/** Whether the page shows a step that writes something: on edges, a value that is ruled out is nothing to write. */
const canApply = () => shown !== null && (data.steps[shown].set.length > 0 || data.steps[shown].out.some(([k]) => !cells[k].runs && !areas));

/** Does the step of the hint that is shown, as one move. */
function apply() {
  const values = now().values.slice(), marks = now().marks.slice(), {set, out} = data.steps[shown];
  for (const [k, value] of set) values[k] = value;
  for (const [k, some] of out) if (!cells[k].runs && !areas) marks[k] = (marks[k].length ? marks[k] : cells[k].values).filter((value) => !some.includes(value));
  put(values, marks);
  shown = null;
  moved();
}

/** The values of the solution; edges that may stay open do. */
function solvedValues() {
  const {solution} = data, found = (k) => (solution[k] === cells[k].unwritten ? null : solution[k]);
  return now().values.map((value, k) => (k in solution && isOpen(k) ? found(k) : value));
}

/** Writes the solution as one move. */
function solve() {
  put(solvedValues(), now().marks);
  moved();
}

// -- areas, if a value covers cells ----------------------------------------------------------------------------------

let dragged = [];
const covered = (k) => (areas && cells[k].values.length && now().values[k] !== null ? areas[k][now().values[k]] : []);
const coverOf = (k) => holders.get(k) ?? -1;
let holders = new Map();

/** Writes the value that covers the rectangle between two cells, in place of those that it overlaps; a tap takes one back. */
function cover(one, other) {
  const wanted = rectangle(cells, one, other), holder = one === other ? coverOf(one) : -1;
  dragged = [];
  if (holder >= 0) {
    go(holder);
    return clear();
  }
  for (const [place, some] of Object.entries(areas)) {
    const value = Object.keys(some).find((own) => String(some[own]) === String(wanted)), k = Number(place);
    if (value === undefined || !isOpen(k)) continue;
    const isOver = (before, number) => number !== k && isOpen(number) && covered(number).some((spot) => wanted.includes(spot));
    const {values, marks} = now();
    current = k;
    if (values[k] !== Number(value)) put(values.map((before, number) => (number === k ? Number(value) : isOver(before, number) ? null : before)), marks);
    moved();
    return boxes[k].focus();
  }
  go(one);
  if (one !== other) say(said("no area", wanted.length));
}

// -- the board -------------------------------------------------------------------------------------------------------

const picture = document.querySelector("#board svg"), {width, height} = picture.viewBox.baseVal;
const place = (k) => cells[k].label || said("place", cells[k].at[0] + 1, cells[k].at[1] + 1);
const boxes = [];

function element(kind, className, text = "") {
  const made = document.createElement(kind);
  made.className = className;
  made.textContent = text;
  return made;
}

function build() {
  const rows = new Map(), grid = byId("grid");
  if (data.columnLabels.length) {
    const head = element("div", "hidden");
    head.setAttribute("role", "row");
    for (const label of data.columnLabels) head.append(element("span", "", label));
    for (const label of head.children) label.setAttribute("role", "columnheader");
    grid.append(head);
  }
  cells.forEach(({at: [r, c, x, y, wide, high], values, runs}, k) => {
    if (!rows.has(r)) {
      rows.set(r, element("div", ""));
      rows.get(r).setAttribute("role", "row");
      if (data.rowLabels[r]) rows.get(r).setAttribute("aria-label", said("row", r + 1, data.rowLabels[r]));
      grid.append(rows.get(r));
    }
    const box = element("div", "");
    box.setAttribute("role", "gridcell");
    if (!isOpen(k)) box.setAttribute("aria-readonly", "true");
    if (runs) box.style.clipPath = aroundEdge(wide, high);
    Object.assign(box.style, {left: `${100 * x / width}%`, top: `${100 * y / height}%`, width: `${100 * wide / width}%`, height: `${100 * high / height}%`});
    let wasChosen = false;  // before the click, which focuses it
    box.addEventListener("pointerdown", () => { wasChosen = document.activeElement === box; });
    box.addEventListener("focus", () => { if (k !== current) go(k); });
    box.addEventListener("click", (event) => {
      if (areas && event.detail) return;  // a tap or a drag has done it
      const isNext = runs || (k === current && wasChosen && !isPencil && values.length < 4);
      go(runs && event.detail ? nearest(event, k) : k);
      if (isNext && isOpen(current)) nextValue();
    });
    boxes.push(box);
    rows.get(r).append(box);
  });
  names.forEach((name, value) => {
    const button = element("button", ""), word = words[value];
    button.append(...face(name, value));
    button.setAttribute("aria-label", said("write", word));
    button.title = word === name ? "" : word;
    button.addEventListener("click", () => { typed = ""; write(name); });
    byId("palette").append(button);
  });
}

const PIECES = {line: "M2 8h24", "two lines": "M2 5h24M2 11h24", "no line": "M9 3l10 10m0-10l-10 10"};

/** A value as the board shows it, and the symbol that writes it if that is another. */
function face(name, value) {
  const key = hasEdges ? Object.keys(data.keys).find((one) => data.keys[one] === name && /[a-z]/.test(one)) : name;
  const look = cells.flatMap(({values, looks}) => looks?.[values.indexOf(value)] ? [looks[values.indexOf(value)]] : [])[0];
  const [text, filling] = look || ["•", ""], symbol = element("span", filling ? "face filled" : "face", text.length > 3 ? name : text);
  if (hasEdges) {
    const piece = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
    piece.setAttribute("viewBox", "0 0 28 16");
    path.setAttribute("d", PIECES[name]);
    piece.append(path);
    symbol.replaceChildren(piece);
  }
  if (filling) symbol.style.background = `var(--${filling})`;
  return symbol.textContent === key && !filling ? [symbol] : [symbol, element("small", "", key)];
}

/** The points that are nearer to an edge than to the ones across: all but the corners of its box. */
function aroundEdge(wide, high) {
  const half = 50 * Math.min(wide, high), a = half / wide, b = half / high;
  return `polygon(${a}% 0, ${100 - a}% 0, 100% ${b}%, 100% ${100 - b}%, ${100 - a}% 100%, ${a}% 100%, 0 ${100 - b}%, 0 ${b}%)`;
}

/** The edge that is nearest to a click, which is not always the one on top: long edges cross. */
function nearest({clientX, clientY}, clicked) {
  const {left, top, width: shown} = picture.getBoundingClientRect(), scale = width / shown;
  const beyond = (spot, begin, length) => Math.max(begin - spot, 0, spot - begin - length);
  const away = cells.map(({at: [, , x, y, wide, high], runs}) => {
    const [spotX, spotY] = [(clientX - left) * scale, (clientY - top) * scale];
    if (!runs) return Infinity;
    return runs === "across" ? Math.hypot(beyond(spotX, x, wide), spotY - y - high / 2) : Math.hypot(spotX - x - wide / 2, beyond(spotY, y, high));
  });
  const least = Math.min(...away);
  return away[clicked] - least < 0.5 ? clicked : away.indexOf(least);
}

const sized = (box, size) => { box.style.fontSize = `${100 * size / width}cqw`; };

function drawCell(k) {
  const {at: [, , , , wide, high], values, looks, given, shown, runs, note, about} = cells[k], box = boxes[k];
  const value = now().values[k], light = lights.get(k), marks = now().marks[k].slice().sort((a, b) => a - b);
  let content = shown || said("empty");
  box.replaceChildren();
  if (areas) {
    const holder = coverOf(k), value = holder < 0 ? null : words[now().values[holder]];
    if (value !== null) content = shown && k === holder ? `${shown}, ${value}` : said("covered", value);
  } else if (runs) content = value === null ? said("open") : isOpen(k) ? names[value] : said("given", names[value]);
  else if (isOpen(k) && value !== null) {
    const look = looks[values.indexOf(value)], [text, filling] = look || ["•", ""];  // the picture shows nothing
    const inside = element("span", filling ? "value filled" : look ? "value" : "value dot", text);
    if (filling === "block") inside.classList.add("block");
    else if (filling) inside.style.background = `var(--${filling})`;
    sized(inside, look ? Math.min(0.58 * high, 1.4 * wide / Math.max(1, text.length)) : 0.4 * high);
    if (filling && note) {  // the filling covers the picture's
      const corner = element("span", "note", note);
      sized(corner, 0.25 * high);
      inside.append(corner);
    }
    box.append(inside);
    content = words[value];
  } else if (isOpen(k) && marks.length) {
    const inside = element("span", "marks"), columns = Math.ceil(Math.sqrt(names.length)), lines = Math.ceil(names.length / columns);
    const widest = Math.max(...names.map((name) => name.length));
    inside.style.gridTemplate = `repeat(${lines}, 1fr) / repeat(${columns}, 1fr)`;
    names.forEach((name, number) => inside.append(element("span", "", marks.includes(number) ? name : "")));
    sized(inside, Math.min(0.8 * high / lines, wide / columns / (0.7 * widest), 0.34 * high));
    box.append(inside);
    content = said("marks", marks.map((mark) => words[mark]).join(" "));
  } else if (given !== undefined) content = said("given", words[given]);
  box.className = [runs ? "edge" : "cell", ...(isOpen(k) ? [] : ["still"]), ...(light ? [light] : [])].join(" ");
  box.setAttribute("aria-label", [place(k), ...(about ? [about] : []), content, ...(light ? [said(light)] : [])].join(", "));
  box.setAttribute("aria-invalid", String(light === "conflict"));
  box.tabIndex = k === current ? 0 : -1;
}

function draw() {
  holders = new Map(areas ? cells.flatMap((_, k) => covered(k).map((one) => [one, k])) : []);
  cells.forEach((_, k) => drawCell(k));
  if (hasEdges) drawStrokes(byId("strokes"), cells, current, (k) => (now().values[k] === null ? null : names[now().values[k]]), (k) => lights.get(k));
  if (areas) {
    const shapes = cells.flatMap((cell, k) => covered(k).length ? [{covered: covered(k), kind: "", colour: (cell.looks[cell.values.indexOf(now().values[k])] || [])[1]}] : []);
    drawAreas(byId("areas"), cells, [...shapes, {covered: dragged, kind: "dragged"}]);
  }
  byId("lights").replaceChildren(...[...lights].filter(([k]) => !cells[k].runs).map(([k, why]) => {
    const [, , x, y, wide, high] = cells[k].at, light = document.createElementNS(SVG, "rect"), {x: left, y: top} = picture.viewBox.baseVal;
    for (const [name, size] of Object.entries({x: x + left + 2, y: y + top + 2, width: wide - 4, height: high - 4, "stroke-width": 2})) light.setAttribute(name, size);
    light.style.fill = `var(--${why})`;
    light.style.stroke = `var(--${why}-edge)`;
    return light;
  }));
  for (const [number, button] of [...byId("palette").children].entries()) button.disabled = !isOpen(current) || !cells[current].values.includes(number);
  byId("palette").classList.toggle("pencil", isPencil);
  byId("pencil").setAttribute("aria-pressed", String(isPencil));
  byId("apply").hidden = !canApply();
}

function go(k) {
  current = k;
  typed = "";
  draw();
  boxes[k].focus();
}

function say(text, kind = "") {
  byId("message").textContent = text;
  byId("message").className = kind;
}

/** Puts the solution on a page of its own, to be printed behind the board. */
function printSolution() {
  const before = lights;
  if (!data.solution) return;
  past.push({values: solvedValues(), marks: now().marks});
  lights = new Map();
  draw();
  byId("overleaf").replaceChildren(element("h2", "", said("solution")), byId("board").cloneNode(true));
  past.pop();
  lights = before;
  draw();
}

addEventListener("beforeprint", printSolution);
addEventListener("afterprint", () => byId("overleaf").replaceChildren());

// -- keys and buttons ----------------------------------------------------------------------------------------------------

const STEPS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
const actions = {
  pencil: () => { isPencil = !isPencil; typed = ""; draw(); },
  clear, check: judge, hint, apply, solve,
  undo: () => step(past, future, said("no undo")),
  redo: () => step(future, past, said("no redo")),
};
const KEYS = {" ": nextValue, Enter: hasEdges || areas ? nextValue : actions.pencil, Backspace: clear, Delete: clear, "!": judge, "?": hint};

function type(symbol) {
  const key = data.keys[symbol.toLowerCase()] || symbol;
  const found = [typed + key, (typed + key).toUpperCase(), key, key.toUpperCase(), key.toLowerCase()].find((one) => names.includes(one));
  if (found === undefined) return say(said("unnamed", key));
  if (isPencil && typed && found.length > key.length && now().marks[current].includes(names.indexOf(typed))) write(typed);
  write(found);
  typed = found;
}

byId("grid").addEventListener("keydown", (event) => {
  const {key} = event, isControl = event.ctrlKey || event.metaKey;
  if (isControl && (key === "z" || key === "y" || key === "Z")) actions[key === "z" ? "undo" : "redo"]();
  else if (isControl || event.altKey) return;
  else if (key in STEPS) {
    const [down, right] = STEPS[key], [r, c] = cells[current].at, line = [];
    cells.forEach(({at}, k) => { if (down ? at[1] === c : at[0] === r) line.push(k); });
    go(line[(line.indexOf(current) + down + right + line.length) % line.length]);
  } else if (key in KEYS) { typed = ""; KEYS[key](); }
  else if ([...key].length === 1) type(key);
  else return;
  event.preventDefault();
});
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);

document.documentElement.lang = data.language;
for (const part of document.querySelectorAll("[data-said]")) part.textContent = said(part.dataset.said);
for (const [id, key] of Object.entries({grid: "board", palette: "values", buttons: "moves", side: "moves", time: "time", links: "links"})) byId(id).setAttribute("aria-label", said(key));
byId("keys").innerHTML = said(areas ? "keys areas" : hasDoubles ? "keys doubles" : hasEdges ? "keys edges" : "keys cells");
for (const [text, address] of data.links) {
  const link = element("a", "", text);
  link.href = address;
  link.target = "_top";
  byId("links").append(link);
}
byId("title").textContent = data.title;
byId("about").textContent = data.about;
byId("rules").hidden = !data.about;
byId("note").textContent = data.note;
byId("note").hidden = !data.note;
document.body.classList.toggle("edges", hasEdges);
document.body.classList.toggle("doubles", hasDoubles);
document.body.classList.toggle("areas", areas !== null);
byId("pencil").hidden = hasEdges || areas !== null;
byId("palette").hidden = areas !== null;
byId("links").hidden = !data.links.length;
byId("solve").hidden = data.solution === null;
const symbols = Object.entries(data.symbols || {}).map(([symbol, name]) => said("means", symbol, name));
byId("keys").append(symbols.length ? ` ${said("symbols", symbols.join(", "))} ` : " ");
byId("keys").insertAdjacentHTML("beforeend", said("keys all"));
byId("help").open = innerWidth > 760;
byId("board").style.minWidth = `${(hasEdges ? 36 : 24) * width / Math.min(...cells.map(({at}) => at[4]))}px`;
byId("board").style.maxWidth = `min(${1.9 * width}px, ${86 * width / height}vh)`;
build();
byId("palette").style.setProperty("--widest", `${Math.max(...[...byId("palette").children].map((one) => 1.2 * one.textContent.length + (one.children.length > 1 ? 3 : 1)))}ch`);
if (areas) followDrag(byId("grid"), boxes, (one, other) => { dragged = one < 0 ? [] : rectangle(cells, one, other); draw(); }, cover);
const before = kept();
clock.set(before?.seconds || 0);
if (before && JSON.stringify([before.values, before.marks]) !== JSON.stringify([now().values, now().marks])) {
  put(before.values, before.marks);
  clock.run(!isSolved());
}
document.addEventListener("visibilitychange", () => { if (past.length > 1) keep(); });
draw();
say([said(areas ? "begin areas" : hasDoubles ? "begin doubles" : hasEdges ? "begin edges" : "begin"), ...(checksAll ? [] : [said(data.solution ? "compares" : "unchecked")])].join(" "));
