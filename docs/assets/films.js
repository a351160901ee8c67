// Films that can be paused and stepped: the picture of a film plays by itself, and so it is put into the page, with
// buttons. Those who ask their system for less motion find it paused.

const WORDS = {
  en: { film: "Film", back: "◀ back", play: "▶ play", pause: "❚❚ pause", step: "step ▶", of: "of" },
  fr: { film: "Film", back: "◀ retour", play: "▶ lire", pause: "❚❚ pause", step: "pas ▶", of: "sur" },
};
const words = WORDS[document.documentElement.lang] ?? WORDS.en;

function button(label, press) {
  const made = document.createElement("button");
  made.type = "button";
  name(made, label);
  made.addEventListener("click", press);
  return made;
}

/** Write a label on a button; its sign is for the eye only. */
function name(button, label) {
  const parts = label.split(" ").map((part) => {
    const made = document.createElement("span");
    made.textContent = part;
    if (!/\p{L}/u.test(part)) made.setAttribute("aria-hidden", "true");
    return made;
  });
  button.replaceChildren(parts[0], " ", parts[1]);
}

/** The buttons of a film: its frames are shown one at a time. */
function controls(svg, frames) {
  const seconds = parseFloat(/animation:[\w-]+ ([\d.]+)s/.exec(svg.querySelector("style").textContent)[1]);
  const beats = frames.map((frame) => Number(frame.getAttribute("class").split("-").pop()));
  const beat = (1000 * seconds) / beats.reduce((sum, one) => sum + one, 0);
  let now = frames.findIndex((frame) => !frame.hasAttribute("visibility"));
  let timer = null;
  const place = document.createElement("span");

  function show(k) {
    now = (k + frames.length) % frames.length;
    frames.forEach((frame, one) => frame.setAttribute("visibility", one === now ? "visible" : "hidden"));
    place.textContent = `${now + 1} ${words.of} ${frames.length}`;
  }
  function pause() {
    clearTimeout(timer);
    timer = null;
    name(toggle, words.play);
  }
  function play() {
    timer = setTimeout(() => {
      show(now + 1);
      play();
    }, beat * beats[now]);
    name(toggle, words.pause);
  }
  function to(k) {
    pause();
    show(k);
  }
  const toggle = button(words.play, () => (timer === null ? play() : pause()));
  const bar = document.createElement("span");
  bar.className = "film-buttons";
  bar.append(button(words.back, () => to(now - 1)), toggle, button(words.step, () => to(now + 1)), place);
  for (const frame of frames) frame.style.animation = "none";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(now);
  else {
    show(0);
    play();
  }
  return bar;
}

async function film(image) {
  const text = await (await fetch(image.src)).text();
  if (!text.includes("@keyframes clew-")) return;
  // In the page the picture follows the site's switch between light and dark.
  const following = text.replaceAll("@media(prefers-color-scheme:dark)", '[data-md-color-scheme="slate"]');
  const parsed = new DOMParser().parseFromString(following, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  const frames = [...svg.querySelectorAll('g[style*="animation-delay"]')];
  if (!frames.length) return;
  svg.setAttribute("aria-label", image.alt);
  svg.style.cssText = image.style.cssText;
  const whole = document.createElement("span");
  whole.className = "film";
  whole.setAttribute("role", "group");
  whole.setAttribute("aria-label", words.film);
  const frame = image.closest(".picture") ?? image;
  frame.replaceWith(whole);
  if (frame !== image) {
    image.replaceWith(svg);
    whole.append(frame);
  } else whole.append(svg);
  whole.append(controls(svg, frames));
}

for (const image of document.querySelectorAll('article img[src$=".svg"]')) {
  film(image).catch(() => {}); // it plays as it is
}
