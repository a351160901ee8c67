// The searches of the course, for n queens. Each is a generator that changes `view` and yields after each step, so that
// a page can show the steps one by one, or count them all.
//
// `given` has the column of each queen that was placed by hand, or -1. A domain is a mask of columns.

const attacks = (row, column, other, there) =>
  column === there || Math.abs(column - there) === Math.abs(row - other);

/** The first pair of rows whose queens attack each other, or null. */
export function conflict(queens) {
  for (let row = 1; row < queens.length; row++)
    for (let other = 0; other < row; other++)
      if (queens[row] >= 0 && queens[other] >= 0 && attacks(row, queens[row], other, queens[other])) return [other, row];
  return null;
}

/** The squares of a row that no queen on the board attacks. */
export function free(queens, row) {
  let left = 0;
  for (let column = 0; column < queens.length; column++)
    if (queens.every((there, other) => there < 0 || other === row || !attacks(row, column, other, there)))
      left |= 1 << column;
  return left;
}

export const has = (mask, column) => (mask >> column) & 1;
const single = (mask) => (mask & (mask - 1)) === 0;
const size = (mask) => mask.toString(2).replaceAll("0", "").length;
const column = (mask) => 31 - Math.clz32(mask);

function* columns(mask) {
  for (let one = 0; mask >> one; one++) if (has(mask, one)) yield one;
}

// -- generate and test ---------------------------------------------------------------------------------

function judged(view) {
  view.boards++;
  view.bad = conflict(view.queens);
  view.step = view.bad ? "attacked" : "solution";
  if (!view.bad) view.solutions++;
}

/** One queen in each row: all boards, in the order of an odometer. */
function* every(view, given) {
  const n = given.length;
  view.queens = given.map((there) => Math.max(there, 0));
  for (;;) {
    judged(view);
    yield;
    let row = n - 1;
    while (row >= 0 && (given[row] >= 0 || view.queens[row] === n - 1)) {
      if (given[row] < 0) view.queens[row] = 0;
      row--;
    }
    if (row < 0) return;
    view.queens[row]++;
  }
}

/** One queen in each row and in each column. */
function* permutations(view, given, row = 0) {
  if (row === 0) view.queens = [...given];
  if (row === given.length) {
    judged(view);
    yield;
  } else if (given[row] >= 0) yield* permutations(view, given, row + 1);
  else
    for (let one = 0; one < given.length; one++)
      if (!view.queens.includes(one)) {
        view.queens[row] = one;
        yield* permutations(view, given, row + 1);
        view.queens[row] = -1;
      }
}

// -- backtracking --------------------------------------------------------------------------------------

function entered(view, isComplete) {
  view.nodes++;
  if (isComplete) view.solutions++;
  view.step = isComplete ? "solution" : "placed";
}

function tried(view, row, there) {
  view.tries++;
  view.at = [row, there];
}

/** A value was refused: show it once more, with the reason. */
function* refused(view, step, bad = null) {
  view.failures++;
  view.step = step;
  view.bad = bad;
  yield;
  view.bad = null;
}

function* back(view) {
  view.step = "back";
  view.at = null;
  yield;
}

/** Test each new queen against the earlier ones. */
function* check(view, queens) {
  const row = queens.indexOf(-1);
  view.queens = queens;
  entered(view, row < 0);
  yield;
  if (row < 0) return;
  for (let there = 0; there < queens.length; there++) {
    const now = queens.with(row, there);
    view.queens = now;
    tried(view, row, there);
    const other = now.findIndex((one, place) => place !== row && one >= 0 && attacks(row, there, place, one));
    if (other >= 0) yield* refused(view, "attacked", [other, row]);
    else yield* check(view, now);
  }
  view.queens = queens;
  yield* back(view);
}

/** The domains of the open rows after a queen: what plain forward checking leaves. */
function filtered(left, queens, row, there) {
  return left.map((mask, other) => {
    if (queens[other] >= 0 || other === row) return mask;
    for (const one of columns(mask)) if (attacks(row, there, other, one)) mask ^= 1 << one;
    return mask;
  });
}

const wipedOut = (left) => left.indexOf(0);

/** Forward checking: `choose` picks the next row from the open ones. */
function lookAhead(choose) {
  return function* search(view, queens, left = queens.map((_, row) => free(queens, row))) {
    const open = [...queens.keys()].filter((row) => queens[row] < 0);
    Object.assign(view, { queens, left, isDead: wipedOut(left) >= 0 });
    if (view.isDead) return yield* refused(view, "empty");
    entered(view, open.length === 0);
    yield;
    if (open.length === 0) return;
    const row = choose(open, left);
    for (const there of columns(left[row])) {
      const now = queens.with(row, there);
      const after = filtered(left, queens, row, there);
      tried(view, row, there);
      Object.assign(view, { queens: now, left: after });
      view.empty = wipedOut(after);
      if (view.empty >= 0) yield* refused(view, "empty");
      else yield* search(view, now, after);
    }
    Object.assign(view, { queens, left });
    yield* back(view);
  };
}

const fewest = (open, left) => open.reduce((best, row) => (size(left[row]) < size(left[best]) ? row : best));

// -- propagation ---------------------------------------------------------------------------------------

/** Naked and hidden singles, until nothing changes: the domains that are left, or the row that lost its last square. */
function propagated(left, row, there) {
  left = left.with(row, 1 << there);
  const queue = [row];
  while (queue.length) {
    const from = queue.pop();
    for (let other = 0; other < left.length; other++) {
      if (other === from) continue;
      let kept = left[other];
      for (const one of columns(kept)) if (attacks(from, column(left[from]), other, one)) kept ^= 1 << one;
      if (kept && single(kept) && kept !== left[other]) queue.push(other);
      left[other] = kept;
      if (!kept) return { left, step: "empty", empty: other };
    }
    for (let one = 0; queue.length === 0 && one < left.length; one++) {
      const rows = [...left.keys()].filter((other) => has(left[other], one));
      if (rows.length === 0) return { left, step: "unplaced", lost: one };
      if (rows.length === 1 && !single(left[rows[0]])) {
        left[rows[0]] = 1 << one;
        queue.push(rows[0]);
      }
    }
  }
  return { left };
}

function* unit(view, given) {
  const decided = given.flatMap((there, row) => (there < 0 ? [] : [[row, there]]));
  let left = given.map(() => 2 ** given.length - 1);
  for (const [row, there] of decided) {
    const after = has(left[row], there) ? propagated(left, row, there) : { step: "empty", empty: row, left };
    if (after.step) {
      Object.assign(view, after);
      return yield* refused(view, after.step);
    }
    left = after.left;
  }
  yield* unitBelow(view, left, []);
}

function* unitBelow(view, left, path) {
  const show = (domains, decided) => {
    view.left = domains;
    view.decided = decided;
    view.queens = domains.map((mask) => (mask && single(mask) ? column(mask) : -1));
  };
  const row = left.findIndex((mask) => !single(mask));
  show(left, path);
  entered(view, row < 0);
  yield;
  if (row < 0) return;
  for (const there of columns(left[row])) {
    const after = propagated(left, row, there);
    tried(view, row, there);
    show(after.left, [...path, row]);
    Object.assign(view, after);
    if (after.step) yield* refused(view, after.step);
    else yield* unitBelow(view, after.left, [...path, row]);
  }
  show(left, path);
  yield* back(view);
}

export const SEARCHES = {
  every,
  permutations,
  check,
  forward: lookAhead((open) => open[0]),
  fewest: lookAhead(fewest),
  unit,
};

/** A search that has not begun, with its view. */
export function begun(method, given) {
  const view = { queens: [...given], left: null, at: null, bad: null, step: "start" };
  Object.assign(view, { boards: 0, nodes: 0, tries: 0, failures: 0, solutions: 0 });
  const clash = method === "every" || method === "permutations" ? null : conflict(given);
  return { view, steps: clash ? refused(view, "attacked", clash) : SEARCHES[method](view, [...given]) };
}
