// The time of a player: it runs from the first move on, while the page is seen, until the puzzle is solved.

/** A clock that an element shows. */
function makeClock(element) {
  let seconds = 0, isRunning = false;
  const show = () => { element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`; };
  const tick = () => {
    if (!isRunning || document.hidden) return;
    seconds += 1;
    show();
  };
  setInterval(tick, 1000);
  show();
  return {
    seconds: () => seconds,
    set(number) { seconds = number; show(); },
    run(isOn) { isRunning = isOn; },
  };
}
