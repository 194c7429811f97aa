// The archive in a real browser, and a finished game in one file: opened from the disk with the network cut off, checked, and refused with a byte changed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";

let house;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "fieldpost-archive-"));
  house = await openHouse();
});
after(async () => {
  await house?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function fits(page) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${wide} wide in a window of ${window}: ${page.url()}`);
}

// The archive, as soon as the demonstration's finished games are in it.
async function archive(page, ruleset = "gaines-mill") {
  const address = new URL(`/archive?game=${ruleset}`, house.base).href;
  for (let n = 0; n < 100; n++) {
    await page.goto(address);
    if (await page.locator(".shelf > li").count()) return;
    await page.waitForTimeout(200);
  }
  throw new Error("nothing came into the archive");
}

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`the archive is looked through and a game of it looked at, ${name}`, async () => {
    const page = await sitDown(house, null, viewport);
    await archive(page);
    await fits(page);
    await page.getByLabel("Player", { exact: true }).fill("hannah");
    await page.getByRole("button", { name: "Look" }).click();
    assert.equal(await page.locator(".shelf > li").count(), 1);
    await page.locator(".shelf h2 a").first().click();
    await page.getByRole("heading", { name: "Dice against expectation" }).waitFor();
    await fits(page);
    assert.ok((await page.locator("figure.plot svg[aria-label]").count()) >= 5);
    await page.getByRole("link", { name: "Replay it" }).click();
    await page.getByText(/record 1 of/).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Report to print" }).click();
    await page.getByRole("heading", { name: /After-action report/ }).waitFor();
    await fits(page);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".masthead").isVisible(), false);
    assert.deepEqual(page.complaints, []);
  });
}

async function taken(ruleset) {
  const page = await sitDown(house, null, WIDE);
  await archive(page, ruleset);
  await page.locator(".shelf h2 a").first().click();
  const href = await page.getByRole("link", { name: "The whole game in one file" }).getAttribute("href");
  const answer = await page.request.get(new URL(href, house.base).href, { timeout: 120_000 });
  assert.equal(answer.status(), 200);
  assert.match(answer.headers()["content-disposition"], /^attachment; filename="fieldpost-[0-9a-f]{32}\.html"$/);
  return (await answer.body()).toString("utf8");
}

// Opens a file from the disk in a window that has no network at all.
async function alone(name, html, viewport = WIDE) {
  const path = join(folder, name);
  writeFileSync(path, html);
  const context = await house.browser.newContext({ viewport, offline: true });
  const page = await context.newPage();
  page.asked = [];
  page.complaints = [];
  page.on("request", (r) => /^(file|blob|data):/.test(r.url()) || page.asked.push(r.url()));
  page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
  page.on("pageerror", (e) => page.complaints.push(e.message));
  await page.goto(pathToFileURL(path).href);
  await page.getByText("Ready. Nothing here needs a network.").waitFor({ timeout: 60_000 });
  return page;
}

async function checked(page) {
  await page.getByRole("button", { name: "Check the log" }).click();
  await page.locator("#verdict:not([hidden])").waitFor({ timeout: 120_000 });
  return { verdict: await page.locator("#verdict").getAttribute("data-verdict"), text: await page.locator("#verdict").innerText() };
}

for (const ruleset of ["gaines-mill", "bloodiest-day"]) {
  test(`a game of ${ruleset} in one file is replayed and checked without a network, and refused with a byte changed`, { timeout: 300_000 }, async () => {
    const html = await taken(ruleset);
    console.log(`${ruleset}: ${Buffer.byteLength(html)} bytes`);
    assert.ok(Buffer.byteLength(html) < 12 << 20, `${Buffer.byteLength(html)} bytes`);
    const page = await alone(`${ruleset}.html`, html, NARROW);
    await fits(page);
    const pieces = () => page.locator("#layer [data-piece]").count();
    assert.ok((await pieces()) > 10);
    const end = await page.locator("#layer").innerHTML();
    await page.getByRole("button", { name: "First" }).click();
    assert.match(await page.locator("#number").innerText(), /Record 1 of/);
    assert.notEqual(await page.locator("#layer").innerHTML(), end);
    await page.getByRole("button", { name: "Next" }).click();
    assert.match(await page.locator("#told").innerText(), /\S/);
    const good = await checked(page);
    assert.equal(good.verdict, "sound", good.text);
    assert.deepEqual(page.asked, []);
    assert.deepEqual(page.complaints, []);

    // One digit of a face, within the log.
    const log = html.indexOf('<pre id="log"');
    const at = html.indexOf("faces\\&#34;:[", log);
    assert.ok(at > log, "a roll stands in the log");
    const face = at + "faces\\&#34;:[".length;
    const changed = html.slice(0, face) + String((Number(html[face]) % 6) + 1) + html.slice(face + 1);
    const bad = await checked(await alone(`${ruleset}-changed.html`, changed));
    assert.equal(bad.verdict, "bad");
    assert.match(bad.text, /does not hold[^]*[Rr]ecord \d+/);

    // A drawing changed is said, and the log stands.
    const drawn = html.replace(/(id="frames" data-sha256=")([0-9a-f])/, (_, before, digit) => before + (digit === "0" ? "1" : "0"));
    const other = await alone(`${ruleset}-drawn.html`, drawn);
    assert.equal(await other.locator("#changed").isVisible(), true);
    assert.equal(await page.locator("#changed").isVisible(), false);
  });
}

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`a record is laid out with all that it rests on, without scripts and on paper, ${name}`, async () => {
    const page = await sitDown(house, null, viewport, { javaScriptEnabled: false });
    await archive(page);
    // One that was played here: its dice have numbers behind them.
    await page.goto(`${page.url()}&player=hannah`);
    await page.locator(".shelf h2 a").first().click();
    const game = page.url().replace("/archive/", "/games/");
    const log = await (await page.request.get(`${game}/log`)).text();
    const records = log.split("\n").filter((line) => line.includes('"seq"')).map((line) => JSON.parse(line)).map((line) => line.record ?? line);
    const { seq } = records.filter((record) => /"kind":"order\/1"/.test(record.body) && /"faces"/.test(record.body))[5];
    await page.locator(`.moments a[href*='/records/']`).first().click();
    await page.getByRole("heading", { name: /^Record \d+, and all that it rests on$/ }).waitFor();
    await fits(page);
    await page.goto(`${game}/records/${seq}`);
    for (const heading of ["What happened", "Before and after", "Who owed a decision", "What was legal", "Standing and queued orders", "Dice", "Who was told, and when", "In the log and in the register", "Judgements"]) {
      assert.equal(await page.getByRole("heading", { name: heading, exact: true }).count(), 1, heading);
    }
    assert.equal(await page.locator(".dossier .still-map").count(), 2);
    await page.getByText("Sound.", { exact: true }).waitFor();
    // Without a script a fold opens as well, and shows the seed that the API gives.
    await page.getByText("The numbers, to check by hand").click();
    const told = await (await page.request.get(`${game.replace("/games/", "/api/games/")}/records/${seq}`)).json();
    assert.ok(told.dice[0].sound);
    assert.ok(await page.getByText(told.dice[0].seed).isVisible());
    await fits(page);
    await page.getByRole("link", { name: new RegExp(`Record ${seq + 1}`) }).click();
    await page.getByRole("heading", { name: `Record ${seq + 1}, and all that it rests on` }).waitFor();
    await page.getByRole("link", { name: "Replay from here" }).click();
    await page.getByText(new RegExp(`record ${seq + 1} of`)).waitFor();
    await page.goBack();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".masthead").isVisible(), false);
    assert.deepEqual(page.complaints, []);
  });
}
