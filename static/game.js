// The table without reloading: links and forms of the game and replay pages fetch the same pages as without scripts, and
// only what differs is put in place. Nothing is decided here.

const table = document.querySelector(".table");
const sheet = () => document.querySelector("[data-map]")?.sheet;
const coarse = matchMedia("(pointer: coarse)");
let busy = false;
let armed = null;
let told = outcome()?.dataset.record;

tame();
whole();
beside();
if (!scrollY && !location.hash) answers();

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const goal = event.target.closest(".goal, .goal-tag");
  if (goal?.dataset.order) {
    event.preventDefault();
    const desk = document.getElementById("desk");
    const form = new URLSearchParams({ order: goal.dataset.order, seen: desk.dataset.seen, key: desk.dataset.once, then: goal.dataset.then ?? "" });
    load(desk.dataset.orders, { method: "POST", body: form });
    return;
  }
  const link = event.target.closest(".layer a, [data-swap-link]");
  // A place where nothing lies and nothing is meant: who is there, and what can be done there. What is in hand stays there, and it is said why
  // it can do nothing at that place.
  const place = link || !("places" in table.dataset) ? null : event.target.closest(".layer .place");
  if (place) {
    const id = encodeURIComponent(place.dataset.place), keeps = document.getElementById("unit")?.dataset.keeps;
    load(keeps ? `${keeps}&at=${id}#unit` : `${table.dataset.game}?place=${id}`, {}, { push: true, from: "map" });
  }
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute("href") ?? link.href?.baseVal;
  // The keyboard follows into the panel that it opened; the pointer stays where it is.
  load(address, {}, { push: true, from: link.closest(".layer") ? "map" : "desk", follow: event.detail === 0 });
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-orders]");
  if (!form) return;
  event.preventDefault();
  if (!surely(event.submitter)) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  // Without a script the server asks once more; here it does so only for what was written by hand and sent by touch.
  body.delete("ask");
  if (coarse.matches && !event.submitter?.dataset.final) body.set("ask", "1");
  load(form.action, { method: "POST", body });
});

// What cannot be taken back is asked for once more where a finger may have slipped.
function surely(button) {
  const again = button && button === armed;
  disarm();
  // What lets a turn go by, or leaves something undone, is asked for once more whatever it is pressed with.
  if (again || !button?.dataset.final || !coarse.matches && !button.closest(".idle, [data-left]")) return true;
  armed = button;
  button.dataset.said = button.textContent;
  askAgain(button, coarse.matches ? "Tap again" : "Once more");
  const why = Object.assign(document.createElement("p"), { className: "sure", textContent: button.dataset.final });
  why.setAttribute("role", "status");
  button.closest("form").append(why);
  const desk = document.getElementById("desk").getBoundingClientRect();
  if (why.getBoundingClientRect().bottom > Math.min(innerHeight, desk.bottom)) why.classList.add("above");
  return false;
}
// It stays where it is and as large as it was, so that who presses again presses the same: the words fit it, not it the words.
function askAgain(button, words) {
  const { width, height } = button.getBoundingClientRect();
  Object.assign(button.style, { boxSizing: "border-box", width: `${width}px`, height: `${height}px`, minHeight: "0", flex: "none", whiteSpace: "nowrap", overflow: "hidden", paddingInline: "2px" });
  button.textContent = `${words} to give it`;
  const fits = () => button.scrollWidth <= button.clientWidth;
  if (!fits()) button.textContent = words;
  for (let size = parseFloat(getComputedStyle(button).fontSize); !fits() && size > 9; size -= .5) button.style.fontSize = `${size - .5}px`;
}
function disarm() {
  if (!armed) return;
  armed.textContent = armed.dataset.said;
  armed.removeAttribute("style");
  armed.closest("form")?.querySelector(".sure")?.remove();
  armed = null;
}
document.addEventListener("pointerdown", (event) => { if (armed && !armed.contains(event.target)) disarm(); });

// What came of it stands beside where it happened, clear of the place itself.
function outcome() { return document.getElementById("outcome"); }
function beside() {
  const card = outcome(), board = document.querySelector(".board");
  if (!card || card.hidden) return;
  card.style.translate = "";
  const away = card.querySelector("[data-put-away]");
  away.hidden = false;
  if (sessionStorage.getItem("fieldpost-put-away") === card.dataset.record) { card.hidden = true; return; }
  if (getComputedStyle(card).position !== "absolute") return;
  const map = board.getBoundingClientRect();
  const edge = 10, gap = 42, bottom = Math.min(map.bottom, innerHeight);
  card.style.maxHeight = `${Math.max(60, Math.min(.6 * map.height, bottom - map.top - 2 * edge))}px`;
  const box = card.getBoundingClientRect();
  const asked = document.querySelector(".layer .piece.selected")?.getBoundingClientRect();
  // Beside where it happened; where that is not in sight, beside the piece that is asked about.
  const middle = (part) => part && { x: part.left + part.width / 2, y: part.top + part.height / 2 };
  const fought = card.dataset.at && document.querySelector(`.layer .place[data-place="${CSS.escape(card.dataset.at)}"]`)?.getBoundingClientRect();
  const at = [fought, asked].map(middle)
    .find((at) => at && at.x > map.left && at.x < map.right && at.y > map.top && at.y < bottom);
  // Clear of where it happened, of the piece that is asked about, of all that may be chosen, and of what else lies over the map.
  const here = at && { left: at.x - gap + 4, right: at.x + gap - 4, top: at.y - gap + 4, bottom: at.y + gap - 4 };
  const seen = (part) => part && part.right > Math.max(part.left, map.left) && part.left < map.right && part.bottom > map.top && part.top < bottom;
  const boxes = (what) => [...document.querySelectorAll(what)].map((part) => part.getBoundingClientRect()).filter(seen);
  const clear = [...[here, asked].filter(seen), ...boxes(".layer .goal, #overlays > *, [data-map-tools]")], units = boxes(".layer .piece.ready"), pieces = boxes(".layer .piece");
  const { width: w, height: h } = box;
  const covered = (x, y, parts) => parts.reduce((sum, part) => sum
    + Math.max(0, Math.min(x + w, part.right) - Math.max(x, part.left)) * Math.max(0, Math.min(y + h, part.bottom) - Math.max(y, part.top)), 0);
  // The nearest such spot to where it happened, and rather not over units; where nothing has room, the one that hides least.
  const within = (at, from, to) => Math.max(from, Math.min(at, to));
  const far = (x, y) => at ? Math.hypot(within(at.x, x, x + w) - at.x, within(at.y, y, y + h) - at.y) : Math.hypot(x - map.left, y + h - bottom);
  const right = Math.max(map.left + edge, map.right - w - edge), low = Math.max(map.top + edge, bottom - h - edge);
  const stops = (from, to, near) => [...near.map((at) => within(at, from, to)), ...Array.from({ length: Math.floor((to - from) / 24) + 1 }, (_, i) => from + 24 * i), to];
  let best = null;
  for (const x of stops(map.left + edge, right, at ? [at.x + gap, at.x - gap - w, at.x - w / 2] : [])) {
    for (const y of stops(map.top + edge, low, at ? [at.y - h / 2, at.y + gap, at.y - gap - h] : [])) {
      const spot = { x, y, hides: covered(x, y, clear), far: far(x, y) + covered(x, y, units) / 200 + covered(x, y, pieces) / 400 };
      if (!best || spot.hides < best.hides || (spot.hides === best.hides && spot.far < best.far)) best = spot;
    }
  }
  const { x, y } = best;
  card.style.translate = `${x - box.left}px ${y - box.top}px`;
}
document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-put-away]")?.parentElement;
  if (!card) return;
  sessionStorage.setItem("fieldpost-put-away", card.dataset.record);
  card.hidden = true;
});
document.addEventListener("toggle", (event) => { if (event.target.matches?.(".outcome, .arithmetic")) beside(); }, true);
document.querySelector("[data-map]")?.addEventListener("scroll", () => beside(), { passive: true });
addEventListener("resize", () => beside(), { passive: true });
if (document.querySelector(".board")) new ResizeObserver(() => beside()).observe(document.querySelector(".board"));

addEventListener("popstate", () => load(location.href));
document.addEventListener("part", tame);

// Fetches a page and puts its changed parts in place; falls back to going there.
async function load(address, options = {}, { push = false, from = "", follow = false } = {}) {
  if (busy) return;
  busy = true;
  table.setAttribute("aria-busy", "true");
  try {
    const headers = { Accept: "text/html", "Fieldpost-Has": [...still().keys()].join(" ") };
    const answer = await fetch(address, { ...options, headers, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".table");
    // Dice that are sealed: the order goes once more, with the links that it takes.
    const wanted = page.querySelector("form[data-links-wanted]");
    if (wanted && await (await import(wanted.dataset.script)).fill(wanted)) {
      busy = false;
      return await load(wanted.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(wanted)) });
    }
    if (!fresh) {
      // Some other page: an error, or a sign-in. It is shown as it is.
      if (options.method === "POST") show(page, answer.url);
      else location.assign(answer.url);
      return;
    }
    swap(page, fresh, from);
    const where = answer.redirected || !options.method ? new URL(address, location).hash ? answer.url.split("#")[0] + new URL(address, location).hash : answer.url : null;
    if (where && where !== location.href) history[push ? "pushState" : "replaceState"](null, "", where);
    // What a link asked for is shown, not only put in place.
    const aim = push ? document.getElementById(new URL(address, location).hash.slice(1)) : null;
    const opened = aim ?? (follow ? document.querySelector("#compose, #place, #unit") : null);
    // Who ticks one thing after another in a panel stays where they are.
    const inside = opened?.contains(document.activeElement);
    const narrow = push && !inside && reveal(from);
    if (opened?.hasAttribute("tabindex") && !inside && (follow || opened.id === "compose")) opened.focus({ preventScroll: true });
    if (opened && !inside && !narrow) under(opened);
    if (!push) answers();
  } catch {
    if (options.method === "POST") say("The server could not be reached. Nothing was sent; try again.");
    else location.assign(address);
  } finally {
    busy = false;
    table.removeAttribute("aria-busy");
  }
}

// A question that comes up is shown with its answers, also where they stand below the map.
function answers() {
  const cause = document.querySelector(".ask[data-question] .question")?.textContent ?? "";
  const first = document.querySelector("#unit .choice form button, .general .choice form button");
  if (cause && first && cause !== table.dataset.shown) {
    const desk = document.getElementById("desk"), { bottom } = first.getBoundingClientRect();
    const narrow = getComputedStyle(desk).position === "relative";
    // The first answer with room for the second below it.
    const over = bottom - (narrow ? innerHeight : desk.getBoundingClientRect().bottom) * .8;
    if (over > 0 && narrow) scrollBy({ top: over, behavior: "instant" });
    else if (over > 0) desk.scrollTop += over;
    if (narrow) sheet()?.show(inHand());
  }
  table.dataset.shown = cause;
}

// Beside the map, what was opened begins right below the question.
function under(panel) {
  const desk = document.getElementById("desk"), ask = desk.querySelector(".ask").getBoundingClientRect();
  const top = panel.getBoundingClientRect().top;
  if (top < ask.bottom || top > desk.getBoundingClientRect().bottom - 80) desk.scrollTop += top - ask.bottom;
}

// On a narrow screen what was opened stands below the map: it is brought up to where the map's upper part is still in sight, and what is in
// hand into that part.
function reveal(from) {
  const panel = document.querySelector("#compose, #place, #unit");
  if (!panel || getComputedStyle(document.getElementById("desk")).position !== "relative") return false;
  const top = panel.getBoundingClientRect().top;
  if (from === "desk" || top > innerHeight * .7) scrollBy({ top: top - innerHeight * .5, behavior: "instant" });
  sheet()?.show(inHand());
  return true;
}

// What is in hand as the map shows it: the piece, the place that an order is composed for, or where a piece beside the map may go.
function inHand() {
  const shown = document.querySelector(".layer .piece.selected") ?? document.querySelector(".layer .goal.on");
  return shown ?? (document.querySelector("#unit, #compose") ? sheet()?.nearest(".goal") : null);
}
// Where something can be done: at whom, else by whom.
function nextDeed() {
  return sheet()?.nearest(document.querySelector(".layer .goal") ? ".goal" : ".piece.ready");
}
// The pieces that may act, by what the page calls them.
const ready = () => new Map([...document.querySelectorAll(".layer .piece.ready")].map((piece) => [piece.dataset.piece, piece]));
const question = () => [...document.querySelectorAll(".ask-line")].map((line) => line.textContent).join(" ");

// What never changes: the outlines of the map's places, charts. The page says what of it it has, and is not sent that again.
function still() {
  return new Map([...document.querySelectorAll("[data-still]")].filter((part) => part.hasChildNodes()).map((part) => [part.dataset.still, part]));
}
function keep(page) {
  const kept = still();
  for (const part of page.querySelectorAll("[data-still]")) {
    const here = part.hasChildNodes() ? null : kept.get(part.dataset.still);
    if (here) part.replaceWith(page.adoptNode(here));
  }
}

function swap(page, fresh, from) {
  const focus = remember(document.activeElement);
  const open = new Map([...document.querySelectorAll("#desk details")].map((d) => [name(d), d.open]));
  const had = document.getElementById("unit")?.dataset.name, was = question(), could = ready();
  disarm();
  keep(page);
  const folded = [...document.querySelectorAll("#outcome > details")].map((d) => d.open);
  for (const part of document.querySelectorAll("[data-swap]")) {
    const other = page.getElementById(part.id);
    if (other) part.replaceWith(document.adoptNode(other));
  }
  document.getElementById("notice")?.remove();
  const notice = page.getElementById("notice");
  if (notice) document.getElementById("desk").querySelector(".ask").after(document.adoptNode(notice));
  Object.assign(table.dataset, fresh.dataset);
  document.title = page.title;
  const nav = page.querySelector(".main-nav");
  if (nav) document.querySelector(".main-nav").replaceWith(document.adoptNode(nav));
  for (const d of document.querySelectorAll("#desk details")) if (open.has(name(d))) d.open = open.get(name(d));
  document.querySelector("[data-stale]")?.setAttribute("hidden", "");
  const marks = page.querySelector("[data-toggle-marks]"), toggle = document.querySelector("[data-toggle-marks]");
  if (marks && toggle) toggle.hidden = marks.hidden;
  sheet()?.stands(page);
  sheet()?.whole();
  sheet()?.look();
  tame();
  const news = outcome()?.dataset.record;
  let shown = null;
  if (news !== told) {
    // On a narrow screen it stands above the map.
    if (news && getComputedStyle(outcome()).position !== "absolute") scrollTo({ top: 0 });
    shown = news && document.querySelector(`.layer .place[data-place="${CSS.escape(outcome().dataset.at ?? "")}"]`);
    if (shown) sheet()?.show(shown);
  } else {
    outcome()?.querySelectorAll(":scope > details").forEach((d, i) => { d.open = Boolean(folded[i]) && !document.querySelector(".piece.selected"); });
  }
  told = news;
  beside();
  const has = document.getElementById("unit")?.dataset.name;
  const desk = document.getElementById("desk");
  // What is decided about is brought into view.
  if (from !== "map" && (has && (from === "desk" || has !== had) || document.getElementById("compose"))) sheet()?.show(inHand());
  // Another question: the map goes to who may act now and could not before, as where units were activated, else to where it can be answered.
  else if (!has && !shown && was !== question()) {
    const woken = [...ready()].filter(([id]) => !could.has(id)).map(([, piece]) => piece);
    sheet()?.show((woken.length ? sheet()?.nearest(woken) : null) ?? nextDeed());
  }
  if (has !== had) desk.scrollTop = 0;
  const again = focus && document.querySelector(focus);
  if (again) again.focus({ preventScroll: true });
  else if (document.activeElement === document.body && focus) desk.focus({ preventScroll: true });
  wait = 1500;
  whole();
}

// How to find the element again after its part was replaced.
function remember(element) {
  if (!element || element === document.body) return null;
  const part = element.closest(".layer") ? ".layer " : element.closest("#desk") ? "#desk " : null;
  if (!part) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  // What is ticked leads elsewhere afterwards, but is called the same.
  for (const [attribute, value] of [["data-pick", element.dataset?.pick], ["href", element.getAttribute("href")], ["data-key", element.dataset?.key]]) {
    if (value) return `${part}[${attribute}="${CSS.escape(value)}"]`;
  }
  return "#desk";
}

function name(details) {
  return details.dataset.name ?? details.className + (details.querySelector("summary")?.firstChild?.textContent ?? "").slice(0, 12);
}

function show(page, address) {
  document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
  document.body.className = page.body.className;
  document.title = page.title;
  history.pushState(null, "", address);
  addEventListener("popstate", () => location.reload(), { once: true });
}

function say(text, tone = "bad") {
  document.getElementById("notice")?.remove();
  const box = Object.assign(document.createElement("div"), { id: "notice", className: `notice ${tone}` });
  box.setAttribute("role", tone === "bad" ? "alert" : "status");
  box.append(Object.assign(document.createElement("p"), { textContent: text }));
  document.getElementById("desk").querySelector(".ask").after(box);
}

// Only pieces that can act, and what they can do, take the tab key; the others are still a click away.
function tame() {
  const single = document.getElementById("single-keys");
  if (single) single.checked = keys();
  const question = document.querySelector(".question");
  if (question && sessionStorage.getItem("fieldpost-question") === "folded") question.open = false;
  document.querySelectorAll("[data-choices]").forEach(meant);
  const changes = document.querySelector("[data-toggle-marks]");
  if (changes) changes.hidden = !document.querySelector(".layer .trails > *, .layer .events > *");
  for (const link of document.querySelectorAll(".layer a:not(.goal, .goal-tag)")) {
    if (!link.querySelector(".ready, .selected, .target")) link.setAttribute("tabindex", "-1");
  }
}

// Keeps the step where we are in view.
function whole() {
  const here = document.querySelector(".sequence .here");
  const list = here?.parentElement;
  if (list) list.scrollLeft = here.offsetLeft - list.offsetLeft - 40;
}

// The way to a place, and the choices that belong to it, while the pointer or the focus is on it.
function trace(event, on) {
  const goal = event.target.closest?.(".goal, .goal-tag");
  if (!goal) return;
  for (const c of document.querySelectorAll(`.choice[data-place="${CSS.escape(goal.dataset.place)}"]`)) c.classList.toggle("on", on);
  goal.ownerSVGElement.querySelector(".way.live")?.remove();
  if (!on || !goal.dataset.way) return;
  const way = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  way.setAttribute("class", "way live");
  way.setAttribute("points", goal.dataset.way);
  goal.ownerSVGElement.append(way);
}
for (const [kind, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(kind, (event) => trace(event, on));
}
function point(place, on) {
  for (const goal of document.querySelectorAll(".goal, .goal-tag")) goal.classList.toggle("on", on && goal.dataset.place === place);
}
for (const [kind, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const choice = event.target.closest?.(".choice[data-place]");
    if (choice) point(choice.dataset.place, on);
  });
}
// A list's button says what becomes of what is chosen in it.
function meant(list) {
  const button = list.form.querySelector("button"), { button: says, final } = list.selectedOptions[0]?.dataset ?? {};
  if (!says) return;
  disarm();
  button.textContent = says;
  button.classList.toggle("rolls", Boolean(final));
  if (final) button.dataset.final = final;
  else delete button.dataset.final;
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-choices]")) {
    point(event.target.selectedOptions[0]?.dataset.place, true);
    meant(event.target);
  }
  const slider = event.target.closest("[data-slider]");
  if (slider) load(`${slider.action}/${event.target.value}`, {}, { push: true });
});
document.addEventListener("input", (event) => {
  const output = event.target.closest("[data-slider]")?.querySelector("output");
  if (output) output.value = event.target.value;
});
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [data-map]")) return;
  if (event.key === "Escape") document.querySelector(".compose .close, .unit .close")?.click();
  const act = { n: next, u: undo, d: done }[event.key];
  if (act) keys() && act();
  else document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});

// Keys of one letter can be switched off; the browser remembers it.
function keys() { return localStorage.getItem("fieldpost-keys") !== "off"; }
document.addEventListener("change", (event) => {
  if (event.target.id === "single-keys") localStorage.setItem("fieldpost-keys", event.target.checked ? "on" : "off");
});
// A question that was folded to a line stays folded while somebody plays.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".question")) sessionStorage.setItem("fieldpost-question", event.target.open ? "open" : "folded");
}, true);

// Next unit; the last draft taken back; to the button that ends what is in hand, which the reader then presses. Where there is none it is
// said what is asked instead.
function next() {
  const link = document.querySelector(".next-unit:not(.at-link) a") ?? document.querySelector(".ready .unit-link:not(.on)");
  if (link) link.click();
  else remind("No other unit can act now.");
}
function undo() {
  const button = [...document.querySelectorAll("#drafts li button")].pop();
  if (button) button.click();
  else remind("There is no draft to take back.");
}
function done() {
  const ends = ["#compose .primary", "#drafts .primary", ".general .primary", ".general form[data-closes] button"];
  const button = ends.map((end) => document.querySelector(end)).find(Boolean);
  const answer = document.querySelector("#unit form[data-orders] button, .general form[data-orders] button");
  (button ?? answer)?.scrollIntoView({ block: "nearest" });
  (button ?? answer)?.focus({ preventScroll: true });
  if (!button) remind(answer ? "There is nothing to end here; choose one of the answers." : "There is nothing to end here.");
}
function remind(text) {
  const asked = [...document.querySelectorAll(".ask-line")].map((line) => line.firstChild?.textContent.trim() ?? "");
  say([text, ...asked].join(" "), "plain");
}

// Has the other side moved? A small question every so often, answered 304 while nothing has.
// Soon after an order, because a house player answers within a second or two; then less and less often.
let wait = 1500;
async function ask() {
  if (!document.hidden && !busy) {
    try {
      const answer = await fetch(table.dataset.poll, { cache: "no-cache", credentials: "same-origin" });
      const head = answer.ok ? (await answer.text()).trim() : "";
      if (head && head !== table.dataset.head) {
        const writing = document.querySelector("#drafts, .ask.mine") || document.activeElement?.closest("textarea, input");
        if (writing) document.querySelector("[data-stale]").hidden = false;
        else await load(table.dataset.game);
      }
    } catch { /* not reachable now; the next time will tell */ }
  }
  wait = Math.min(wait * 1.5, 20000);
  setTimeout(ask, wait);
}
if (table.dataset.poll) setTimeout(ask, wait);
