// The arrow keys move from cell to cell, past the clues. Without this, Tab does.
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

document.querySelector("table").addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = event.currentTarget.rows;
  const here = event.target.closest("td");
  let row = here.parentElement.rowIndex + step[0];
  let column = here.cellIndex + step[1];
  while (rows[row]?.cells[column]) {
    const field = rows[row].cells[column].querySelector("input");
    if (field) {
      field.focus();
      field.select();
      return;
    }
    row += step[0];
    column += step[1];
  }
});
