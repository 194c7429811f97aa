// Sealed dice: ticked when joining, played with in one window, refused in another without the key, brought there, given ahead and given up.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { links, read, written } from "../../static/sealed.js";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";
import { faults, fits } from "./judge.mjs";
import { playOn } from "./player.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

test("the script makes the chains that both verifiers make", async () => {
  const vectors = JSON.parse(readFileSync(new URL("../../domain/tests/referee/sealed_dice.json", import.meta.url)));
  for (const v of vectors) {
    const key = Uint8Array.from(v.key.match(/../g), (pair) => parseInt(pair, 16));
    for (const [n, kind] of ["handover", "player"].entries()) {
      const made = await links(key, v.game, v.chair, kind, 4096, [0, 1, 4096]);
      assert.deepEqual([made.get(0), made.get(1), made.get(4096)], [v.anchors[n], v.first[n], v.last[n]]);
    }
    assert.equal(await written(key), v.text);
    assert.deepEqual(await read(v.text.toLowerCase()), key);
  }
  await assert.rejects(read("4F7K"), /nine groups/);
});

test("dice are sealed, rolled, brought to a second device, given ahead and given up", async () => {
  const union = await sitDown(house, "Hannah", WIDE, { bypassCSP: true });
  const confederate = await sitDown(house, "Jubal", NARROW, { bypassCSP: true });
  await union.goto(new URL("/games/new", union.url()).href);
  await union.locator("form[action='/games']").getByLabel("Union", { exact: true }).check();
  await union.getByRole("button", { name: "Open the game" }).click();
  const link = await union.getByLabel("Invitation link").inputValue();
  // The host seals while the game waits.
  await union.getByRole("link", { name: "seal your dice" }).click();
  await union.getByRole("button", { name: "Seal my dice" }).click();
  await union.getByText("none is given ahead").waitFor();
  // Nobody can send it again: the page says it where the dice were sealed, and later.
  await union.getByText("Your dice key is").waitFor();
  assert.match(await union.locator("[data-dice-key] code").innerText(), /^(\w{4}-){8}\w{4}$/);
  await fits(union);
  // The guest ticks it, and is shown the text to keep.
  await confederate.goto(link);
  await confederate.getByLabel("Sealed dice").check();
  await confederate.getByText("Your dice key is").waitFor();
  await confederate.getByText("If you have sealed dice before, elsewhere").waitFor();
  await fits(confederate);
  assert.deepEqual(await faults(confederate), []);
  await confederate.getByRole("button", { name: "Accept and begin" }).click();
  await confederate.waitForURL(/\/games\/[0-9a-f]{32}/);
  const game = confederate.url().match(/^.*\/games\/[0-9a-f]{32}/)[0];
  await confederate.goto(`${game}/sealed`);
  assert.match(await confederate.locator("main").innerText(), /Union[\s\S]*sealed dice[\s\S]*Confederate[\s\S]*sealed dice/);
  await fits(confederate);
  assert.deepEqual(await faults(confederate), []);

  // Both play through the pages as ever: the links go with the orders by themselves.
  let given = 0;
  for (let turn = 0; turn < 3; turn += 1) given += await playOn(union, game, { bold: 1 }) + await playOn(confederate, game, { bold: 1 });
  assert.ok(given > 4, `${given} orders`);
  const log = await (await union.request.get(`${game}/log`)).text();
  assert.match(log, /deposit\/1/);

  // Another device of whoever is asked: no key there, and the page says what to do.
  const asked = await (async () => { await union.goto(game); return await union.locator(".ask.mine").count() ? union : confederate; })();
  const text = await asked.evaluate(() => localStorage.getItem("fieldpost.dice-key"));
  const device = await house.browser.newContext({ viewport: NARROW, storageState: { cookies: await asked.context().cookies(), origins: [] } });
  const second = await device.newPage();
  await second.goto(`${game}/sealed`);
  await second.getByText("The key is not in this browser").waitFor();
  await fits(second);
  await second.getByRole("button", { name: "Give them" }).click();
  await second.getByText("This browser has no dice key").waitFor();
  await second.goto(new URL("/dice-key", game).href);
  await fits(second);
  await second.getByLabel("The text of the key").fill(text.replace(/.$/, (c) => (c === "A" ? "B" : "A")));
  await second.getByRole("button", { name: "Keep it in this browser" }).click();
  await second.getByText("A letter of the key is wrong").waitFor();
  await second.getByLabel("The text of the key").fill(text.toLowerCase());
  await second.getByRole("button", { name: "Keep it in this browser" }).click();
  await second.getByRole("heading", { name: "The key in this browser" }).waitFor();
  assert.equal(await second.getByLabel("Your dice key").inputValue(), text);
  assert.deepEqual(await faults(second), []);
  // Another key than the one the dice were sealed with: the page says so and leads to the right one, and no order goes out with it.
  const other = await written(new Uint8Array(20).fill(7));
  await second.evaluate((key) => localStorage.setItem("fieldpost.dice-key", key), other);
  await second.goto(`${game}/sealed`);
  await second.getByText("The key in this browser is not the one that these dice were sealed with").first().waitFor();
  assert.ok(!(await second.locator("main").innerText()).includes(other), "a key of another game is not shown as this one's");
  await fits(second);
  assert.deepEqual(await faults(second), []);
  await second.getByLabel("For so many rolls").fill("5");
  await second.getByRole("button", { name: "Give them" }).click();
  await second.locator("[data-wrong]", { hasText: "Bring the right one here" }).waitFor();
  await second.goto(game);
  const before = (await (await second.request.get(`${game}/log`)).text()).length;
  await playOn(second, game, { bold: 0 }).catch(() => {});
  await second.getByText("this browser does not have it").waitFor();
  assert.equal((await (await second.request.get(`${game}/log`)).text()).length, before);
  await second.evaluate((key) => localStorage.setItem("fieldpost.dice-key", key), text);
  await second.goto(`${game}/sealed`);
  await second.getByLabel("For so many rolls").fill("5");
  await second.getByRole("button", { name: "Give them" }).click();
  await second.getByText("5 rolls are given ahead").waitFor();
  await second.getByLabel("My dice key is lost").check();
  await second.getByRole("button", { name: "Play with house dice" }).click();
  await second.getByText("house dice: the service keeps the links").waitFor();
  assert.deepEqual([union.complaints, confederate.complaints], [[], []]);
});
