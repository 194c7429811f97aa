// Sealed dice: the dice key of this browser, and the links that it gives. The key is never sent.
// The construction is that of docs/auditing.md, "Sealed dice"; domain/tests/referee/sealed_dice.json has what it must come to.

const PLACE = "fieldpost.dice-key";
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bytes = (text) => new TextEncoder().encode(text);
const TAG = bytes("fieldpost/dice-key/1\0");
const hex = (all) => [...new Uint8Array(all)].map((b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

// Whether this browser can make links at all: WebCrypto is there only on pages that came over HTTPS, or from this very machine.
export const able = () => Boolean(globalThis.crypto?.subtle);

const values = async (key) => {
  const bits = [...key, ...(await sha256(joined(TAG, key))).slice(0, 3)].map((b) => b.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: 36 }, (_, n) => parseInt(bits.slice(5 * n, 5 * n + 5), 2));
};

// A key as its owner writes it down.
export async function written(key) {
  return (await values(key)).map((v) => LETTERS[v]).join("").match(/.{4}/g).join("-");
}

// A key from its text; throws what is wrong with it.
export async function read(text) {
  const letters = text.toUpperCase().replace(/[-\s]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const found = [...letters].map((letter) => LETTERS.indexOf(letter));
  if (found.length !== 36 || found.includes(-1)) throw new Error("A dice key is nine groups of four letters and digits. Compare it with the text that you kept.");
  const bits = found.map((v) => v.toString(2).padStart(5, "0")).join("");
  const key = Uint8Array.from({ length: 20 }, (_, n) => parseInt(bits.slice(8 * n, 8 * n + 8), 2));
  if ((await values(key)).some((v, n) => v !== found[n])) throw new Error("A letter of the key is wrong: its last group does not belong to the others. Compare it with the text that you kept.");
  return key;
}

// The key that this browser keeps; null where it keeps none.
export async function kept() {
  const text = localStorage.getItem(PLACE);
  return text ? read(text).catch(() => null) : null;
}

export async function make() {
  const key = crypto.getRandomValues(new Uint8Array(20));
  localStorage.setItem(PLACE, await written(key));
  return key;
}

// Links of a chain, by number; number 0 is the anchor.
export async function links(key, game, chair, kind, length, wanted) {
  const id = unhex(game.replace(/-/g, ""));
  const mac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let link = new Uint8Array(await crypto.subtle.sign("HMAC", mac, joined(TAG, id, [chair], bytes(kind))));
  const head = joined(bytes(`fieldpost/dice/${kind}/1\0`), id, [chair]);
  const block = new Uint8Array(head.length + 36), number = new DataView(block.buffer, head.length, 4);
  block.set(head);
  const found = new Map();
  for (let index = length; ; index--) {
    if (wanted.includes(index)) found.set(index, hex(link));
    if (index === 0 || found.size === wanted.length) return found;
    number.setUint32(0, index);
    block.set(link, head.length + 4);
    link = await sha256(block);
  }
}

const chain = (form) => [form.dataset.game, Number(form.dataset.chair)];
async function link(form, key, kind, index) {
  const found = await links(key, ...chain(form), kind, Number(form.dataset.links), [index]);
  return `${index}:${found.get(index)}`;
}

// Whether a key is the one that these dice were sealed with: it gives the link that is known of them.
async function fits(part, key) {
  const { known } = part.dataset;
  return !known || await link(part, key, "player", Number(known.split(":")[0])) === known;
}

// Fills in the links that orders want. False where this browser has no key, or another.
export async function fill(form) {
  const key = able() ? await kept() : null;
  if (!key || !await fits(form, key)) return false;
  const set = async (name, kind, index) => { if (index) form.querySelector(`[name=${name}]`).value = await link(form, key, kind, Number(index)); };
  await set("link_roll", "player", form.dataset.roll);
  await set("link_handover", "handover", form.dataset.handover);
  return true;
}

async function wanted(form) {
  const there = (what, shown) => { const part = form.querySelector(what); if (part) part.hidden = !shown; };
  if (!(await fill(form))) return;
  there("[data-no-key]", false);
  there("[data-working]", true);
  there("[data-give]", true);
  form.submit();
}

// What a seat is bound to: both anchors and the first hand-over link.
async function seal(form) {
  const key = (await kept()) ?? (await make());
  const made = (kind, numbers) => links(key, ...chain(form), kind, Number(form.dataset.links), numbers);
  const [player, handover] = await Promise.all([made("player", [0]), made("handover", [1, 0])]);
  form.querySelector("[name=sealing]").value = [player.get(0), handover.get(0), handover.get(1)].join(":");
  return key;
}

const keyLink = (said) => Object.assign(document.createElement("a"), { href: "/dice-key", textContent: said, target: "_blank", rel: "noopener" });

// Says the key, and that it wants to be written down.
async function show(note, key) {
  const text = Object.assign(document.createElement("code"), { textContent: await written(key) });
  note.replaceChildren("Your dice key is ", text, ". Write it down: it is the only copy. ", keyLink("Print it or keep it as a file"), ".");
  note.hidden = false;
}

// On the page of a game that is sealed: the key that this browser has, that it is another game's, or that it has none.
async function keeping(part) {
  const key = await kept();
  if (!key) part.querySelector("[data-no-key]").hidden = false;
  else if (await fits(part, key)) await show(part.querySelector("[data-dice-key]"), key);
  else part.querySelector("[data-other-key]").hidden = false;
}

function sealing(form) {
  const box = form.querySelector("[name=sealed]"), note = form.querySelector("[data-dice-key]");
  box?.addEventListener("change", async () => {
    note.hidden = !box.checked;
    if (!box.checked) return;
    const had = await kept();
    await show(note, had ?? (await make()));
    // Whoever has a key elsewhere must not come to have two: the one would push out the other.
    if (!had) note.append(" It was made just now. If you have sealed dice before, elsewhere, ", keyLink("bring that key here"), " first.");
  });
  form.addEventListener("submit", async (event) => {
    if (box && !box.checked || form.querySelector("[name=sealing]").value) return;
    event.preventDefault();
    await seal(form);
    form.submit();
  });
}

function ahead(form) {
  form.addEventListener("submit", async (event) => {
    if (form.querySelector("[name=link_roll]").value) return;
    event.preventDefault();
    const key = await kept(), wrong = form.querySelector("[data-wrong]");
    const fit = key && await fits(form, key);
    if (!fit) {
      wrong.replaceChildren(key ? "The key in this browser is not the one that these dice were sealed with. " : "This browser has no dice key. ",
        keyLink("Bring the right one here"), " first, from the text that you kept.");
      wrong.hidden = false;
      return;
    }
    const more = Number(form.querySelector("#ahead").value) - 1, last = Number(form.dataset.links);
    const up = (next) => Math.min(Number(next) + more, last);
    form.querySelector("[name=link_roll]").value = await link(form, key, "player", up(form.dataset.nextRoll));
    form.querySelector("[name=link_handover]").value = await link(form, key, "handover", up(form.dataset.nextHandover));
    form.submit();
  });
}

function keyPage(page) {
  const part = (what) => page.querySelector(what);
  const draw = async () => {
    const key = await kept();
    part("[data-has-key]").hidden = !key;
    part("[data-no-key-here]").hidden = Boolean(key);
    if (!key) return;
    const text = await written(key);
    part("[data-key-text]").value = text;
    part("[data-key-file]").href = URL.createObjectURL(new Blob([`Fieldpost dice key\n${text}\n`], { type: "text/plain" }));
  };
  part("[data-make]").addEventListener("click", async () => { await make(); draw(); });
  part("[data-print]").addEventListener("click", () => print());
  part("[data-forget]").addEventListener("click", () => {
    if (!confirm("Forget the key in this browser? Without the text that you kept, games with sealed dice can only go on with house dice.")) return;
    localStorage.removeItem(PLACE);
    draw();
  });
  part("[data-restore]").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = part("[data-wrong]"), typed = part("#key-text");
    try {
      const text = await written(await read(typed.value));
      const here = localStorage.getItem(PLACE);
      if (here && here !== text && !confirm("This browser has another key. Put this one in its place?")) return;
      localStorage.setItem(PLACE, text);
      typed.value = "";
      wrong.hidden = true;
      draw();
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  });
  draw();
}

if (globalThis.document && able()) {
  for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-without-script]")) part.hidden = true;
  for (const form of document.querySelectorAll("form[data-links-wanted]")) wanted(form);
  for (const form of document.querySelectorAll("form[data-seal]")) sealing(form);
  for (const part of document.querySelectorAll("[data-key-kept]")) keeping(part);
  for (const form of document.querySelectorAll("form[data-give-ahead]")) ahead(form);
  for (const page of document.querySelectorAll("[data-key-page]")) keyPage(page);
}
