// The clock of a game and a player's calendar, on a phone: with the keyboard alone on one side, without JavaScript on the other.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, arrange, openHouse, sitDown } from "./house.mjs";
import { faults, fits, hit, tabTo } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

const notice = (page) => page.locator("#notice").innerText();

test("nights, days off and holidays are set; what is wrong is said beside its field", async () => {
  const page = await sitDown(house, "Jubal", NARROW, { bypassCSP: true });
  await page.goto(new URL("/account/calendar", house.base).href);
  await tabTo(page, page.getByLabel("My time does not run at night"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("Sunday"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("Holidays, one a line"));
  await page.keyboard.type("Christmas");
  await hit(page, page.getByRole("button", { name: "Save" }), page.locator("#calendar-wrong"));
  assert.match(await page.locator("#calendar-wrong").innerText(), /written 2026-12-25/);
  assert.equal(await page.getByLabel("Holidays, one a line").inputValue(), "Christmas");
  assert.ok(await page.getByLabel("Sunday").isChecked(), "nothing that was set is lost");
  assert.deepEqual(await faults(page), []);
  await tabTo(page, page.getByLabel("Holidays, one a line"));
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await hit(page, page.getByRole("button", { name: "Save" }), page.locator("#notice"));
  assert.match(await notice(page), /Saved. In the next four weeks your time runs for \d+ days/);
  assert.ok(await page.getByLabel("My time does not run at night").isChecked());
  await fits(page);
});

test("leave is taken and ended; a pause is proposed, agreed to and ended; time is granted", async () => {
  const keys = await sitDown(house, "Jubal", NARROW, { bypassCSP: true });
  const plain = await sitDown(house, "Hannah", NARROW, { javaScriptEnabled: false, colorScheme: "dark" });
  const game = await arrange(keys, plain, "Confederate");
  await keys.goto(`${game}/clock`);
  await fits(keys);
  assert.deepEqual(await faults(keys), []);

  // Leave some days from now, so that no midnight can come between.
  const day = async (after) => {
    const today = Date.parse(await keys.locator("#leave-from").getAttribute("min"));
    return new Date(today + after * 86400000).toISOString().slice(0, 10);
  };
  await keys.locator("#leave-from").fill(await day(9));
  await keys.locator("#leave-until").fill(await day(6));
  await hit(keys, keys.getByRole("button", { name: "Take leave" }), keys.locator("#clock-wrong"));
  assert.equal(await keys.locator("#leave-from").inputValue(), await day(9), "what was typed is still there");
  await keys.locator("#leave-from").fill(await day(5));
  await hit(keys, keys.getByRole("button", { name: "Take leave" }), keys.getByRole("button", { name: "I am back" }));
  assert.match(await notice(keys), /Your leave is set down/);
  await hit(keys, keys.getByRole("button", { name: "I am back" }), keys.locator("#leave-until"));

  // The pause, across the table.
  await hit(keys, keys.getByRole("button", { name: "Propose a pause" }), keys.getByRole("button", { name: "Withdraw it" }));
  await plain.goto(game);
  assert.match(await plain.locator(".ask").innerText(), /The Confederate proposes a pause/);
  await plain.locator(".ask").getByRole("link", { name: "The clock" }).last().click();
  await plain.getByRole("button", { name: "Agree" }).click();
  assert.match(await notice(plain), /Agreed. All clocks stand still/);
  await fits(plain);
  await plain.getByRole("button", { name: "End the pause" }).click();
  assert.match(await notice(plain), /The pause ends/);

  await keys.goto(`${game}/clock`);
  await hit(keys, keys.getByRole("button", { name: "Grant" }), keys.locator("#notice", { hasText: "Granted" }));
  await hit(keys, keys.getByRole("link", { name: "Back to the game" }), keys.locator("#desk"));
  assert.deepEqual(keys.complaints, []);
});

test("time that is out is claimed, and the button says what that does", async () => {
  const page = await sitDown(house, "Hannah", NARROW, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "A game whose time is out" }).first().click();
  await page.locator(".ask").getByRole("link", { name: "The clock" }).first().click();
  const claim = page.getByRole("button", { name: "Claim: their time is out" });
  assert.match(await page.locator("form", { has: claim }).innerText(), /End the game at once: I have won it then/);
  await fits(page);
  await claim.click();
  assert.equal(await page.getByText(/The game is over/).count(), 0, "whoever presses it by mistake has claimed nothing");
  await page.getByLabel(/End the game at once/).check();
  await claim.click();
  assert.match(await notice(page), /Claimed. The game is over/);
  await page.getByRole("link", { name: "Back to the game" }).click();
  assert.match(await page.locator(".ask").innerText(), /The game is over: .*on time/);
});
