"use strict";
// The tree comes as one text of numbers, five bits to a letter, node by node in the order of the search. What was
// ruled out at a node is decoded when the node is looked at, and only the rows in sight are in the page.
const data = JSON.parse(document.getElementById("data").textContent);
const N = data.count, ROW = 26, TALLEST = 8e6;
const REFUSED = 0, OPEN = 1, FINISHED = 2, SOLUTION = 3;
const MARK = {solution: "★", way: "●", failed: "○", refused: "✗", open: "?", pruned: "⊘", unvisited: "·", cut: "…"};
const byId = (id) => document.getElementById(id);

function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

// -- reading ----------------------------------------------------------------------------------------

const letters = new Int8Array(128);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((c, k) => letters[c.charCodeAt(0)] = k);
const stream = data.stream;
let at = 0;

function next() {
  let number = 0, factor = 1;
  for (;;) {
    const place = letters[stream.charCodeAt(at++)];
    number += (place & 31) * factor;
    if (place < 32) return number;
    factor *= 32;
  }
}

const parent = new Int32Array(N), level = new Int32Array(N), fate = new Uint8Array(N), choice = new Int32Array(N);
const branching = new Int32Array(N), culprit = new Int32Array(N), prunesAt = new Int32Array(N), prunesEnd = new Int32Array(N);
const end = new Int32Array(N), place = new Int32Array(N), siblings = new Int32Array(N), childCount = new Int32Array(N);
const leads = new Uint8Array(N), leftOut = new Map(), opened = new Uint8Array(N);
const roots = [];
let deepest = 0;

function read() {
  const above = [];
  for (let k = 0; k < N; k++) {
    above.length -= next();
    level[k] = above.length;
    deepest = Math.max(deepest, level[k]);
    parent[k] = above.length ? above[above.length - 1] : -1;
    const what = next();
    fate[k] = what & 3;
    choice[k] = parent[k] < 0 ? -1 : next();
    branching[k] = culprit[k] = -1;
    if (fate[k] === REFUSED) culprit[k] = next() - 1; else branching[k] = next() - 1;
    if (what & 4) leftOut.set(k, [next(), next(), next()]);
    const length = next();
    prunesAt[k] = at;
    prunesEnd[k] = at += length;
    place[k] = parent[k] < 0 ? roots.push(k) : ++childCount[parent[k]];
    above.push(k);
  }
  for (let k = N - 1; k >= 0; k--) {
    end[k] = Math.max(end[k], k + 1);
    if (fate[k] === SOLUTION || (leftOut.has(k) && leftOut.get(k)[2])) leads[k] = 1;
    const p = parent[k];
    siblings[k] = p < 0 ? roots.length : childCount[p];
    if (p >= 0) {
      end[p] = Math.max(end[p], end[k]);
      leads[p] |= leads[k];
    }
  }
}

read();

const starts = [0];
for (let v = 0; v < data.declared; v++) starts.push(starts[v] + valuesOf(v).length);

function valuesOf(v) { return data.lists[data.listOf[v]]; }

// A value, by the name of its decision if the problem has such names: a square of a chess board.
function wordOf(v, w) { return data.decisions ? data.decisions[v][w] : valuesOf(v)[w]; }

function variableOf(code) {
  let low = 0, high = data.declared;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= code) low = middle; else high = middle;
  }
  return low;
}

function prunes(k) {
  const groups = [];
  let others = [];
  at = prunesAt[k];
  while (at < prunesEnd[k]) {
    const constraint = next() - 1, codes = [];
    let code = 0;
    for (let left = next(); left > 0; left--) codes.push(code += next());
    if (!codes.length) others.push(constraint);
    else groups.push([together([...others, constraint]), codes]), others = [];
  }
  return groups;
}

// The number of a constraint, or of several that prune together: they have a name of their own.
function together(numbers) {
  if (numbers.length === 1) return numbers[0];
  const name = numbers.map(constraintName).join(" and "), known = data.constraints.indexOf(name);
  return known >= 0 ? known : data.constraints.push(name) - 1;
}

function pathTo(k) {
  const path = [];
  for (; k >= 0; k = parent[k]) path.push(k);
  return path.reverse();
}

const variableAt = (k) => parent[k] < 0 ? -1 : branching[parent[k]];

function labelOf(k) {
  if (parent[k] < 0) return k === 0 ? "root" : "restart " + (place[k] - 1);
  const v = variableAt(k);
  return (data.decisions ? "" : data.variables[v] + " = ") + wordOf(v, choice[k]);
}

function kindOf(k, seen) {
  if (k > seen) return "unvisited";
  if (fate[k] === REFUSED) return "refused";
  if (fate[k] === SOLUTION) return "solution";
  if (end[k] - 1 > seen) return "open";
  return leads[k] ? "way" : fate[k] === FINISHED ? "failed" : "open";
}

function meaningOf(k, seen) {
  return k > seen ? "not tried yet" : end[k] - 1 > seen ? "in progress" : data.meanings[kindOf(k, seen)];
}

function stateAt(k) {
  const gone = new Uint8Array(starts[data.declared]), here = new Map(), decided = new Map(data.given);
  for (const node of pathTo(k)) {
    const v = variableAt(node);
    if (v >= 0) {
      decided.set(v, choice[node]);
      if (v < data.declared) for (let c = starts[v]; c < starts[v + 1]; c++) if (c - starts[v] !== choice[node]) gone[c] = 1;
    }
    for (const [constraint, codes] of prunes(node)) {
      for (const code of codes) {
        gone[code] = 1;
        if (node === k) here.set(code, constraint);
      }
    }
  }
  return {gone, here, decided};
}

function untried(k) {
  const v = branching[k];
  if (v < 0 || v >= data.declared || valuesOf(v).length <= childCount[k]) return [];
  const why = new Map(), tried = new Set();
  for (let child = k + 1; child < end[k]; child = end[child]) tried.add(choice[child]);
  for (const node of pathTo(k)) {
    for (const [constraint, codes] of prunes(node)) {
      for (const code of codes) if (code >= starts[v] && code < starts[v + 1]) why.set(code - starts[v], constraint);
    }
  }
  const rest = [], isOpen = fate[k] === OPEN && !leftOut.has(k);
  valuesOf(v).forEach((_, w) => {
    if (tried.has(w)) return;
    const name = wordOf(v, w);
    if (why.has(w)) rest.push({name, kind: "pruned", constraint: why.get(w)});
    else if (isOpen) rest.push({name, kind: "unvisited", constraint: -1});
  });
  return rest;
}

const hasMore = (k) => branching[k] >= 0 && branching[k] < data.declared && valuesOf(branching[k]).length > childCount[k];
const folds = (k) => end[k] > k + 1 || leftOut.has(k) || hasMore(k);
const constraintName = (c) => c < 0 ? "" : data.constraints[c];

// -- the rows -----------------------------------------------------------------------------------------

const tree = byId("tree"), space = byId("space"), body = byId("rows");
let rows = [], chosen = 0, seen = N - 1, first = -1;
const NODE = 0, UNTRIED = 1, MORE = 2;
const INDENT = Math.max(3, Math.min(18, Math.floor(360 / (deepest + 1))));

function arrange() {
  rows = [];
  const waiting = [];
  for (let k = 0; ;) {
    while (waiting.length && end[waiting[waiting.length - 1]] <= k) {
      const done = waiting.pop();
      if (hasMore(done)) rows.push(done * 4 + UNTRIED);
      if (leftOut.has(done)) rows.push(done * 4 + MORE);
    }
    if (k >= N) break;
    rows.push(k * 4);
    if (opened[k] && folds(k)) { waiting.push(k); k++; } else k = end[k];
  }
  const whole = rows.length * ROW;
  space.style.height = Math.min(whole, TALLEST) + "px";
  draw(true);
}

function draw(always) {
  const high = tree.clientHeight, whole = rows.length * ROW, shown = Math.ceil(high / ROW) + 1;
  // A browser lays out only so many pixels: beyond, the bar moves faster than the rows.
  const ratio = whole > TALLEST ? (whole - high) / (TALLEST - high) : 1;
  const from = Math.max(0, Math.min(Math.floor(tree.scrollTop * ratio / ROW), rows.length - shown + 1));
  if (!always && from === first) return;
  first = from;
  body.replaceChildren(...rows.slice(from, from + shown).map(rowOf));
  body.style.transform = "translateY(" + (ratio === 1 ? from * ROW : tree.scrollTop) + "px)";
  tree.setAttribute("aria-activedescendant", "n" + chosen);
}

function rowOf(code) {
  const k = code >> 2, what = code & 3, row = element("div", "row");
  row.dataset.code = code;
  const deep = level[k] + (what === NODE ? 0 : 1);
  const indent = element("span", "indent");
  indent.style.width = Math.min(deep, 200) * INDENT + "px";
  indent.style.backgroundSize = INDENT + "px 100%";
  row.append(indent);
  if (k > seen) row.classList.add("later");
  if (what === NODE) fillNode(row, k);
  else if (what === UNTRIED) fillUntried(row, k);
  else {
    row.append(element("span", "fold", ""), element("span", "badge cut", "…"), element("span", "cut", leftWords(leftOut.get(k))));
    row.setAttribute("role", "presentation");
  }
  return row;
}

function fillNode(row, k) {
  const kind = kindOf(k, seen);
  row.id = "n" + k;
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-level", level[k] + 1);
  row.setAttribute("aria-setsize", siblings[k]);
  row.setAttribute("aria-posinset", place[k]);
  row.setAttribute("aria-selected", k === chosen);
  row.setAttribute("aria-label", labelOf(k) + ", " + meaningOf(k, seen));
  if (folds(k)) row.setAttribute("aria-expanded", !!opened[k]);
  if (k === chosen) row.classList.add("chosen");
  row.append(element("span", "fold", folds(k) ? (opened[k] ? "▾" : "▸") : ""));
  row.append(element("span", "badge " + kind, MARK[kind]), element("span", "", labelOf(k)));
  if (kind === "refused" && culprit[k] >= 0) row.append(element("span", "note", constraintName(culprit[k])));
  else if (!opened[k] && end[k] - k > 1) row.append(element("span", "note", (end[k] - k - 1).toLocaleString("en") + " below"));
}

function fillUntried(row, k) {
  row.setAttribute("role", "presentation");
  row.append(element("span", "fold", ""));
  const rest = untried(k);
  row.append(element("span", "note", rest.length ? data.variables[branching[k]] + ":" : "the other values were not offered"));
  for (const one of rest.slice(0, 30)) row.append(valueBadge(one));
  if (rest.length > 30) row.append(element("span", "note", "and " + (rest.length - 30) + " more"));
}

function valueBadge(one) {
  const badge = element("span", "badge " + one.kind, MARK[one.kind] + " " + one.name);
  badge.title = data.meanings[one.kind] + (one.constraint >= 0 ? ", by " + constraintName(one.constraint) : "");
  return badge;
}

function leftWords([nodes, failures, solutions]) {
  const found = solutions ? ", with " + solutions.toLocaleString("en") + " solutions" : "";
  return (nodes + failures).toLocaleString("en") + " more tries, not recorded" + found;
}

// -- choosing -------------------------------------------------------------------------------------------

function choose(k, reveal) {
  chosen = k;
  if (reveal) {
    let changed = false;
    for (let p = parent[k]; p >= 0; p = parent[p]) if (!opened[p]) { opened[p] = 1; changed = true; }
    if (changed) arrange();
  }
  intoSight(rows.indexOf(k * 4));
  draw(true);
  tell(k);
  paintMap();
}

function intoSight(row) {
  if (row < 0) return;
  const high = tree.clientHeight, whole = rows.length * ROW;
  const ratio = whole > TALLEST ? (whole - high) / (TALLEST - high) : 1;
  const top = row * ROW / ratio;
  if (top < tree.scrollTop) tree.scrollTop = top;
  else if (top + ROW > tree.scrollTop + high) tree.scrollTop = top + ROW - high;
}

function fold(k, open) {
  if (!folds(k) || !!opened[k] === open) return;
  opened[k] = open ? 1 : 0;
  if (!open && chosen > k && chosen < end[k]) chosen = k;
  arrange();
}

function foldAll(open) {
  opened.fill(open ? 1 : 0);
  if (!open) { for (const k of roots) opened[k] = 1; }
  arrange();
  choose(open ? chosen : pathTo(chosen)[Math.min(1, level[chosen])], false);
}

function nodeRow(row, step) {
  while (row >= 0 && row < rows.length && (rows[row] & 3) !== NODE) row += step;
  return row >= 0 && row < rows.length ? rows[row] >> 2 : -1;
}

tree.addEventListener("scroll", () => draw(false));
new ResizeObserver(() => draw(true)).observe(tree);
tree.addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row) return;
  const k = row.dataset.code >> 2;
  if (event.target.classList.contains("fold")) fold(k, !opened[k]);
  choose(k, false);
});
tree.addEventListener("dblclick", (event) => {
  const row = event.target.closest(".row");
  if (row) { fold(row.dataset.code >> 2, !opened[row.dataset.code >> 2]); }
});
tree.addEventListener("keydown", (event) => {
  const row = rows.indexOf(chosen * 4), page = Math.floor(tree.clientHeight / ROW) - 1;
  let to = -1;
  switch (event.key) {
    case "ArrowDown": to = nodeRow(row + 1, 1); break;
    case "ArrowUp": to = nodeRow(row - 1, -1); break;
    case "PageDown": to = nodeRow(Math.min(rows.length - 1, row + page), -1); break;
    case "PageUp": to = nodeRow(Math.max(0, row - page), 1); break;
    case "Home": to = nodeRow(0, 1); break;
    case "End": to = nodeRow(rows.length - 1, -1); break;
    case "ArrowRight": if (opened[chosen] && end[chosen] > chosen + 1) to = chosen + 1; else fold(chosen, true); break;
    case "ArrowLeft": if (opened[chosen] && folds(chosen)) fold(chosen, false); else to = parent[chosen]; break;
    case "Enter": case " ": fold(chosen, !opened[chosen]); tell(chosen); break;
    default: return;
  }
  event.preventDefault();
  if (to >= 0) choose(to, true);
});

// -- what there is to say of a node -----------------------------------------------------------------------

const details = byId("details");

function tell(k) {
  const kind = kindOf(k, seen), now = stateAt(k), parts = [];
  const head = element("h2", "");
  head.append(element("span", "badge " + kind, MARK[kind]), " " + labelOf(k));
  parts.push(head);
  const learned = data.learned[k] && k <= seen ? "; learned: " + data.learned[k] : "";
  const by = (culprit[k] >= 0 && k <= seen ? ", by " + constraintName(culprit[k]) : "") + learned;
  parts.push(element("p", "", meaningOf(k, seen) + by + " · number " + (k + 1).toLocaleString("en") + " of " + N.toLocaleString("en") + " nodes and failures, level " + level[k]));
  const path = pathTo(k).slice(1).map(labelOf);
  if (path.length > 1) parts.push(element("p", "note", path.length > 12 ? "… " + path.slice(-12).join(", ") : path.join(", ")));
  const picture = drawn(k);
  const views = element("div", "views"), domains = {grid, matrix, list}[data.board.kind](now, variableAt(k));
  if (picture) views.append(picture);
  if (domains) views.append(domains);
  parts.push(views);
  parts.push(...ruledOut(k), ...branches(k));
  details.replaceChildren(...parts);
}

function ruledOut(k) {
  const groups = prunes(k);
  if (!groups.length) return [];
  const list = element("ul", "");
  for (const [constraint, codes] of groups.slice(0, 100)) {
    const byVariable = new Map();
    for (const code of codes) {
      const v = variableOf(code);
      if (!byVariable.has(v)) byVariable.set(v, []);
      byVariable.get(v).push(wordOf(v, code - starts[v]));
    }
    const words = [...byVariable].slice(0, 40).map(([v, some]) => (data.decisions ? "" : data.variables[v] + ": ") + some.join(" ")).join(data.decisions ? " " : "; ");
    const more = byVariable.size > 40 ? "; and " + (byVariable.size - 40) + " more" : "";
    const name = constraint >= 0 ? constraintName(constraint) : parent[k] < 0 ? "given, or the problem's own rule" : "the problem's own rule";
    const item = element("li", "");
    item.append(element("b", "", name), " " + words + more);
    list.append(item);
  }
  if (groups.length > 100) list.append(element("li", "note", "and " + (groups.length - 100) + " more prunings"));
  return [element("h3", "", "Ruled out here"), list];
}

function branches(k) {
  if (branching[k] < 0) return [];
  const line = element("div", "values"), rest = untried(k);
  let number = 0;
  for (let child = k + 1; child < end[k] && number < 60; child = end[child], number++) {
    const kind = kindOf(child, seen), badge = element("button", "badge " + kind, MARK[kind] + " " + wordOf(branching[k], choice[child]));
    badge.title = meaningOf(child, seen);
    badge.addEventListener("click", () => choose(child, true));
    line.append(badge);
  }
  for (const one of rest.slice(0, 60)) line.append(valueBadge(one));
  if (rest.length > 60) line.append(element("span", "note", "and " + (rest.length - 60) + " more"));
  if (leftOut.has(k)) line.append(element("span", "note", leftWords(leftOut.get(k))));
  return [element("h3", "", "Branches on " + data.variables[branching[k]]), line];
}

// -- boards --------------------------------------------------------------------------------------------------

function drawn(k) {
  const pictures = data.pictures;
  if (!pictures || !pictures.of[k]) return null;
  const [width, height, ...parts] = pictures.of[k];
  const box = element("div", "");
  const m = 6, body = parts.map((part) => pictures.parts[part]).join("");
  box.innerHTML = `<svg class="picture" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="the board" width="${width + 2 * m}" height="${height + 2 * m}" viewBox="${-m} ${-m} ${width + 2 * m} ${height + 2 * m}" text-anchor="middle">${body}</svg>`;
  return box;
}

function left(now, v) {
  const some = [];
  valuesOf(v).forEach((name, w) => { if (!now.gone[starts[v] + w]) some.push(w); });
  return some;
}

const lostHere = (now, v) => valuesOf(v).some((_, w) => now.here.has(starts[v] + w));

function fillCell(cell, now, v, current) {
  const names = valuesOf(v), some = left(now, v), isDecided = now.decided.has(v);
  cell.title = data.variables[v] + ": " + (some.map((w) => names[w]).join(" ") || "nothing left");
  if (v === current) cell.classList.add("now");
  if (!some.length) { cell.classList.add("empty"); cell.textContent = "∅"; return; }
  if (isDecided || (data.forces && some.length === 1)) {
    cell.textContent = names[some[0]];
    cell.classList.add(data.givens.has(v) ? "given" : "found");
    if (!isDecided && lostHere(now, v)) cell.classList.add("lost");
    return;
  }
  if (lostHere(now, v)) cell.classList.add("lost");
  if (names.length > 25) { cell.append(element("span", "note", some.length + "…")); return; }
  const marks = element("div", "marks");
  const columns = Math.ceil(Math.sqrt(names.length));
  marks.style.gridTemplateColumns = "repeat(" + columns + ", 1fr)";
  names.forEach((name, w) => marks.append(now.here.has(starts[v] + w) ? element("s", "", name) : element("span", "", now.gone[starts[v] + w] ? "" : name)));
  cell.append(marks);
}

function grid(now, current) {
  const {rows, columns, cells, fixed, borders, signs} = data.board;
  const table = element("table", rows * columns > 400 ? "board many" : "board");
  const where = new Map(cells.map((cell, v) => [cell, v]));
  for (let r = 0; r < rows; r++) {
    const line = table.insertRow();
    for (let c = 0; c < columns; c++) {
      const cell = line.insertCell(), spot = r * columns + c;
      if (borders[spot]) cell.className = borders[spot];
      if (where.has(spot)) fillCell(cell, now, where.get(spot), current);
      else { cell.classList.add(spot in fixed ? "fixed" : "none"); cell.textContent = fixed[spot] || ""; }
      for (const side of ["r", "b"]) if (signs[spot + side]) cell.append(element("span", "sign " + side, signs[spot + side]));
    }
  }
  return scrolling(table);
}

function matrix(now, current) {
  const {columns, places} = data.board, table = element("table", "matrix"), head = table.createTHead().insertRow();
  head.append(element("th", ""));
  for (const name of columns) { const th = element("th", "", name); th.scope = "col"; head.append(th); }
  const body = table.createTBody();
  for (let v = 0; v < data.declared; v++) {
    const line = body.insertRow(), name = element("th", "", data.variables[v]), some = left(now, v);
    name.scope = "row";
    line.append(name);
    columns.forEach((_, c) => {
      const cell = line.insertCell(), w = places[data.listOf[v]][c];
      if (w < 0) { cell.className = "none"; return; }
      const code = starts[v] + w;
      if (now.gone[code]) {
        cell.textContent = "×";
        cell.className = now.here.has(code) ? "lost" : "out";
      } else if (now.decided.get(v) === w || (data.forces && some.length === 1)) {
        cell.textContent = "●";
        cell.className = v === current ? "now" : "";
      }
      if (!some.length) cell.classList.add("empty");
    });
  }
  return scrolling(table);
}

function list(now, current) {
  if (!data.declared) return null;
  const table = element("table", "matrix");
  const order = [];
  for (let v = 0; v < data.declared; v++) order.push(v);
  for (const v of order.slice(0, 300)) {
    const line = table.insertRow(), name = element("th", "", data.variables[v]), cell = line.insertCell(), some = left(now, v);
    name.scope = "row";
    line.prepend(name);
    const shown = some.slice(0, 30).map((w) => valuesOf(v)[w]).join(" ") + (some.length > 30 ? " … (" + some.length + " left)" : "");
    cell.textContent = some.length ? shown : "∅ nothing left";
    cell.className = !some.length ? "empty" : v === current ? "now" : lostHere(now, v) ? "lost" : now.decided.has(v) ? "given" : "";
  }
  if (data.declared > 300) table.insertRow().append(element("td", "note", "and " + (data.declared - 300) + " more variables"));
  return scrolling(table);
}

function scrolling(table) {
  const box = element("div", "scroll");
  box.append(table);
  return box;
}

// -- replay ---------------------------------------------------------------------------------------------------

const slider = byId("slider"), map = byId("map");
let timer = 0, picture = null;

function replay(to) {
  seen = Math.max(0, Math.min(N - 1, to));
  slider.value = seen;
  byId("where").textContent = (seen + 1).toLocaleString("en") + " of " + N.toLocaleString("en") + " nodes and failures";
  picture = null;
  choose(seen, true);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "▶ play";
  byId("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (timer) return pause();
  if (seen >= N - 1) replay(0);
  const speed = +byId("speed").value, at_once = Math.max(1, Math.round(speed / 20));
  timer = setInterval(() => { if (seen >= N - 1) pause(); else replay(seen + at_once); }, 1000 * at_once / speed);
  byId("play").textContent = "❚❚ pause";
  byId("play").setAttribute("aria-pressed", "true");
}

function jump(what) {
  pause();
  let k = (seen >= N - 1 && chosen < seen ? chosen : seen) + 1;
  while (k < N && fate[k] !== what) k++;
  if (k < N) replay(k);
}

slider.max = N - 1;
slider.addEventListener("input", () => { pause(); replay(+slider.value); });
byId("start").addEventListener("click", () => { pause(); replay(0); });
byId("back").addEventListener("click", () => { pause(); replay(seen - 1); });
byId("step").addEventListener("click", () => { pause(); replay(seen >= N - 1 && chosen < seen ? chosen + 1 : seen + 1); });
byId("play").addEventListener("click", play);
byId("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
byId("dead").addEventListener("click", () => jump(REFUSED));
byId("found").addEventListener("click", () => jump(SOLUTION));
byId("open").addEventListener("click", () => foldAll(true));
byId("close").addEventListener("click", () => foldAll(false));
byId("ways").addEventListener("click", () => {
  for (let k = 0; k < N; k++) opened[k] = leads[k];
  arrange();
  choose(chosen, true);
});

// -- the map: every node as a strip as wide as what lies below it, the root on top ------------------------------

function paintMap() {
  const style = getComputedStyle(document.documentElement), scale = window.devicePixelRatio || 1;
  const wide = Math.floor(map.clientWidth * scale), high = Math.floor(map.clientHeight * scale);
  const strip = Math.max(scale, Math.min(14 * scale, high / (deepest + 1)));
  if (!wide || !high) return;
  if (picture === null || picture.width !== wide || picture.height !== high) {
    picture = element("canvas");
    map.width = picture.width = wide;
    map.height = picture.height = high;
    const context = picture.getContext("2d");
    const paints = {solution: "solution", way: "new-edge", failed: "conflict-edge", refused: "failed", open: "line", unvisited: "line"};
    const colours = {};
    for (const kind in paints) colours[kind] = style.getPropertyValue("--" + paints[kind]);
    for (let k = 0; k < N; k++) {
      const x = k / N * wide, kind = kindOf(k, seen);
      context.globalAlpha = k > seen ? 0.2 : kind === "way" || kind === "failed" ? 0.55 : 1;
      context.fillStyle = colours[kind];
      context.fillRect(x, level[k] * strip, Math.max((end[k] - k) / N * wide - (wide / N > 3 ? 1 : 0), 0.5), strip - (strip > 4 ? 1 : 0));
    }
  }
  const context = map.getContext("2d");
  context.clearRect(0, 0, wide, high);
  context.drawImage(picture, 0, 0);
  context.fillStyle = style.getPropertyValue("--ink");
  context.fillRect(chosen / N * wide - scale, 0, 2 * scale, high);
}

map.addEventListener("click", (event) => {
  const strip = Math.max(1, Math.min(14, map.clientHeight / (deepest + 1)));
  let k = Math.min(N - 1, Math.floor(event.offsetX / map.clientWidth * N));
  while (level[k] > Math.floor(event.offsetY / strip)) k = parent[k];
  choose(k, true);
});
new ResizeObserver(() => paintMap()).observe(map);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { picture = null; paintMap(); });

// -- the beginning ------------------------------------------------------------------------------------------------

data.givens = new Set(data.given.map(([v]) => v));
byId("title").textContent = data.title;
byId("summary").textContent = data.summary;
for (const [kind, meaning] of Object.entries(data.meanings)) {
  const item = element("li", "");
  item.append(element("span", "badge " + kind, MARK[kind]), meaning);
  byId("legend").append(item);
}
if (N) {
  let shown = roots.length;
  for (let k = 0; k < N && shown < 400; k++) {
    if (k === 0 || opened[parent[k]] || parent[k] < 0) { opened[k] = folds(k) ? 1 : 0; shown += childCount[k] + 1; }
  }
  arrange();
  slider.value = N - 1;
  byId("where").textContent = N.toLocaleString("en") + " nodes and failures";
  const asked = parseInt(location.hash.slice(1), 10);
  choose(asked >= 0 && asked < N ? asked : 0, true);
  addEventListener("hashchange", () => { const k = parseInt(location.hash.slice(1), 10); if (k >= 0 && k < N) choose(k, true); });
}
document.documentElement.dataset.ready = Math.round(performance.now());
