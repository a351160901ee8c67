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
    const along = (aside) => (isAcross ? `M${left + x} ${middleY + aside}h${wide}` : `M${middleX + aside} ${top + y}v${high}`);
    const half = Math.min(wide, high) / 2, [toX, toY] = isAcross ? [wide / 2 - half, 0] : [0, high / 2 - half];
    if (light) shape(0, "path", `light ${light}`, {d: along(0)});
    if (name === "line") shape(1, "path", "line", {d: along(0)});
    else if (name === "two lines") shape(1, "path", "line double", {d: along(-5) + along(5)});
    else if (name !== null) {
      for (const side of toX || toY ? [-1, 1] : [0]) shape(2, "path", "cross", {d: `M${middleX + side * toX - 4} ${middleY + side * toY - 4}l8 8m0 -8l-8 8`});
    }
    const [halfX, halfY] = isAcross ? [wide / 2, high / 5] : [wide / 5, high / 2];
    if (k === current) shape(3, "rect", "frame", {x: middleX - halfX, y: middleY - halfY, width: 2 * halfX, height: 2 * halfY, rx: 5});
  });
  layer.replaceChildren(...shapes.flat());
}
