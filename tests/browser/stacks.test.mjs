// Counters that cannot be told apart fan out, and who stands where can be read without a script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

test("a touched stack fans out to counters of a finger's size, and one of them can be taken up", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const confederate = await sitDown(house, "Jubal", NARROW, { hasTouch: true });
  const game = await arrange(confederate, union, "Union", "Bloodiest Day");
  await confederate.goto(game);
  // The whole sheet on a telephone: no counter can be read.
  await confederate.getByRole("button", { name: "Show the whole map" }).click();
  const stack = confederate.locator(".stack.union").first();
  const [place, count] = await stack.evaluate((s) => [s.dataset.place, Number(s.dataset.count)]);
  await stack.locator(".piece").last().dispatchEvent("click");
  const fan = confederate.locator(".fan .piece");
  await fan.first().waitFor();
  assert.equal(await fan.count(), count);
  const boxes = await fan.evaluateAll((pieces) => pieces.map((p) => p.querySelector(".face").getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })));
  for (const [i, a] of boxes.entries()) {
    assert.ok(a.width >= 40, `a counter ${a.width} wide`);
    for (const b of boxes.slice(0, i)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= a.width, "two counters overlap");
  }
  // Folded, everything is as it was.
  await confederate.keyboard.press("Escape");
  await confederate.waitForFunction(() => !document.querySelector(".fan"));
  assert.equal(await confederate.locator(`.counters .stack[data-place="${place}"] .piece`).count(), count);

  await stack.locator(".piece").last().dispatchEvent("click");
  await fan.first().waitFor();
  const said = await fan.first().locator("title").first().textContent();
  await fan.first().click();
  await confederate.locator("#unit").waitFor();
  const name = await confederate.locator("#unit-name").textContent();
  assert.ok(said.startsWith(name), `${name} was taken up for ${said}`);
  assert.deepEqual(confederate.complaints, []);
});

test("without a script a list says who is where and takes a unit up", async () => {
  const page = await sitDown(house, "Hannah", NARROW, { javaScriptEnabled: false });
  const guest = await sitDown(house, "Jubal", WIDE);
  await page.goto(await arrange(page, guest, "Union", "Bloodiest Day"));
  await page.locator(".garrisons summary").click();
  const first = page.locator(".garrisons dd a").first();
  const name = await first.textContent();
  await first.click();
  await page.locator("#unit").waitFor();
  assert.ok((await page.locator("#unit-name").textContent()).startsWith(name));
});
