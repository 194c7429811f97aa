// What never changes is sent once: a click or an order brings only what has changed, and the page keeps the outlines of its map. Without a script
// the page is whole, and the number of a rule leads to the rules page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";
import { fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// A practice game of each ruleset, at once.
async function practice(page, ruleset) {
  await page.goto(house.base);
  await page.locator(`form[action="/play/${ruleset}"] button`).first().click();
  await page.waitForURL(/\/games\/[0-9a-f]{32}/);
}
const shelf = async (page) => [...new Set(await page.locator('form[action^="/play/"]').evaluateAll((all) => all.map((f) => f.getAttribute("action").split("/").pop())))];
const places = (page) => page.locator(".layer .place").count();

test("a click and an order bring only what has changed, and the map keeps its places", async (t) => {
  const page = await sitDown(house, "Hannah", WIDE);
  await page.goto(house.base);
  for (const ruleset of await shelf(page)) {
    const bodies = [];
    await practice(page, ruleset);
    page.on("response", async (answer) => {
      if (answer.request().resourceType() !== "fetch" || answer.status() !== 200 || answer.url().endsWith("/head") || new URL(answer.url()).pathname.endsWith("/map")) return;
      const text = await answer.text();
      bodies.push({ has: (await answer.request().allHeaders())["fieldpost-has"] ?? "", url: answer.url(), text });
    });
    const count = await places(page);
    const charts = await page.locator(".charts-box .chart").count();
    // Of a large map, drawn by levels, a page has no outlines that it could keep.
    const keeps = count > 0;
    assert.ok((count > 20 || !keeps) && charts > 0, `${count} places, ${charts} charts`);
    const quiet = () => page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
    await page.locator(".ready .unit-link").first().dispatchEvent("click");
    await page.waitForFunction(() => document.querySelector("#unit, #place"));
    await quiet();
    if (keeps) assert.equal(await places(page), count, `${ruleset}: a click has lost places`);
    assert.equal(await page.locator(".charts-box .chart").count(), charts, `${ruleset}: a click has lost charts`);
    // The first order that there is, whatever it is.
    const before = bodies.length;
    await page.locator("#desk form[data-orders] button").first().dispatchEvent("click");
    await page.waitForFunction((n) => window.performance.getEntriesByType("resource").length > n, 0);
    for (let i = 0; i < 100 && bodies.length === before; i++) await page.waitForTimeout(50);
    await quiet();
    assert.ok(bodies.length > before, `${ruleset}: nothing came of the order`);
    if (keeps) assert.equal(await places(page), count, `${ruleset}: an order has lost places`);
    assert.equal(await page.locator(".charts-box .chart").count(), charts);
    for (const { has, url, text } of bodies) {
      assert.match(has, keeps ? /places-.* charts-/ : /charts-/, `${url}: the page says what it has: ${has}`);
      t.diagnostic(`${ruleset}, ${new URL(url).search || "order"}: ${(text.length / 1024).toFixed(1)} KB`);
      if (keeps) assert.match(text, /data-still="places-[^"]*"><\/g>/, `${url}: the outlines were sent again`);
      assert.match(text, /data-still="charts-[^"]*"><\/div>/, `${url}: the charts were sent again`);
    }
    // Loaded anew and gone back to, it is whole.
    await page.reload();
    if (keeps) assert.equal(await places(page), count);
    page.removeAllListeners("response");
  }
  assert.deepEqual(page.complaints, []);
});

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`without a script the number of a rule leads to the rules page, ${name}`, async () => {
    const page = await sitDown(house, "Jubal", viewport, { javaScriptEnabled: false });
    await page.goto(house.base);
    for (const ruleset of await shelf(page)) {
      await practice(page, ruleset);
      await fits(page);
      const cite = page.locator(".ask a.cite").first();
      const href = await cite.getAttribute("href");
      await Promise.all([page.waitForURL(`**${href}`, { waitUntil: "load" }), cite.click()]);
      const place = page.locator(`[id="${href.split("#")[1]}"]`);
      assert.equal(await place.count(), 1, `${href} is not there`);
      const top = (await place.boundingBox()).y;
      assert.ok(top >= -2 && top < viewport.height, `${href} stands at ${top}`);
      await fits(page);
    }
  });
}
