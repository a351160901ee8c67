// Lines between points, for boards on whose edges the player draws: into the picture, below its circles and numbers.

/** Draws the edges: lines and crosses, the colours of hints below them, and a frame around the edge of the player. */
function drawStrokes(layer, cells, current, nameOf, lightOf) {
  const {x: left, y: top} = layer.ownerSVGElement.viewBox.baseVal, shapes = [[], [], [], []];

  function shape(level, kind, className, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    made.setAttribute("class", className);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    shapes[level].push(made);
  }

  cells.forEach(({at: [, , x, y, wide, high], runs}, k) => {
    if (!runs) return;
    const isAcross = runs === "across", middleX = left + x + wide / 2, middleY = top + y + high / 2, light = lightOf(k), name = nameOf(k);
    const along = isAcross ? `M${left + x} ${middleY}h${wide}` : `M${middleX} ${top + y}v${high}`;
    if (light) shape(0, "path", `light ${light}`, {d: along});
    if (name === "line") shape(1, "path", "line", {d: along});
    else if (name !== null) shape(2, "path", "cross", {d: `M${middleX - 4} ${middleY - 4}l8 8m0 -8l-8 8`});
    const [halfX, halfY] = isAcross ? [wide / 2, high / 5] : [wide / 5, high / 2];
    if (k === current) shape(3, "rect", "frame", {x: middleX - halfX, y: middleY - halfY, width: 2 * halfX, height: 2 * halfY, rx: 5});
  });
  layer.replaceChildren(...shapes.flat());
}
