// A replay goes on by itself when it is told to, shows what moved from where, and says in words how far its steps go.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";
import { fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

const record = (page) => Number(page.url().match(/replay\/(\d+)/)[1]);

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`a replay plays until it is told to pause, and its steps have words, ${name}`, async () => {
    const page = await sitDown(house, "Hannah", viewport);
    await page.goto(`${house.base}/games`);
    const games = await page.locator(".docket h3 a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    const steps = page.locator(".steps");
    // One that is long enough.
    for (const game of games) {
      await page.goto(`${house.base}${game}/replay/2`);
      const end = (await steps.locator('[data-key="End"]').count()) ? await steps.locator('[data-key="End"]').getAttribute("href") : "/0";
      if (Number(end.split("/").pop()) > 30) break;
    }
    for (const word of ["‹ Turn", "‹ Phase", "‹ Record", "Record ›", "Phase ›", "Turn ›"]) {
      assert.ok((await steps.innerText()).includes(word), `${word} in ${await steps.innerText()}`);
    }
    await fits(page);

    const button = page.locator("[data-play]");
    assert.equal(await button.innerText(), "Play");
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await button.click();
    // Each second or so one record more, without a hand.
    await page.waitForFunction(() => Number(location.pathname.match(/replay\/(\d+)/)[1]) >= 5, null, { timeout: 15000 });
    assert.equal(await button.innerText(), "Pause");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await button.click();
    assert.equal(await button.innerText(), "Play");
    await page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
    const at = record(page);
    await page.waitForTimeout(3200);
    assert.equal(record(page), at, "it stands still");

    // A step by hand ends it too.
    await button.click();
    await page.waitForFunction((from) => Number(location.pathname.match(/replay\/(\d+)/)[1]) > from, at, { timeout: 15000 });
    await steps.locator('[data-key="ArrowLeft"]').click();
    assert.equal(await button.innerText(), "Play");
    assert.deepEqual(page.complaints, []);
  });
}
