// The map moves by native scrolling, so that one finger, the wheel of a trackpad and the keyboard work as everywhere.
// This adds zoom (wheel, pinch, keys, buttons) and dragging with the mouse. While a gesture lasts the sheet is only
// transformed; at its end it is laid out at its new width, so that it is sharp again.

const STEP = 1.35;
const DEEPEST = 2; // screen pixels to one unit of the drawing
const LEGIBLE = 36; // screen pixels of a counter's side from which its name can be read

export function mapOf(root = document) {
  return root.querySelector("[data-map]")?.sheet;
}

class Sheet {
  constructor(view) {
    this.view = view;
    this.world = view.querySelector(".map-world");
    this.natural = { w: Number(view.dataset.width), h: Number(view.dataset.height) };
    this.gesture = null;
    view.sheet = this;
    this.parted = Boolean(view.dataset.parts);
    const part = this.parted && this.world.querySelector("svg.pieces").viewBox.baseVal;
    this.shown = part && part.width < this.natural.w * .99 ? { x: part.x, y: part.y, w: part.width, h: part.height } : null;
    this.whole();
    this.restore();
    this.show(this.world.querySelector(".lifted, .piece.selected, .goal.on") ?? (document.querySelector("#unit, #compose") && this.nearest(".goal")));
    this.wheel();
    this.pinch();
    this.drag();
    this.keys();
    this.tools();
    let saving = 0;
    view.addEventListener("scroll", () => { clearTimeout(saving); saving = setTimeout(() => this.save(), 200); this.look(); }, { passive: true });
    addEventListener("resize", () => this.look(), { passive: true });
    this.look();
  }

  // A large map comes in parts: the page without a script shows one of them, here they lie in their place on the whole sheet, and the part
  // that is looked at is fetched, at the level that the zoom calls for.
  whole() {
    if (!this.parted) return;
    const views = this.view.parentElement.querySelector("[data-map-views]");
    if (views) views.hidden = true;
    for (const svg of this.world.querySelectorAll(":scope > svg, :scope > .layer > svg")) svg.setAttribute("viewBox", `0 0 ${this.natural.w} ${this.natural.h}`);
  }

  look() {
    // Losses can be read however small the map is: their marks grow as it shrinks.
    const unit = this.world.getBoundingClientRect().width / this.natural.w;
    if (unit > 0) this.world.style.setProperty("--mark", Math.min(3, Math.max(1, 9 / (15 * unit))).toFixed(2));
    if (!this.parted) return;
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.fetchPart(), 150);
  }

  // Another position is shown: its parts are fetched from where it is, and what was asked for of the one before is not wanted any more.
  stands(page) {
    const fresh = page.querySelector("[data-map]");
    clearTimeout(this.looking);
    this.asked = null;
    this.view.removeAttribute("aria-busy");
    if (fresh?.dataset.parts) this.view.dataset.parts = fresh.dataset.parts;
  }

  async fetchPart() {
    const world = this.world.getBoundingClientRect(), view = this.view.getBoundingClientRect();
    const layer = this.world.querySelector("svg.pieces");
    if (this.gesture || !world.width || !layer) return;
    const unit = this.natural.w / world.width;
    const seen = {
      west: Math.max(0, (view.left - world.left) * unit), north: Math.max(0, (view.top - world.top) * unit),
      east: Math.min(this.natural.w, (view.right - world.left) * unit), south: Math.min(this.natural.h, (view.bottom - world.top) * unit),
    };
    // The part has something to spare on all sides; but all of the sheet, which shows no more than who is about where, is asked for only where
    // all of it is wanted. A window that is higher than wide asks for a part of that shape.
    const need = Math.max(seen.east - seen.west, (seen.south - seen.north) / 3);
    const wide = Math.max(need, Math.min(need * 1.2, this.natural.w * .99));
    const shape = Math.max(.75, (seen.south - seen.north) * 1.05 / wide).toFixed(2);
    const zoom = Math.max(0, Math.log2(this.natural.w / wide)).toFixed(2);
    const [x, y, w, h] = layer.dataset.part.split(" ").map(Number);
    const covered = x <= seen.west + 1 && y <= seen.north + 1 && x + w >= seen.east - 1 && y + h >= seen.south - 1;
    const drawn = Math.log2(this.natural.w / w);
    if (covered && Math.abs(drawn - zoom) < .35 && (drawn > 0 || Number(zoom) === 0)) return;
    const address = new URL(this.view.dataset.parts, location);
    for (const [key, value] of new URLSearchParams(location.search)) address.searchParams.set(key, value);
    const module = 118;
    address.searchParams.set("view", `${((seen.west + seen.east) / 2 / module).toFixed(1)},${((seen.north + seen.south) / 2 / module).toFixed(1)},${zoom}${shape > .75 ? `,${shape}` : ""}`);
    const asked = this.asked = Symbol("part");
    this.view.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== this.asked || !answer.ok) return;
      for (const id of ["ground", "shades", "layer"]) {
        const here = document.getElementById(id), part = fresh.getElementById(id);
        if (here && part && (id !== "ground" || part.children.length > here.children.length)) here.replaceWith(document.adoptNode(part));
      }
      this.whole();
      this.view.dispatchEvent(new CustomEvent("part", { bubbles: true }));
    } catch { /* not reachable now: what is shown stays */ } finally {
      if (asked === this.asked) this.view.removeAttribute("aria-busy");
    }
  }

  get width() { return this.world.getBoundingClientRect().width / (this.gesture?.scale ?? 1); }
  get narrowest() {
    // On a narrow screen what is under the map lies over its lower edge.
    const w = this.view.clientWidth, h = Math.min(this.view.clientHeight, Math.max(160, this.seen().height));
    return Math.max(120, Math.min(w, h * this.natural.w / this.natural.h));
  }
  get widest() { return this.natural.w * DEEPEST; }

  begin(x, y) {
    const box = this.world.getBoundingClientRect();
    this.gesture = { x, y, px: x - box.left, py: y - box.top, width: box.width, scale: 1, dx: 0, dy: 0 };
    this.world.style.willChange = "transform";
  }

  scale(factor, x, y) {
    const g = this.gesture;
    g.scale = Math.min(this.widest, Math.max(this.narrowest, g.width * factor)) / g.width;
    g.dx = x - g.x;
    g.dy = y - g.y;
    this.world.style.transform = `translate(${g.px * (1 - g.scale) + g.dx}px, ${g.py * (1 - g.scale) + g.dy}px) scale(${g.scale})`;
  }

  commit() {
    const g = this.gesture;
    if (!g) return;
    this.gesture = null;
    Object.assign(this.world.style, { transform: "", willChange: "", width: `${g.width * g.scale}px` });
    const box = this.world.getBoundingClientRect();
    this.view.scrollLeft += box.left + g.px * g.scale - (g.x + g.dx);
    this.view.scrollTop += box.top + g.py * g.scale - (g.y + g.dy);
    this.save();
    this.look();
  }

  zoom(factor, x, y) {
    const box = this.view.getBoundingClientRect();
    this.commit();
    this.begin(x ?? box.left + box.width / 2, y ?? box.top + box.height / 2);
    this.scale(factor, this.gesture.x, this.gesture.y);
    this.commit();
  }

  fit() {
    this.commit();
    this.world.style.width = `${this.narrowest}px`;
    this.view.scrollTo(0, 0);
    this.save();
    this.look();
  }

  // What of the view is on the screen.
  seen() {
    const { left, right, width, top: from, bottom: to } = this.view.getBoundingClientRect();
    // On a narrow screen what is under the map slides over it.
    const desk = document.getElementById("desk")?.getBoundingClientRect();
    const over = desk && desk.left < right && desk.right > left ? desk.top : to;
    const top = Math.max(from, 0), bottom = Math.min(to, innerHeight, over);
    return { left, right, width, top, bottom, height: bottom - top };
  }

  // Brings a part of the sheet into view without moving more than needed: into what of the view is on the screen.
  show(element, always = false) {
    const part = element?.getBoundingClientRect(), on = this.seen(), margin = 40;
    if (!part || (!part.width && !part.height)) return;
    // A map that is scrolled away shows it when it is scrolled to.
    const view = on.height < 80 ? this.view.getBoundingClientRect() : on;
    const inside = part.left > view.left + margin && part.right < view.right - margin && part.top > view.top + margin && part.bottom < view.bottom - margin;
    if (inside && !always) return;
    this.view.scrollLeft += part.left + part.width / 2 - view.left - view.width / 2;
    this.view.scrollTop += part.top + part.height / 2 - view.top - view.height / 2;
  }

  // Of these, pieces or what a selector finds, the one nearest to the middle of what is seen of the sheet; nothing while one of them is seen.
  nearest(these) {
    const seen = this.seen(), middle = { x: (seen.left + seen.right) / 2, y: (seen.top + seen.bottom) / 2 };
    let nearest = null, least = Infinity;
    for (const element of typeof these === "string" ? this.world.querySelectorAll(these) : these) {
      const box = element.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
      if (x > seen.left && x < seen.right && y > seen.top && y < seen.bottom) return null;
      const away = Math.hypot(x - middle.x, y - middle.y);
      if (away < least) [nearest, least] = [element, away];
    }
    return nearest;
  }

  get memory() { return `map:${location.pathname.split("/").slice(0, 3).join("/")}`; }
  save() {
    try { sessionStorage.setItem(this.memory, JSON.stringify([this.width, this.view.scrollLeft, this.view.scrollTop, innerWidth])); } catch { /* no storage: nothing to remember */ }
  }
  restore() {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(this.memory)); } catch { /* as above */ }
    if (kept && kept[3] === innerWidth) {
      this.world.style.width = `${kept[0]}px`;
      this.view.scrollTo(kept[1], kept[2]);
      return;
    }
    const { clientWidth: w, clientHeight: h } = this.view;
    if (this.parted) {
      // What the page without a script shows: all of it, or the part that was asked for.
      const part = this.shown ?? { x: 0, y: 0, w: this.natural.w, h: this.natural.h };
      const width = Math.max(this.narrowest, Math.min(this.widest, w * this.natural.w / part.w));
      this.world.style.width = `${this.shown ? width : Math.max(w, 760)}px`;
      this.view.scrollTo((part.x + part.w / 2) * width / this.natural.w - w / 2, this.shown ? (part.y + part.h / 2) * width / this.natural.w - h / 2 : 0);
      return;
    }
    // As much of the sheet as lets its counters be read; the eye is led to what can act, else to all pieces.
    const counter = Number(this.world.querySelector("svg.pieces")?.dataset.counter) || 74;
    const legible = Math.max(h * 1.5, this.natural.w * LEGIBLE / counter);
    this.world.style.width = `${Math.max(w, Math.min(this.natural.w * .8, legible), 760)}px`;
    // Where the most is to be done or was done: what was fought and lost counts more than what may act.
    const found = (what, weight) => [...this.world.querySelectorAll(what)].map((e) => ({ box: e.getBoundingClientRect(), weight }));
    let parts = [...found(".piece.selected, .goal", 8), ...found(".events:not(.old) > *", 3), ...found(".piece.ready", 1)];
    if (!parts.length) parts = found(".piece", 1);
    if (!parts.length) {
      this.view.scrollTo((this.view.scrollWidth - w) / 2, (this.view.scrollHeight - h) / 2);
      return;
    }
    for (const p of parts) Object.assign(p, { x: (p.box.left + p.box.right) / 2, y: (p.box.top + p.box.bottom) / 2 });
    const about = (c) => parts.filter((p) => Math.abs(p.x - c.x) < w * .45 && Math.abs(p.y - c.y) < h * .45);
    const heavy = (some) => some.reduce((sum, p) => sum + p.weight, 0);
    const best = parts.map(about).reduce((a, b) => heavy(b) > heavy(a) ? b : a);
    const middle = (axis) => best.reduce((sum, p) => sum + p[axis] * p.weight, 0) / heavy(best);
    const view = this.view.getBoundingClientRect();
    this.view.scrollLeft += middle("x") - view.left - view.width / 2;
    this.view.scrollTop += middle("y") - view.top - view.height / 2;
  }

  wheel() {
    let settle = 0;
    this.view.addEventListener("wheel", (event) => {
      const notched = event.deltaX === 0 && (event.deltaMode !== 0 || Math.abs(event.deltaY) >= 50);
      if (!event.ctrlKey && !notched) return; // a trackpad scrolls
      event.preventDefault();
      if (!this.gesture) this.begin(event.clientX, event.clientY);
      const pace = event.ctrlKey && !notched ? .01 : .0022 * (event.deltaMode === 1 ? 33 : 1);
      this.scale(this.gesture.scale * Math.exp(-event.deltaY * pace), this.gesture.x, this.gesture.y);
      clearTimeout(settle);
      settle = setTimeout(() => this.commit(), 140);
    }, { passive: false });
  }

  pinch() {
    let spread = 0;
    const two = (touches) => {
      const [a, b] = touches;
      return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, d: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    };
    this.view.addEventListener("touchstart", (event) => {
      if (event.touches.length !== 2) return;
      const t = two(event.touches);
      this.commit();
      this.begin(t.x, t.y);
      spread = t.d || 1;
    }, { passive: true });
    this.view.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || !this.gesture) return;
      if (event.cancelable) event.preventDefault();
      const t = two(event.touches);
      this.scale(t.d / spread, t.x, t.y);
    }, { passive: false });
    for (const end of ["touchend", "touchcancel"]) this.view.addEventListener(end, () => this.commit(), { passive: true });
  }

  drag() {
    let from = null;
    this.view.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: this.view.scrollLeft, top: this.view.scrollTop, moved: false };
    });
    addEventListener("pointermove", (event) => {
      if (!from) return;
      const dx = event.clientX - from.x, dy = event.clientY - from.y;
      if (!from.moved && Math.hypot(dx, dy) < 5) return;
      from.moved = true;
      this.view.classList.add("dragging");
      this.view.scrollLeft = from.left - dx;
      this.view.scrollTop = from.top - dy;
    });
    addEventListener("pointerup", () => {
      if (from?.moved) {
        // The click that ends a drag is not a tap on a piece.
        const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      }
      this.view.classList.remove("dragging");
      from = null;
    });
    this.view.addEventListener("dragstart", (event) => event.preventDefault());
    // Focus that goes to a piece off the view brings it in.
    this.view.addEventListener("focusin", (event) => { if (event.target !== this.view && event.target.matches(":focus-visible")) this.show(event.target); });
  }

  keys() {
    this.view.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowLeft: [-90, 0], ArrowRight: [90, 0], ArrowUp: [0, -90], ArrowDown: [0, 90] }[event.key];
      if (by) this.view.scrollBy(...by);
      else if (event.key === "+" || event.key === "=") this.zoom(STEP);
      else if (event.key === "-") this.zoom(1 / STEP);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
  }

  tools() {
    const tools = this.view.parentElement.querySelector("[data-map-tools]");
    if (!tools) return;
    tools.hidden = false;
    const act = { in: () => this.zoom(STEP), out: () => this.zoom(1 / STEP), fit: () => this.fit() };
    for (const button of tools.querySelectorAll("[data-zoom]")) button.addEventListener("click", act[button.dataset.zoom]);
    const changes = tools.querySelector("[data-toggle-marks]");
    changes?.addEventListener("click", () => {
      const off = this.world.classList.toggle("marks-off");
      changes.setAttribute("aria-pressed", String(!off));
    });
  }
}

for (const view of document.querySelectorAll("[data-map]")) new Sheet(view);
