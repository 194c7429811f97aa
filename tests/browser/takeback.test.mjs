// Second thoughts in two windows: one asks by keyboard, the other agrees without JavaScript.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, arrange, openHouse, sitDown } from "./house.mjs";
import { faults, fits, hit, tabTo } from "./judge.mjs";
import { playOn } from "./player.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

test("a takeback is asked for and agreed to", async () => {
  const union = await sitDown(house, "Hannah", NARROW, { bypassCSP: true });
  const confederate = await sitDown(house, "Jubal", NARROW, { javaScriptEnabled: false, colorScheme: "dark" });
  const game = await arrange(union, confederate, "Union");
  await playOn(union, game, { bold: 0 });
  await confederate.goto(game);
  assert.match(await confederate.locator(".ask.mine").innerText(), /Set up the Confederate/);

  await union.goto(game);
  await union.locator(".papers summary").focus();
  await union.keyboard.press("Enter");
  await hit(union, union.getByRole("link", { name: "Ask for a takeback" }), union.locator("#reason"));
  await fits(union);
  assert.deepEqual(await faults(union), []);
  const first = union.getByRole("radio").first();
  await tabTo(union, first);
  await union.keyboard.press("Space");
  await tabTo(union, union.locator("#reason"));
  await union.keyboard.type("The wrong hill.");
  await hit(union, union.getByRole("button", { name: "Ask your opponent" }), union.locator("#notice"));
  assert.match(await union.locator("#notice").innerText(), /Asked/);
  assert.match(await union.locator("#takeback").innerText(), /You asked for a takeback[\s\S]*The wrong hill/);

  await confederate.goto(game);
  await fits(confederate);
  assert.match(await confederate.locator("#takeback").innerText(), /The Union asks for a takeback[\s\S]*Dice are not rewound/);
  await confederate.getByRole("button", { name: "Agree to the takeback" }).click();
  await confederate.locator("#notice").waitFor();
  assert.match(await confederate.locator("#notice").innerText(), /the earlier position stands again/);
  assert.equal(await confederate.locator("#takeback").count(), 0);
  assert.equal(await confederate.locator(".ask.mine").count(), 0);
  await union.goto(game);
  assert.match(await union.locator(".ask.mine").innerText(), /Set up the Union/);
  assert.deepEqual(union.complaints, []);
});
