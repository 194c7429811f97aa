// When letters come, and what else is told: by keyboard alone at a phone without JavaScript, and at a desk.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(" | ")}`);
}

async function wide(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${content} wide in a window of ${window}`);
}

// Goes to a control with the Tab key, as somebody without a mouse does.
async function tabTo(page, wanted) {
  for (let n = 0; n < 200; n += 1) {
    if (await wanted.evaluate((e) => e === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${wanted} is not reached with the Tab key`);
}

async function pressed(page, wanted) {
  await tabTo(page, wanted);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

for (const [name, viewport, javaScriptEnabled, colorScheme] of [
  ["a phone, without JavaScript", NARROW, false, "dark"],
  ["a desk", WIDE, true, "light"],
]) {
  test(`letters, webhook, push and feed are chosen by keyboard at ${name}`, async () => {
    const host = await sitDown(house, "Jubal", WIDE);
    const guest = await sitDown(house, "Hannah", WIDE);
    await arrange(host, guest, "Confederate");
    const page = await sitDown(house, "Jubal", viewport, { javaScriptEnabled, bypassCSP: true, colorScheme });
    await page.goto(new URL("/account/notices", house.base).href);
    const plainly = page.locator("#plainly");
    await wide(page);

    // A digest at 06:00, and quiet hours.
    await tabTo(page, page.locator("input[name='mode']:checked"));
    while (await page.locator("input[name='mode']:checked").inputValue() !== "digest") await page.keyboard.press("ArrowDown");
    if (!(await page.locator("#h-06").isChecked())) {
      await tabTo(page, page.locator("#h-06"));
      await page.keyboard.press("Space");
    }
    if (!(await page.locator("#quiet").isChecked())) {
      await tabTo(page, page.locator("#quiet"));
      await page.keyboard.press("Space");
    }
    await pressed(page, page.locator("#letters").getByRole("button", { name: "Save" }));
    assert.match(await page.locator("#notice").innerText(), /Saved/);
    assert.match(await plainly.innerText(), /One letter about all games that wait comes at 06:00 and 18:00, but not between 22:00 and 07:00/);
    assert.match(await plainly.innerText(), /An open page changes nothing/);

    // One game otherwise.
    const choice = page.locator("#games select").first();
    await tabTo(page, choice);
    await page.keyboard.type("None");
    await pressed(page, page.locator("#games form").first().getByRole("button", { name: "Save" }));
    assert.equal(await choice.inputValue(), "none");

    // A webhook that leads inside is refused, says why, and keeps what was typed.
    const url = page.locator("#webhook-url");
    await tabTo(page, url);
    await page.keyboard.type("https://127.0.0.1/hook");
    await pressed(page, page.locator("#webhook").getByRole("button", { name: "Save the address" }));
    assert.match(await page.getByRole("alert").first().innerText(), /does not lead to the open network/);
    assert.equal(await url.inputValue(), "https://127.0.0.1/hook");
    await wide(page);

    // A feed: its address is shown once, opens, and is void when it is made void.
    await pressed(page, page.locator("#feed").getByRole("button", { name: /^Make a(n| new) address$/ }));
    const feed = await page.getByLabel("Address of the feed").inputValue();
    assert.equal((await page.request.get(feed)).status(), 200);
    await wide(page);
    if (javaScriptEnabled) assert.deepEqual(await faults(page), []);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/notices-${viewport.width}-${colorScheme}.png`, fullPage: true });
    await pressed(page, page.locator("#feed").getByRole("button", { name: "Make it void" }));
    assert.match(await page.locator("#notice").innerText(), /void/);
    assert.equal((await page.request.get(feed)).status(), 404);
    assert.deepEqual(page.complaints.filter((c) => !/status of 422/.test(c)), []);
  });
}
