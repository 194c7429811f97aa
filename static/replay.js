// Plays a game on by itself, record by record, and shows where what moved came from. Nothing is decided here: it presses the button that a
// reader would press.

// What moves is seen in a moment; a fight with its dice and sums wants to be read.
const PAUSE = 1200, LETTER = 28, DIE = 500, LONGEST = 9000;
const pause = () => {
  const told = document.querySelector(".this-record");
  const dice = told?.querySelectorAll(".die").length ?? 0;
  return Math.min(LONGEST, PAUSE + LETTER * (told?.innerText.length ?? 0) + DIE * dice);
};
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
  clearTimeout(timer);
  timer = 0;
  label();
}

// Waits until what is shown can have been read, and goes on; a page that is still being fetched, or not looked at, is waited for.
function wait() {
  timer = setTimeout(() => {
    if (document.hidden || table.hasAttribute("aria-busy")) return wait();
    step();
  }, pause());
}

function step() {
  if (!next()) return stop();
  next().click();
  wait();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (timer) return stop();
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
