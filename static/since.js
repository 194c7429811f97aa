// What has happened, played on the map: each told record in turn rings the places it touched and brings them into view. What it tells stands
// beside it, and without this script each record leads to its own position.

const SVG = "http://www.w3.org/2000/svg";
const PACE = 2600;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let playing = 0;

const box = () => document.querySelector("[data-since]");
const told = () => [...(box()?.querySelectorAll(".entry[data-touches]") ?? [])];

function show(entry) {
  for (const old of document.querySelectorAll(".told-here, .entry.now")) old.classList.contains("entry") ? old.classList.remove("now") : old.remove();
  if (!entry) return;
  entry.classList.add("now");
  const affair = entry.querySelector(".affair");
  if (affair) affair.open = true;
  entry.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  const layer = document.querySelector(".layer svg.pieces");
  const places = entry.dataset.touches.split("|").filter(Boolean);
  let last = null;
  for (const place of places) {
    const shape = layer?.querySelector(`.place[data-place="${CSS.escape(place)}"]`);
    if (!shape) continue;
    last = document.createElementNS(SVG, "polygon");
    last.setAttribute("class", "told-here");
    last.setAttribute("points", shape.getAttribute("points"));
    layer.append(last);
  }
  if (last) document.querySelector("[data-map]")?.sheet?.show(last);
}

function step(by) {
  const all = told();
  const at = all.findIndex((e) => e.classList.contains("now"));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  show(next);
  if (!next) stop();
  return next;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  const button = box()?.querySelector("[data-play]");
  if (button) button.textContent = "Play";
}

function play(button) {
  if (playing) { stop(); return; }
  if (!step(1)) return;
  button.textContent = "Pause";
  playing = setInterval(() => { if (!box() || !step(1)) stop(); }, PACE);
}

// The box comes and goes with the desk; its buttons are shown wherever they can work.
function offer() {
  const tools = box()?.querySelector("[data-since-tools]");
  if (tools) tools.hidden = told().length === 0;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-since-tools] button");
  if (button) {
    if ("play" in button.dataset) play(button);
    else { stop(); step(Number(button.dataset.step)); }
    return;
  }
  const entry = event.target.closest?.("[data-since] .entry[data-touches]");
  if (entry && !event.target.closest("a, button")) { stop(); show(entry); }
});
new MutationObserver(offer).observe(document.querySelector(".table"), { childList: true });
offer();
