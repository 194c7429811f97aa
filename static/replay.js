// Plays a game on by itself, record by record, and shows where what moved came from. Nothing is decided here: it presses the button that a
// reader would press.

const PAUSE = 1400;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0;

const next = () => document.querySelector('.steps a[data-key="ArrowRight"]');
const table = document.querySelector("[data-replay]");

function label() {
  const button = document.querySelector("[data-play]");
  if (!button) return;
  const word = timer ? "Pause" : "Play";
  button.hidden = !next() && !timer;
  // A text that is set anew is a change, which would call for this again.
  if (button.textContent !== word) button.textContent = word;
  button.setAttribute("aria-pressed", String(Boolean(timer)));
}

function stop() {
  clearInterval(timer);
  timer = 0;
  label();
}

function step() {
  if (document.hidden || table.hasAttribute("aria-busy")) return;
  if (next()) next().click();
  else stop();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (timer) return stop();
    timer = setInterval(step, PAUSE);
    step();
    label();
  } else if (timer && event.isTrusted && event.target.closest(".steps a, .index a")) stop();
});
document.addEventListener("keydown", (event) => { if (timer && event.isTrusted && event.key !== "Tab") stop(); });

// Where each piece stands, in the drawing's own units.
function places() {
  const found = new Map();
  for (const piece of document.querySelectorAll("#layer [data-piece]")) {
    const shift = piece.getAttribute("transform")?.match(/translate\(([-\d.]+)[ ,]([-\d.]+)/);
    if (shift) found.set(piece.dataset.piece, [Number(shift[1]), Number(shift[2]), piece]);
  }
  return found;
}

let stood = places();
new MutationObserver(() => {
  const stands = places();
  if (stands.size && document.getElementById("layer") !== layer) {
    layer = document.getElementById("layer");
    if (!calm.matches) for (const [id, [x, y, piece]] of stands) {
      const [fromX, fromY] = stood.get(id) ?? [x, y];
      if (fromX === x && fromY === y) continue;
      const at = (dx, dy) => `translate(${dx}px, ${dy}px)`;
      piece.animate([{ transform: at(fromX, fromY) }, { transform: at(x, y) }], { duration: 700, easing: "ease-in-out" });
    }
    stood = stands;
  }
  label();
}).observe(table, { childList: true, subtree: true });
let layer = document.getElementById("layer");
label();
