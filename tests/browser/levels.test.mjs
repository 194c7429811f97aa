// Large maps level by level, and overlays on demand, with a script and without.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, binary, openHouse, sitDown } from "./house.mjs";

const MOST = 300 * 1024;
let house, theatre, service;

before(async () => {
  house = await openHouse();
  // Built with the tests: `cargo build -p fieldpost-tests --bins`.
  service = spawn(process.env.THEATRE_BIN ?? join(dirname(binary), "theatre"), { stdio: ["pipe", "pipe", "inherit"] });
  theatre = await new Promise((found, lost) => {
    let out = "";
    service.stdout.on("data", (chunk) => {
      const address = (out += chunk).match(/The theatre is at (http:\S+)/);
      if (address) found(address[1]);
    });
    service.on("error", lost);
    service.on("exit", (code) => lost(new Error(`the theatre ended with ${code}: ${out}`)));
  });
});
after(async () => {
  service?.stdin.end();
  await house?.close();
});

const look = async (viewport, options = {}) => {
  const context = await house.browser.newContext({ viewport, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("pageerror", (e) => page.complaints.push(e.message));
  return page;
};
const level = (page) => page.locator("svg.pieces").getAttribute("data-level");
const reached = (page, wanted) => page.waitForFunction((wanted) => document.querySelector("svg.pieces")?.dataset.level === wanted, wanted);

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`the first view of a theatre comes to 300 KB at most, all that is transferred, on a ${name} screen`, async (t) => {
    const page = await look(viewport);
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    const urls = new Map(), sizes = [];
    wire.on("Network.responseReceived", (e) => urls.set(e.requestId, e.response.url));
    wire.on("Network.loadingFinished", (e) => sizes.push([new URL(urls.get(e.requestId)).pathname, e.encodedDataLength]));
    await page.goto(theatre, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    const sum = sizes.reduce((all, [, bytes]) => all + bytes, 0);
    for (const [path, bytes] of sizes) t.diagnostic(`${bytes} ${path}`);
    t.diagnostic(`${sum} bytes in all`);
    assert.ok(sizes.some(([path]) => path.startsWith("/maps/")), "the ground is among them");
    assert.ok(sum <= MOST, `${sum} bytes`);
    assert.equal(await level(page), "far");
    assert.ok(await page.locator(".block").count() > 10);
    assert.deepEqual(page.complaints, []);
  });
}

test("zooming in fetches chips, then counters, of the part in view alone; out again there are blocks", async () => {
  const page = await look(WIDE);
  const asked = [];
  page.on("request", (r) => /\/map\?/.test(r.url()) && asked.push(r.url()));
  await page.goto(theatre, { waitUntil: "networkidle" });
  assert.ok(await page.locator("[data-map-views]").isHidden());
  // Where the blocks are.
  await page.evaluate(() => document.querySelector("[data-map]").sheet.show(document.querySelector(".block"), true));
  const seen = ["far"];
  for (let i = 0; i < 14 && seen.at(-1) !== "near"; i++) {
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForTimeout(700);
    const now = await level(page);
    if (now !== seen.at(-1)) seen.push(now);
  }
  assert.deepEqual(seen, ["far", "middle", "near"]);
  assert.ok(asked.length >= 2 && asked.length < 20, `${asked.length} parts fetched`);
  // What is drawn covers what is seen, and the drawing lies where the ground does.
  const covers = () => page.evaluate(() => {
    const view = document.querySelector("[data-map]").getBoundingClientRect(), world = document.querySelector(".map-world").getBoundingClientRect();
    const unit = Number(document.querySelector("[data-map]").dataset.width) / world.width;
    const [x, y, w, h] = document.querySelector("svg.pieces").dataset.part.split(" ").map(Number);
    const [left, top] = [(view.left - world.left) * unit, (view.top - world.top) * unit];
    return x <= left + 2 && y <= top + 2 && x + w >= Math.min(left + view.width * unit, world.width * unit) - 2 && y + h >= Math.min(top + view.height * unit, world.height * unit) - 2;
  });
  assert.ok(await covers());
  const before = asked.length;
  await page.locator("[data-map]").evaluate((map) => map.scrollBy(900, 500));
  await page.waitForFunction((n) => performance.getEntriesByType("resource").filter((r) => /\/map\?/.test(r.name)).length > n, before);
  await page.waitForTimeout(500);
  assert.ok(await covers(), "after moving on");
  await page.getByRole("button", { name: "Show the whole map" }).click();
  await reached(page, "far");
  assert.deepEqual(page.complaints, []);
});

test("without a script a theatre is gone through by links, and a piece and its overlay are taken from the tree", async () => {
  const page = await look(NARROW, { javaScriptEnabled: false });
  await page.goto(theatre);
  assert.equal(await level(page), "far");
  const ways = page.getByRole("navigation", { name: "Part of the map" });
  for (let i = 0; i < 5 && await level(page) !== "near"; i++) await ways.getByRole("link", { name: "Nearer" }).click();
  assert.equal(await level(page), "near");
  const part = () => page.locator("svg.pieces").getAttribute("data-part");
  const here = await part();
  await ways.getByRole("link", { name: "West" }).click();
  assert.notEqual(await part(), here);
  await page.locator(".garrisons > summary").click();
  await page.locator(".tree .formation > summary").first().click();
  const unit = page.locator(".tree .formation li a").first();
  const name = await unit.textContent();
  await unit.click();
  assert.equal(await page.locator("#unit-name").textContent(), name);
  await page.locator(".overlays summary").click();
  await page.locator(".overlays").getByRole("link", { name: "Reach" }).click();
  assert.ok((await page.locator("#shown-h").textContent()).includes("Reach of"));
  await page.locator("#shown").getByRole("link", { name: "Put the overlay away" }).click();
  assert.equal(await page.locator("#shown").count(), 0);
});

for (const javaScriptEnabled of [true, false]) {
  test(`an overlay is asked for and put away ${javaScriptEnabled ? "by click" : "without a script"}`, async () => {
    const union = await sitDown(house, "Hannah", WIDE), confederate = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, confederate, "Union", "Bloodiest Day");
    const cookies = await union.context().cookies();
    const page = await look(WIDE, { javaScriptEnabled });
    await page.context().addCookies(cookies);
    await page.goto(game);
    assert.equal(await page.locator("svg.shades").count(), 0, "nothing is drawn before somebody asks");
    const offered = page.locator(".overlays");
    await offered.locator("summary").click();
    assert.equal(await offered.getByRole("link", { name: "Reach" }).count(), 0, "of a piece, and none is in hand");
    await offered.getByRole("link", { name: "Who holds what" }).click();
    await page.locator("svg.shades .shade.union").first().waitFor();
    assert.ok(page.url().includes("overlay=control"));
    // It lies between the ground and the counters.
    const order = await page.locator(".map-world > *").evaluateAll((parts) => parts.map((p) => p.id || p.className));
    assert.deepEqual(order.slice(0, 3), ["ground", "shades", "layer"]);
    await page.locator("#shown").waitFor();
    // With a piece in hand the overlay stays, and those of a piece are offered.
    await page.locator(".garrisons > summary").click();
    await page.locator(".garrisons dd a").first().click();
    await page.locator("#unit").waitFor();
    assert.ok(page.url().includes("overlay=control") && page.url().includes("piece="));
    const link = offered.getByRole("link", { name: "Command" });
    if (!await link.isVisible()) await offered.locator("summary").click();
    await link.click();
    await page.locator("#shown-h", { hasText: /Command|Who commands/ }).waitFor();
    await page.locator("#shown").getByRole("link", { name: "Put the overlay away" }).click();
    await page.locator("#shown").waitFor({ state: "detached" });
    assert.equal(await page.locator("svg.shades").count(), 0);
    assert.deepEqual(page.complaints, []);
  });
}
