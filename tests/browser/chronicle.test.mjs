// The chronicle: a plain order is a line, a turn has pages, each record is told on one of them, and its number leads there. Without a script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";
import { fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`each record is told once, on a page that its number leads to, ${name}`, async () => {
    const page = await sitDown(house, "Jubal", viewport, { javaScriptEnabled: false });
    await page.goto(new URL("/games", house.base).href);
    const ended = await page.locator("a", { hasText: "to its end" }).evaluateAll((all) => all.map((a) => a.href.split("#")[0]));
    const games = [...new Set(ended.filter((href) => /games\/[0-9a-f]{32}$/.test(href)))];
    assert.ok(games.length > 0);
    let plain = 0, paged = 0;
    for (const game of games) {
      await page.goto(`${game}/chronicle`);
      const told = new Set();
      for (const turn of await page.locator("nav[aria-label=Turns] a").evaluateAll((all) => all.map((a) => a.href))) {
        await page.goto(turn);
        const chips = await page.locator("nav[aria-label^=Records] a").evaluateAll((all) => all.map((a) => a.href));
        // The links below lead through all pages forwards, and back again.
        for (const [rel, way] of chips.length ? [["next", chips], ["prev", [...chips].reverse()]] : []) {
          await page.goto(way[0]);
          for (const address of way.slice(1)) {
            await page.locator(`a[rel=${rel}]`).click();
            await page.waitForURL(address);
            assert.equal(await page.locator("nav[aria-label^=Records] [aria-current]").getAttribute("href"), new URL(address).pathname + new URL(address).search);
          }
          assert.equal(await page.locator(`a[rel=${rel}]`).count(), 0, `${way.at(-1)} is the last that way`);
        }
        if (chips.length > 1) paged += 1;
        for (const address of chips.length ? chips : [turn]) {
          await page.goto(address);
          await fits(page);
          const ids = await page.locator("[id^=r]:is(.entry, .entry-part)").evaluateAll((all) => all.map((e) => e.id));
          assert.ok(ids.length <= 150, `${address} tells ${ids.length} records`);
          for (const id of ids) {
            assert.ok(!told.has(id), `${id} is told twice`);
            told.add(id);
          }
          const lines = await page.locator(".entry:has(> .entry-line)").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
          plain += lines.length;
          if (viewport === WIDE) assert.ok(lines.every((h) => h < 60), `${address}: ${Math.max(...lines)}`);
        }
      }
      for (const id of [...told].filter((_, i) => i % 40 === 0)) {
        await page.goto(`${game}/chronicle?record=${id.slice(1)}`);
        assert.equal(await page.locator(`#${id}`).count(), 1, `${id} is not where its number leads`);
      }
    }
    assert.ok(plain > 50, `${plain} lines`);
    assert.ok(paged > 0, "no turn has a second page");
  });
}
