// A finished game in one file: its map as it stood after each record, and the check of its log. Nothing is fetched: all of it stands in this page.

const text = (id) => document.getElementById(id).textContent;

// What was packed with gzip and written in base 64.
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(text(id).trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function digest(bytes) {
  if (!globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const state = document.querySelector("#state");
const verdict = document.querySelector("#verdict");
const layer = document.querySelector("#layer");
const slider = document.querySelector("#at");
const number = document.querySelector("#number");
const told = document.querySelector("#told");
// What is told of a record may stand in several places: of what was before a phase began, and behind it.
const entries = Map.groupBy([...document.querySelectorAll("[data-record]")], (e) => Number(e.dataset.record));
let frames = null;
let playing = null;

function show(record) {
  const at = Math.min(Math.max(1, record), frames.frames.length);
  layer.innerHTML = frames.frames[at - 1].map((n) => frames.parts[n]).join("");
  slider.value = at;
  number.textContent = `Record ${at} of ${frames.frames.length}`;
  const parts = entries.get(at) ?? [];
  told.replaceChildren(...(parts.length ? parts.flatMap((part) => [...part.childNodes].map((node) => node.cloneNode(true))) : ["Nothing is told of this record."]));
  for (const part of document.querySelectorAll("[data-record].here")) part.classList.remove("here");
  for (const part of parts) part.classList.add("here");
  history.replaceState(null, "", `#r${at}`);
}

const now = () => Number(slider.value);

function stop() {
  clearInterval(playing);
  playing = null;
  document.querySelector("#play").textContent = "Play";
}

// The next record in that direction of which anything is told.
function step(by) {
  let at = now() + by;
  while (at > 1 && at < frames.frames.length && !entries.has(at)) at += by;
  show(at);
}

async function begin() {
  const ground = await unpacked("ground");
  document.querySelector("#ground-picture").src = URL.createObjectURL(new Blob([ground], { type: "image/svg+xml" }));
  const drawn = await unpacked("frames");
  const found = await digest(drawn);
  const wanted = document.querySelector("#frames").dataset.sha256;
  if (found && found !== wanted) {
    document.querySelector("#changed").hidden = false;
  }
  frames = JSON.parse(new TextDecoder().decode(drawn));
  slider.max = frames.frames.length;
  document.querySelector("#replay").hidden = false;
  show(Number(location.hash.match(/^#r(\d+)$/)?.[1] ?? frames.frames.length));
  slider.addEventListener("input", () => { stop(); show(now()); });
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => { stop(); button.dataset.step === "first" ? show(1) : button.dataset.step === "last" ? show(frames.frames.length) : step(Number(button.dataset.step)); });
  }
  document.querySelector("#play").addEventListener("click", ({ target }) => {
    if (playing) return stop();
    if (now() >= frames.frames.length) show(1);
    target.textContent = "Pause";
    playing = setInterval(() => (now() >= frames.frames.length ? stop() : step(1)), 900);
  });
  addEventListener("hashchange", () => {
    const record = location.hash.match(/^#r(\d+)$/)?.[1];
    if (record) show(Number(record));
  });
  addEventListener("keydown", ({ key, target }) => {
    if (target.matches?.("input, textarea")) return;
    if (key === "ArrowLeft") step(-1);
    if (key === "ArrowRight") step(1);
  });
}

// Checks the log by the referee that stands in this file.
async function check() {
  state.textContent = "The log is being checked …";
  verdict.hidden = true;
  try {
    const module = await WebAssembly.compile(await unpacked("program"));
    const log = document.getElementById("log");
    const shown = await examine(module, [{ name: "this game", bytes: new TextEncoder().encode(log.textContent) }]);
    const file = shown.files[0];
    const head = log.dataset.head;
    const last = log.textContent.trimEnd().split("\n").some((line) => line.includes(head));
    const holds = file.holds === true && last;
    verdict.dataset.verdict = holds ? "sound" : "bad";
    verdict.className = holds ? "good" : "bad";
    const says = [...file.says];
    if (!last) says.unshift(`The log does not hold the head that this page names, ${head}.`);
    verdict.replaceChildren(...[holds ? "The log holds." : "The log does not hold.", ...says].map((sentence, n) =>
      Object.assign(document.createElement(n ? "p" : "h3"), { textContent: sentence })));
    verdict.hidden = false;
    state.textContent = "Checked, here in this page.";
  } catch (error) {
    state.textContent = `The log could not be checked: ${error.message}`;
  }
}

document.querySelector("#check").addEventListener("click", check);
document.querySelector("#save").addEventListener("click", () => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text("log")])), download: "game.log" });
  link.click();
});
begin().then(() => { state.textContent = "Ready. Nothing here needs a network."; }, (error) => { state.textContent = `The replay cannot be shown: ${error.message}. The chronicle below can be read.`; });
