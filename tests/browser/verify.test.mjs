// The page on which anybody checks a log, in a real browser whose network is cut off: good and bad logs, letters, forks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";

const golden = resolve(import.meta.dirname, "../../domain/tests/golden/logs");
const log = (name) => readFileSync(join(golden, name), "utf8");

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// The page, ready, with no way to the server any more.
async function alone(viewport = WIDE) {
  const page = await sitDown(house, null, viewport);
  await page.goto(new URL("/verify", house.base).href);
  await page.getByText("Ready. From here on no network is needed.").waitFor();
  await page.context().setOffline(true);
  return page;
}

async function give(page, ...files) {
  const before = await page.locator("#shown").getAttribute("data-run");
  await page.locator("#files").setInputFiles(files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  await page.waitForFunction((old) => document.querySelector("#shown").dataset.run !== old, before ?? undefined);
  return { verdict: await page.locator("#shown").getAttribute("data-verdict"), text: await page.locator("#shown").innerText() };
}

const letter = (game, seq, head) => `From: Fieldpost <game@example.org>\r\nTo: anna@example.org\r\nDate: Sun, 3 May 2026 10:00:00 +0000\r\nSubject: A game\r\n` +
  `Content-Type: text/plain; charset=utf-8\r\n\r\nYour turn.\r\n\r\nGame ${game.slice(-6)}, record ${seq}, head ${head}\r\n`;

test("every golden log is judged as the manifest says, with the network cut off", async () => {
  const page = await alone();
  const names = readdirSync(golden).filter((name) => name.endsWith(".log"));
  assert.ok(names.length > 30, `only ${names.length} logs`);
  for (const name of names) {
    await page.evaluate(() => document.querySelector("#shown button")?.click());
    const { verdict, text } = await give(page, [name, log(name)]);
    assert.equal(verdict, /-fault-/.test(name) ? "bad" : "sound", `${name}: ${text}`);
  }
  assert.deepEqual(page.complaints, []);
});

test("one bit of a log changed is found, and named in words; the log itself stands", async () => {
  const page = await alone(NARROW);
  const text = log("gaines-mill-short.log");
  const sound = await give(page, ["mine.log", text]);
  assert.equal(sound.verdict, "sound");
  assert.match(sound.text, /Sound by itself[^]*No letter and no proof was given that shows where it comes from/);
  const at = text.indexOf('faces\\":[') + 9;
  const bad = await give(page, ["mine.log", text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)]);
  assert.equal(bad.verdict, "bad");
  assert.match(bad.text, /Something is wrong with mine\.log[^]*Record \d+ is bad/);
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${wide} wide in a window of ${window}`);
});

test("letters bear witness: one that agrees, one of another history, two that contradict each other", async () => {
  const page = await alone();
  const text = log("gaines-mill-short.log");
  const records = text.split("\n").filter((line) => line.includes('"hash"')).map((line) => JSON.parse(line));
  const tenth = records[9];
  const { game, hash } = tenth.record ?? tenth;
  assert.match(hash, /^[0-9a-f]{64}$/);
  const agrees = await give(page, ["mine.log", text], ["turn.eml", letter(game, 10, hash)]);
  assert.equal(agrees.verdict, "agrees", agrees.text);
  assert.match(agrees.text, /It holds[^]*your letters agree/);
  const other = hash.replace(/^./, (c) => (c === "0" ? "1" : "0"));
  const denied = await give(page, ["other.eml", letter(game, 10, other)]);
  assert.equal(denied.verdict, "bad");
  assert.match(denied.text, /turn\.eml cannot both be true: they name different heads of record 10/);
});

test("files are dropped on the page, a log and a letter about it, with the network cut off", async () => {
  const page = await alone(NARROW);
  const text = log("gaines-mill-short.log");
  const record = text.split("\n").filter((line) => line.includes('"hash"')).map((line) => JSON.parse(line))[9];
  const { game, hash } = record.record ?? record;
  const dropped = async (...files) => {
    const before = await page.locator("#shown").getAttribute("data-run");
    const dataTransfer = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const [name, content] of all) transfer.items.add(new File([content], name));
      return transfer;
    }, files);
    await page.dispatchEvent("#drop", "dragover", { dataTransfer });
    assert.match(await page.locator("#drop").getAttribute("class"), /over/);
    await page.dispatchEvent("#drop", "drop", { dataTransfer });
    await page.waitForFunction((old) => document.querySelector("#shown").dataset.run !== old, before ?? undefined);
    assert.doesNotMatch(await page.locator("#drop").getAttribute("class"), /over/);
    return page.locator("#shown").getAttribute("data-verdict");
  };
  assert.equal(await dropped(["mine.log", text]), "sound");
  assert.equal(await dropped(["turn.eml", letter(game, 10, hash)]), "agrees");
  assert.equal(await dropped(["other.eml", letter(game, 10, hash.replace(/^./, (c) => (c === "0" ? "1" : "0")))]), "bad");
  assert.deepEqual(page.complaints, []);
});

test("what is no log and no letter is said to be neither", async () => {
  const page = await alone();
  const { verdict, text } = await give(page, ["holiday.txt", "We were at the sea."], ["empty.log", ""]);
  assert.equal(verdict, "nothing");
  assert.match(text, /It is neither the log of a game[^]*It is empty/);
});

test("from a game's page its log is checked as it is", async () => {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/games", house.base).href);
  await page.locator(".docket a", { hasText: "A game part-way" }).first().click();
  await page.waitForURL(/games\/[0-9a-f]{32}/);
  await page.locator("details:has(a[href^='/verify'])").last().evaluate((folded) => { folded.open = true; });
  await page.getByRole("link", { name: "Check it in this browser" }).first().click();
  await page.locator("#shown[data-verdict]").waitFor();
  assert.match(await page.locator("#shown").innerText(), /Sound/);
  assert.deepEqual(page.complaints, []);
});

test("a letter from the mailbox carries its proof, which this service's key vouches for", async () => {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/mailbox", house.base).href);
  const letters = await page.locator("a[href^='/mailbox/']").evaluateAll((all) => all.map((a) => a.href));
  let proven = null;
  for (const letter of letters) {
    const raw = await (await page.request.get(`${letter}/raw`)).text();
    if (raw.includes(".tlog-proof")) { proven = raw; break; }
  }
  assert.ok(proven, `none of ${letters.length} letters has a proof`);
  const other = await alone();
  const { verdict, text } = await give(other, ["turn.eml", proven]);
  assert.equal(verdict, "agrees", text);
  assert.match(text, /is leaf \d+ of the register[^]*signed by the register/);
  // One digit of the head that the letter names, and its proof speaks against it.
  const changed = proven.replace(/(record \d+, head )([0-9a-f])/, (_, before, digit) => before + (digit === "0" ? "1" : "0"));
  assert.notEqual(changed, proven);
  assert.equal((await give(other, ["turn.eml", changed])).verdict, "bad");
  assert.deepEqual(page.complaints, []);
});

test("a signed proof vouches for the log of its game, and is said to be no proof of another's", async () => {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/games", house.base).href);
  const game = (await page.locator(".docket a", { hasText: "A game part-way" }).first().getAttribute("href")).match(/games\/([0-9a-f]{32})/)[1];
  const fetched = async (path) => (await page.request.get(new URL(path, house.base).href)).text();
  const [mine, proof] = [await fetched(`/games/${game}/log`), await fetched(`/games/${game}/log/3/proof`)];
  assert.match(proof, /tlog-proof/);
  const other = await alone(NARROW);
  const held = await give(other, ["mine.log", mine], ["3.tlog-proof", proof]);
  assert.equal(held.verdict, "agrees", held.text);
  assert.match(held.text, /the register has signed what the proofs say of it[^]*It agrees with the register \S+ about record 3/);
  assert.doesNotMatch(held.text, /its origin is not shown\. Anybody|No letter/);
  await other.getByRole("button", { name: "Begin again" }).click();
  const apart = await give(other, ["golden.log", log("gaines-mill-short.log")], ["3.tlog-proof", proof]);
  assert.equal(apart.verdict, "strangers", apart.text);
  assert.match(apart.text, /Not of one game[^]*3\.tlog-proof is of another game than the log[^]*they do not belong together/);
  const [wide, window] = await other.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${wide} wide in a window of ${window}`);
  assert.deepEqual(other.complaints, []);
});
