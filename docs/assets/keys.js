// On a narrow page the theme opens the navigation by a label, which the keyboard alone cannot reach.

const drawer = document.getElementById("__drawer");
const label = document.querySelector("label.md-header__button[for=__drawer]");

label.tabIndex = 0;
label.setAttribute("role", "button");
label.setAttribute("aria-label", "Navigation");

function tell() {
  label.setAttribute("aria-expanded", String(drawer.checked));
}

drawer.addEventListener("change", tell);
tell();
label.addEventListener("keydown", (event) => {
  if (event.key !== " ") return; // the theme itself takes Enter
  event.preventDefault();
  label.click();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drawer.checked) return;
  drawer.click();
  label.focus();
});
