// Counters that lie one on another, or that are too small on this screen to be told apart, fan out when their stack is
// touched, clicked or reached by the keyboard. Then each is an ordinary link again. Without this script the list "Who is
// where" says the same.

const SVG = "http://www.w3.org/2000/svg";
const coarse = matchMedia("(pointer: coarse)");
let open = null;

// Screen pixels to one unit of the drawing.
const pace = (svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;

function crowded(stack) {
  if (stack.dataset.deep) return true;
  const svg = stack.ownerSVGElement;
  return Number(svg.dataset.counter) * pace(svg) < (coarse.matches ? 40 : 22);
}

function fanOut(stack) {
  const focus = stack.contains(document.activeElement) ? document.activeElement : null;
  fold();
  const below = stack.ownerSVGElement;
  const unit = pace(below), counter = Number(below.dataset.counter);
  const pieces = [...stack.querySelectorAll(".piece")];
  // At least as large as a finger needs, and never smaller than on the map.
  const grown = Math.max(1, (coarse.matches ? 46 : 42) / (counter * unit));
  const pitch = counter * grown * 1.14, margin = counter * grown * .24;
  const view = stack.closest("[data-map]");
  const seen = view.getBoundingClientRect(), sheet = below.getBoundingClientRect();
  const most = Math.max(1, Math.floor((seen.width / unit - 2 * margin) / pitch));
  const columns = Math.min(most, Math.ceil(Math.sqrt(pieces.length * 1.4)));
  const rows = Math.ceil(pieces.length / columns);
  const wide = columns * pitch + margin, high = rows * pitch + margin;
  const box = stack.getBBox();
  // About the stack, but wholly in what is seen of the sheet.
  const within = (middle, size, from, to) => Math.max(from + size / 2, Math.min(middle, to - size / 2));
  const x = within(box.x + box.width / 2, wide, (seen.left - sheet.left) / unit + 4, (seen.right - sheet.left) / unit - 4);
  const y = within(box.y + box.height / 2, high, (seen.top - sheet.top) / unit + 4, (seen.bottom - sheet.top) / unit - 4);

  const above = document.createElementNS(SVG, "svg");
  above.setAttribute("class", "fan");
  above.setAttribute("viewBox", below.getAttribute("viewBox"));
  above.setAttribute("font-family", below.getAttribute("font-family"));
  above.setAttribute("fill", "none");
  const paper = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ class: "fan-paper", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 8 })) paper.setAttribute(name, value);
  above.append(paper);
  open = { stack, above, home: document.createComment("fan"), was: pieces.map((p) => p.getAttribute("transform")) };
  stack.replaceWith(open.home);
  above.append(stack);
  below.parentElement.append(above);
  stack.classList.add("fanned");
  pieces.forEach((piece, i) => {
    const row = Math.floor(i / columns), held = row + 1 === rows ? pieces.length - row * columns : columns;
    const px = x + (i % columns - (held - 1) / 2) * pitch, py = y + (row - (rows - 1) / 2) * pitch;
    const size = Number(open.was[i].match(/scale\(([\d.]+)\)/)?.[1] ?? 1);
    piece.setAttribute("transform", `translate(${px} ${py}) scale(${size * grown})`);
  });
  focus?.focus({ preventScroll: true });
}

function fold() {
  if (!open) return;
  const { stack, above, home, was } = open;
  open = null;
  const focus = stack.contains(document.activeElement) ? document.activeElement : null;
  // The map may have been drawn anew in the meantime; then there is nothing to put back.
  if (home.isConnected) {
    [...stack.querySelectorAll(".piece")].forEach((piece, i) => piece.setAttribute("transform", was[i]));
    stack.classList.remove("fanned");
    home.replaceWith(stack);
    focus?.focus({ preventScroll: true });
  }
  above.remove();
}

// Before the table's own handler, which takes a piece in hand.
document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stack = event.target.closest?.(".layer .stack");
  if (stack && !stack.classList.contains("fanned") && crowded(stack)) {
    event.preventDefault();
    fanOut(stack);
  } else if (open && !open.above.contains(event.target)) {
    fold();
  }
}, { capture: true });

document.addEventListener("focusin", (event) => {
  const stack = event.target.closest?.(".layer .stack");
  if (stack && !stack.classList.contains("fanned") && event.target.matches(":focus-visible") && crowded(stack)) fanOut(stack);
  else if (open && !stack && event.target.matches(":focus-visible")) fold();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !open) return;
  event.preventDefault();
  fold();
}, { capture: true });
