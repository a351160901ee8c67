// Areas, for boards on which a value covers cells, such as a rectangle of shikaku: they are drawn from corner to corner.

/** The numbers of the cells in the rectangle between two of them. */
function rectangle(cells, one, other) {
  const [[r, c], [row, column]] = [cells[one].at, cells[other].at];
  const isBetween = (spot, a, b) => Math.min(a, b) <= spot && spot <= Math.max(a, b);
  return cells.flatMap(({at}, k) => (isBetween(at[0], r, row) && isBetween(at[1], c, column) ? [k] : []));
}

/** Draws areas, each with its colour and a line around it. */
function drawAreas(layer, cells, areas) {
  const {x: left, y: top} = layer.ownerSVGElement.viewBox.baseVal, shapes = [];

  function shape(className, d, colour) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
    made.setAttribute("class", className);
    made.setAttribute("d", d);
    if (colour) made.style.fill = `var(--${colour})`;
    shapes.push(made);
  }

  for (const {covered, colour, kind} of areas) {
    const spots = new Set(covered.map((k) => String(cells[k].at.slice(0, 2))));
    let filling = "", border = "";
    for (const [r, c, x, y, wide, high] of covered.map((k) => cells[k].at)) {
      const beyond = (row, column, line) => { if (!spots.has(String([row, column]))) border += line; };
      filling += `M${left + x} ${top + y}h${wide}v${high}h${-wide}z`;
      beyond(r - 1, c, `M${left + x} ${top + y}h${wide}`);
      beyond(r + 1, c, `M${left + x} ${top + y + high}h${wide}`);
      beyond(r, c - 1, `M${left + x} ${top + y}v${high}`);
      beyond(r, c + 1, `M${left + x + wide} ${top + y}v${high}`);
    }
    shape(`filling ${kind}`, filling, colour);
    shape(`border ${kind}`, border);
  }
  layer.replaceChildren(...shapes);
}

/** Tells of two cells when a pointer is dragged from one to the other, or taps one; on its way where it is. A second finger ends it. */
function followDrag(grid, boxes, onMove, onEnd) {
  const cellAt = ({clientX, clientY}) => boxes.indexOf(document.elementFromPoint(clientX, clientY)?.closest("[role=gridcell]"));
  let begin = -1, end = -1, pointer = null;
  const cancel = () => {
    if (begin >= 0) onMove(-1, -1);
    begin = -1;
  };
  grid.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (begin >= 0) return cancel();
    begin = end = cellAt(event);
    pointer = event.pointerId;
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  grid.addEventListener("pointermove", (event) => {
    const k = begin < 0 || event.pointerId !== pointer ? -1 : cellAt(event);
    if (k < 0 || k === end) return;
    end = k;
    onMove(begin, end);
  });
  addEventListener("pointerup", (event) => {
    if (begin >= 0 && event.pointerId === pointer) onEnd(begin, end);
    if (event.pointerId === pointer) begin = -1;
  });
  addEventListener("pointercancel", cancel);
}
