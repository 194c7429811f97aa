// Standing orders written by somebody with a phone, with the keyboard alone, and without JavaScript.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

for (const [name, viewport, javaScriptEnabled] of [["a phone, without JavaScript", NARROW, false], ["a desk", WIDE, true]]) {
  test(`a rule with conditions is written, tried and saved at ${name}`, async () => {
    const host = await sitDown(house, "Jubal", WIDE);
    const guest = await sitDown(house, "Hannah", WIDE);
    const game = await arrange(host, guest, "Confederate");
    const page = await sitDown(house, "Jubal", viewport, { javaScriptEnabled, bypassCSP: true, colorScheme: "dark" });
    await page.goto(`${game}/standing`);
    const retreat = page.locator("#so-retreat");
    await retreat.getByRole("button", { name: /add a condition/ }).click();
    await retreat.locator("select[name='retreat.0.0.what']").selectOption("turn");
    await retreat.locator("select[name='retreat.0.0.test']").selectOption("is at least");
    await retreat.locator("input[name='retreat.0.0.with']").fill("4");
    await retreat.getByRole("button", { name: /further condition/ }).click();
    await retreat.locator("select[name='retreat.0.1.what']").selectOption("unit");
    await retreat.locator("input[name='retreat.0.1.with']").fill("archer or Gregg");
    await retreat.locator("select[name='retreat.0.value']").selectOption("ask");
    await fits(page);
    await page.locator(".sentences").getByRole("button", { name: "Try them out" }).last().click();
    assert.match(await page.locator("#tried").innerText(), /You have not been asked anything yet/);
    const written = "retreat = if turn >= 4 and unit Archer or Gregg: ask; fewest-losses";
    assert.ok((await page.locator("#so-notation").inputValue()).includes(written));
    if (javaScriptEnabled) assert.deepEqual(await faults(page), []);
    await page.locator(".sentences").getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/saved=1/);
    assert.match(await page.locator("#notice").innerText(), /Saved/);
    assert.equal(await page.locator("input[name='retreat.0.1.with']").inputValue(), "Archer or Gregg");

    // The box of notation, by keyboard alone; what is wrong is said and kept.
    const box = page.locator("#so-notation");
    await box.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("advance = if star yes: advanse; hold");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".notice.bad").waitFor();
    assert.match(await page.locator(".notice.bad").innerText(), /“advanse” is not one of its values. It has ask, hold, advance/);
    assert.equal((await box.inputValue()).trim(), "advance = if star yes: advanse; hold");
    await box.fill("advance = if star yes: advance; hold");
    await page.locator("#so-text").getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/saved=1/);
    assert.ok((await box.inputValue()).includes("advance = if star yes: advance; hold"));
    assert.ok((await box.inputValue()).includes(written), "other questions stay as they were");
    await fits(page);
  });
}
