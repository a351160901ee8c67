// A table that scrolls sideways can be reached and scrolled with the keyboard alone.

function mark() {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap, .picture")) {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute("tabindex");
  }
}

addEventListener("load", mark);
addEventListener("resize", mark);
