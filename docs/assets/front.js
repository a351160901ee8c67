// The board of the home page: as high as its page needs, and another one when the button asks for it.
const frame = document.getElementById("front"), button = document.getElementById("another");

function fit() {
  const inside = frame.contentDocument?.body;
  if (!inside) return;
  const grow = () => { frame.style.height = `${Math.ceil(inside.getBoundingClientRect().height) + 2}px`; };
  new frame.contentWindow.ResizeObserver(grow).observe(inside);
  grow();
}

if (frame) {
  let number = 1;
  frame.addEventListener("load", fit);
  fit();
  button.hidden = false;
  button.addEventListener("click", () => {
    number = number % Number(frame.dataset.number) + 1;
    frame.contentWindow.location.replace(new URL(`${number}.html`, frame.src));
    document.getElementById("search").href = new URL(`${number}-search.html`, frame.src);
  });
}
