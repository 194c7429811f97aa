// The page on which anybody checks a log and letters: everything that it needs is fetched at once, so that the network may be cut off before a file is chosen.

const page = document.querySelector("#verify");
const form = document.querySelector("#give");
const state = document.querySelector("#state");
const shown = document.querySelector("#shown");
const WORDS = { agrees: "It holds", sound: "Sound by itself", strangers: "Not of one game", bad: "It does not hold", nothing: "Nothing to check" };
const KINDS = { log: "the log of a game", letter: "a letter", proof: "a proof of a register", consistency: "a proof that a register's head goes on from another", key: "a key", unknown: "not read" };
// What this service says that its register's key is; whoever knows another gives that as a file, or pastes it.
const OWN = "the key that this service gives";
const own = { name: OWN, bytes: new TextEncoder().encode(page.dataset.key) };

let given = [];
let worker = null;
let module = null;

const made = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

async function ready() {
  form.hidden = false;
  const answer = await fetch(page.dataset.program);
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  module = await WebAssembly.compileStreaming(answer);
  worker = new Worker(page.dataset.worker, { type: "module" });
  // Has it load its part now, with nothing to examine, and not once the network is gone.
  await examined([]);
  state.textContent = "Ready. From here on no network is needed.";
}

function examined(files) {
  return new Promise((done, failed) => {
    worker.onmessage = ({ data }) => (data.shown ? done(data.shown) : failed(new Error(data.failed)));
    worker.onerror = (event) => failed(new Error(event.message || "its script cannot be loaded"));
    worker.postMessage({ runner: page.dataset.runner, module, files });
  });
}

function show(result) {
  const files = result.files.filter((file) => file.name !== OWN).map((file) => {
    const mark = file.holds === true ? "good" : file.holds === false ? "bad" : "plain";
    return made("li", { className: `file ${mark}` },
      made("h3", {}, made("span", { className: "mark", ariaHidden: "true", textContent: { good: "✓ ", bad: "✗ ", plain: "" }[mark] }), file.name),
      made("p", { className: "quiet", textContent: KINDS[file.kind] ?? file.kind }),
      ...file.says.map((sentence) => made("p", { textContent: sentence })));
  });
  const again = made("button", { type: "button", textContent: "Begin again" });
  again.addEventListener("click", () => { given = []; form.reset(); shown.hidden = true; state.textContent = "Ready."; document.querySelector("#files").focus(); });
  const register = result.register.map((shown) => made("div", { className: `file ${shown.fault ? "bad" : "good"}` },
    made("p", { textContent: shown.text }), ...(shown.shown ?? []).map((note) => made("pre", { tabIndex: 0, textContent: note }))));
  if (register.length) {
    register.unshift(made("h3", { textContent: "What the proofs of the register show" }));
    register.push(made("p", { className: "quiet" }, "Checked with the key that this service gives, ", made("code", { textContent: page.dataset.key }), ": compare it with the one that you know."));
  }
  const tone = { bad: "bad", agrees: "good" }[result.verdict] ?? "";
  shown.replaceChildren(
    made("div", { className: `notice ${tone}` }, made("h2", { textContent: WORDS[result.verdict] ?? result.verdict }), made("p", { textContent: result.headline })),
    made("ul", { className: "files" }, ...files),
    ...register,
    made("p", { className: "quiet" }, "More files are checked together with these. ", again));
  shown.dataset.verdict = result.verdict;
  shown.dataset.run = String(Number(shown.dataset.run ?? 0) + 1);
  shown.hidden = false;
  shown.focus({ preventScroll: true });
  shown.scrollIntoView({ block: "nearest" });
}

async function check(files) {
  if (!files.length) return;
  if (!worker) return void (state.textContent = "The verifier has not been fetched yet: wait a moment, then give the files again.");
  // A file given twice is the same file, and one of the same name in its place a newer one.
  given = [...given.filter((old) => !files.some((file) => file.name === old.name)), ...files];
  state.textContent = given.length === 1 ? `Checking ${given[0].name} …` : `Checking ${given.length} files …`;
  try {
    show(await examined([own, ...given]));
    state.textContent = "Checked.";
  } catch (error) {
    state.textContent = `The verifier stopped: ${error.message}`;
  }
}

async function read(list) {
  return Promise.all([...list].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

document.querySelector("#files").addEventListener("change", async ({ target }) => check(await read(target.files)));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = document.querySelector("#pasted").value.trim();
  if (text) check([{ name: `pasted text ${1 + given.filter((file) => file.name.startsWith("pasted text")).length}`, bytes: new TextEncoder().encode(`${text}\n`) }]);
});
const drop = document.querySelector("#drop");
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
  });
}
addEventListener("drop", async ({ dataTransfer }) => check(await read(dataTransfer.files)));

ready().then(() => {
  // From a game's page: its log as it is now, and letters to be added.
  const game = new URLSearchParams(location.search).get("game");
  if (!/^\/games\/[0-9a-f]{32}$/.test(game ?? "")) return;
  fetch(`${game}/log`).then(async (answer) => {
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    await check([{ name: `${game.slice(-6)}.log`, bytes: new Uint8Array(await answer.arrayBuffer()) }]);
  }).catch((error) => { state.textContent = `The log of that game could not be fetched: ${error.message}.`; });
}, (error) => { state.textContent = `The verifier could not be fetched: ${error.message}. Load the page again.`; });
