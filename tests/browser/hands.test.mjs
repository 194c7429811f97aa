// Who plays, notes and talk, on a phone without JavaScript and at a desk.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env.PICTURES;

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

async function sound(page, name, javaScriptEnabled) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${name}: ${content} wide in a window of ${window}`);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-${window}.png`, fullPage: true });
  if (!javaScriptEnabled) return;
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const faults = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(" | ")}`);
  assert.deepEqual(faults, [], name);
}

for (const [name, viewport, javaScriptEnabled] of [["a phone, without JavaScript", NARROW, false], ["a phone", NARROW, true], ["a desk", WIDE, true]]) {
  test(`a seat is handed over, a note kept and a game talked about at ${name}`, async () => {
    const host = await sitDown(house, "Jubal", WIDE);
    const guest = await sitDown(house, "Hannah", WIDE);
    const game = await arrange(host, guest, "Confederate");
    const options = { javaScriptEnabled, bypassCSP: true };
    const [mine, theirs] = [await sitDown(house, "Jubal", viewport, options), await sitDown(house, "Hannah", viewport, options)];

    await mine.goto(`${game}/hands`);
    await sound(mine, "hands", javaScriptEnabled);
    await mine.getByRole("button", { name: "Ask to be replaced" }).click();
    await mine.getByText("Your opponent has not answered yet").waitFor();
    await theirs.goto(`${game}/hands`);
    await theirs.getByText("They ask that somebody else play on").waitFor();
    await sound(theirs, "hands-asked", javaScriptEnabled);
    const agree = theirs.getByRole("button", { name: "Agree", exact: true });
    await agree.focus();
    await theirs.keyboard.press("Enter");
    await theirs.getByText("somebody else may be invited").waitFor();
    await theirs.getByRole("button", { name: "Invite somebody" }).click();
    const link = await theirs.getByLabel("Invitation link").inputValue();
    await sound(theirs, "hands-invited", javaScriptEnabled);
    const stranger = await sitDown(house, null, viewport, options);
    await stranger.goto(link);
    assert.match(await stranger.locator("main").innerText(), /in place of Jubal/);
    await sound(stranger, "take-over", javaScriptEnabled);

    await mine.goto(`${game}/notes?record=1`);
    await mine.getByLabel("Note", { exact: false }).last().fill("Mind the <left>, and the ford\nbelow it.");
    await mine.getByRole("button", { name: "Keep the note" }).click();
    await mine.getByText("Mind the <left>").first().waitFor();
    await sound(mine, "notes", javaScriptEnabled);
    await mine.goto(`${game}/chronicle?turn=0`);
    // It may lie in a record that is folded.
    assert.match(await mine.locator(".own-note").first().textContent(), /Mind the <left>/);
    await sound(mine, "chronicle", javaScriptEnabled);
    await theirs.goto(`${game}/chronicle?turn=0`);
    assert.doesNotMatch(await theirs.locator("main").textContent(), /Mind the/);

    await theirs.goto(`${game}/resign`);
    await theirs.locator("form[action$='/resign'] button").click();
    await theirs.goto(`${game}/talk`);
    await theirs.locator("#text").fill("A good game. <b>Thanks</b>!");
    await theirs.getByRole("button", { name: "Say it" }).click();
    await theirs.getByText("A good game. <b>Thanks</b>!").waitFor();
    await sound(theirs, "talk", javaScriptEnabled);
    await mine.goto(`${game}/talk`);
    await mine.getByRole("button", { name: /Remove/ }).click();
    await mine.getByText("Removed.").waitFor();
    for (const page of [mine, theirs, stranger]) assert.deepEqual(page.complaints, []);
  });
}

test("a house player stands in and goes again on a phone, without JavaScript", async () => {
  const options = { javaScriptEnabled: false, bypassCSP: true, colorScheme: "dark" };
  const players = [await sitDown(house, "Jubal", NARROW, options), await sitDown(house, "Hannah", NARROW, options)];
  const find = async (page) => {
    await page.goto(new URL("/games", house.base).href);
    await page.getByRole("link", { name: "A game whose time is out" }).click();
    await page.getByText("Who plays").first().waitFor({ state: "attached" });
    return page.url().match(/^.*\/games\/[0-9a-f]{32}/)[0];
  };
  const game = await find(players[0]);
  // Whichever of the two is not late.
  let [late, other] = players;
  await late.goto(`${game}/hands`);
  if (await late.getByRole("button", { name: "Have a house player stand in" }).count()) [late, other] = [other, late];
  await other.goto(`${game}/hands`);
  await sound(other, "hands-late", false);
  await other.getByRole("button", { name: "Have a house player stand in" }).click();
  await late.goto(game);
  await late.getByText("A house player stands in for you").waitFor();
  await sound(late, "game-stood-in", false);
  await late.goto(new URL("/games", house.base).href);
  assert.match(await late.locator("main").innerText(), /A house player stands in for you/);
  await late.goto(`${game}/hands`);
  await sound(late, "hands-stood-in", false);
  await late.getByRole("button", { name: "I am back" }).click();
  await late.waitForURL(game);
  assert.equal(await late.getByText("A house player stands in for you").count(), 0);
  for (const page of [late, other]) assert.deepEqual(page.complaints, []);
});
