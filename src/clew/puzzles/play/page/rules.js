"use strict";
// The rules of a puzzle: which values break one, as far as the cells that are filled show.
// A rule is a constraint as the JSON of clew has it; a kind that is not in KINDS is unknown here, and is left out.

/** What the page asks: whether all rules can be checked, and which are broken, with the cells that break them. */
function makeRules(data, cells, valueAt) {
  const RELATIONS = {
    "==": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
  };
  const code = (thing) => JSON.stringify(thing);
  const numbers = new Map(cells.map((cell, k) => [code(cell.name || cell.at.slice(0, 2)), k]));
  const known = (name) => {
    const k = numbers.get(code(name));
    return k === undefined || valueAt(k) === null ? undefined : data.values[valueAt(k)];
  };
  const isKnown = (name) => known(name) !== undefined;
  const possible = (name) => {
    if (isKnown(name)) return [known(name)];
    const k = numbers.get(code(name));
    return k === undefined ? null : cells[k].values.map((value) => data.values[value]);
  };
  const whole = (test) => (form, scope) => (scope.every(isKnown) && !test(form, scope.map(known)) ? scope : []);
  const FORMULA = {
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "//": (a, b) => Math.floor(a / b),
    "%": (a, b) => a - b * Math.floor(a / b), "**": (a, b) => a ** b,
  };

  function calculated([kind, ...parts], values) {
    if (kind === "variable") return values[parts[0]];
    if (kind === "constant") return parts[0];
    const done = parts.map((part) => calculated(part, values));
    return kind === "abs" ? Math.abs(done[0]) : done.reduce(FORMULA[kind]);
  }

  function clash(form, scope) {
    const first = new Map(), found = new Set(), exceptions = (form.exceptions || []).map(code);
    scope.forEach((name, k) => {
      if (!isKnown(name)) return;
      let target = form.offsets ? known(name) + form.offsets[k] : known(name);
      if (form.targets) target = form.targets[k][possibleAtFirst(name).indexOf(code(known(name)))];
      const key = code(target);
      if (exceptions.includes(key)) return;
      if (first.has(key)) found.add(first.get(key)).add(name);
      else first.set(key, name);
    });
    return [...found];
  }

  const possibleAtFirst = (name) => cells[numbers.get(code(name))].values.map((value) => code(data.values[value]));

  function sum(form, scope) {
    let low = 0, high = 0;
    for (let k = 0; k < scope.length; k++) {
      const some = possible(scope[k]);
      if (some === null) return [];
      const each = some.map((value) => value * form.coefficients[k]);
      low += Math.min(...each);
      high += Math.max(...each);
    }
    const b = form.bound;
    const fails = {"==": low > b || high < b, "!=": low === b && high === b, "<": low >= b, "<=": low > b, ">": high <= b, ">=": high < b};
    return fails[form.relation] ? scope.filter(isKnown) : [];
  }

  function counted(form, scope) {
    const fails = ([value, low, high]) => {
      const sure = scope.filter((name) => code(known(name)) === code(value)).length;
      const most = scope.filter((name) => (possible(name) || [value]).some((one) => code(one) === code(value))).length;
      return sure > high || most < low;
    };
    return form.counts.some(fails) ? scope.filter(isKnown) : [];
  }

  function read(form, scope) {
    const steps = new Map();
    for (const [state, value, after] of form.transitions) {
      if (!steps.has(state)) steps.set(state, new Map());
      steps.get(state).set(code(value), after);
    }
    let states = new Set([form.initial]);
    for (const name of scope) {
      const some = isKnown(name) ? [code(known(name))] : null, after = new Set();
      for (const state of states) {
        const from = steps.get(state) || new Map();
        for (const value of some || from.keys()) if (from.has(value)) after.add(from.get(value));
      }
      states = after;
    }
    return form.accepting.some((state) => states.has(state)) ? [] : scope.filter(isKnown);
  }

  function apart(form, scope) {
    const counting = [form.value, ...(form.also || [])].map(code);
    const has = (name) => isKnown(name) && counting.includes(code(known(name))), next = new Map();
    const wanted = [...form.fixed, ...scope.filter(has)].map(code);
    for (const name of [...form.fixed, ...form.joints, ...scope.filter((name) => has(name) || !isKnown(name))]) next.set(code(name), []);
    for (const [one, other] of form.edges.map((edge) => edge.map(code))) {
      if (!next.has(one) || !next.has(other)) continue;
      next.get(one).push(other);
      next.get(other).push(one);
    }
    const reached = new Set(wanted.slice(0, 1));
    for (const vertex of reached) for (const other of next.get(vertex)) reached.add(other);
    return wanted.every((vertex) => reached.has(vertex)) ? [] : scope.filter(has);
  }

  function closed(form, scope) {
    const ends = form.edges.map((edge) => edge.map(code)), chosen = scope.flatMap((name, k) => (known(name) === 1 ? [k] : []));
    const degrees = (some) => {
      const found = new Map();
      for (const k of some) for (const vertex of ends[k]) found.set(vertex, (found.get(vertex) || 0) + 1);
      return found;
    };
    let kept = chosen, before, degree;
    do {  // edges that end nowhere are in no cycle
      [before, degree] = [kept, degrees(kept)];
      kept = before.filter((k) => ends[k].every((vertex) => degree.get(vertex) > 1));
    } while (kept.length < before.length);
    const isOneCycle = () => {
      const reached = new Set(ends[kept[0]]), next = new Map([...degree.keys()].map((vertex) => [vertex, []]));
      for (const k of kept) for (const vertex of ends[k]) next.get(vertex).push(...ends[k]);
      for (const vertex of reached) for (const other of next.get(vertex)) reached.add(other);
      return [...degree].every(([vertex, count]) => count === 2 && reached.has(vertex));
    };
    if (!kept.length || (form.may_close && kept.length === chosen.length && isOneCycle())) return [];
    return kept.map((k) => scope[k]);
  }

  const KINDS = {
    AllDifferent: clash, Linear: sum, Count: counted, Regular: read, Connected: apart, Acyclic: closed,
    Comparison: whole((form, [a, b]) => RELATIONS[form.relation](a, b === undefined ? form.constant : b)),
    Product: whole((form, values) => RELATIONS[form.relation](values.reduce((a, b) => a * b, 1), form.bound)),
    Table: whole((form, values) => form.tuples.some((one) => code(one) === code(values)) === form.allowed),
    Formula: whole((form, values) => RELATIONS[form.relation](calculated(form.left, values), calculated(form.right, values))),
    DistinctVectors: (form) => {
      const full = form.vectors.filter((vector) => vector.every(isKnown)), first = new Map(), found = [];
      for (const vector of full) {
        const key = code(vector.map(known));
        if (first.has(key)) found.push(...first.get(key), ...vector);
        else first.set(key, vector);
      }
      return found;
    },
    And: (form) => form.parts.flatMap((part) => wrongIn(part, part.scope)),
    Or: whole((form) => form.parts.some((part) => !wrongIn(part, part.scope).length)),
    Not: whole((form) => wrongIn(form.parts[0], form.parts[0].scope).length > 0),
  };
  const understands = (form) => form.type in KINDS && (form.parts || []).every(understands);
  const scopeOf = (form, scope) => scope || (form.parts ? form.parts.flatMap((part) => scopeOf(part, part.scope)) : []);
  const wrongIn = (form, scope) => KINDS[form.type](form, scopeOf(form, scope));
  const rules = data.rules.filter(([, body]) => understands(data.bodies[body]));

  return {
    checksAll: data.isComplete && data.isWhole && rules.length === data.rules.length,
    broken() {
      const found = new Set(), wrong = new Set();
      for (const [name, body, scope] of rules) {
        const names = wrongIn(data.bodies[body], scope);
        if (names.length) found.add(name);
        for (const one of names) if (numbers.has(code(one))) wrong.add(numbers.get(code(one)));
      }
      return {found: [...found], wrong: [...wrong]};
    },
  };
}
