// Whole games played by clicking, by two people who each see only their own window.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, binary, openHouse, sitDown } from "./house.mjs";
import { playOn } from "./player.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// Plays to the end, taking turns; then downloads the log and has the command line verify it. Each player acts boldly for so
// many rounds and then lets the turns go by, so that a game of any length ends.
async function toTheEnd(union, confederate, game, { rounds = 60, boldly = rounds, bold, scripted }) {
  let orders = 0;
  for (let round = 0; round < rounds; round += 1) {
    const manner = { scripted, bold: round < boldly ? bold : 0, pick: round };
    orders += await playOn(union, game, manner);
    orders += await playOn(confederate, game, manner);
    await union.goto(game);
    if (await union.getByRole("link", { name: "Replay it" }).count()) {
      return { orders, ended: await union.locator(".ask").innerText() };
    }
  }
  assert.fail(`${rounds} rounds did not end the game`);
}

async function logIsSound(page, game) {
  const folder = mkdtempSync(join(tmpdir(), "fieldpost-log-"));
  try {
    const file = join(folder, "game.log");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".ask").getByRole("link", { name: "Download the log" }).click(),
    ]);
    await download.saveAs(file);
    assert.ok(readFileSync(file, "utf8").split("\n").length > 40, "a whole game has many records");
    const said = execFileSync(binary, ["verify", file], { encoding: "utf8" });
    assert.match(said, /sound|accepted|good|ok/i);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a whole game, one window wide and one narrow, reaches a victory level and a log that verifies", async () => {
  const union = await sitDown(house, "Hannah", WIDE, { acceptDownloads: true });
  const confederate = await sitDown(house, "Jubal", NARROW);
  const game = await arrange(union, confederate, "Union");
  const { orders, ended } = await toTheEnd(union, confederate, game, { bold: 2 });
  assert.ok(orders > 40, `only ${orders} orders`);
  assert.match(ended, /Victory/);
  await logIsSound(union, game);
  assert.deepEqual(union.complaints, []);
  assert.deepEqual(confederate.complaints, []);
});

test("a whole game without JavaScript", async () => {
  const manner = { javaScriptEnabled: false };
  const union = await sitDown(house, "Hannah", NARROW, manner);
  const confederate = await sitDown(house, "Jubal", WIDE, manner);
  const game = await arrange(union, confederate, "Union");
  const { ended } = await toTheEnd(union, confederate, game, { bold: 1, scripted: false });
  assert.match(ended, /Victory/);
});

test("a whole game of areas and impulses in two windows reaches its last turn and a log that verifies", async () => {
  const union = await sitDown(house, "Hannah", WIDE, { acceptDownloads: true });
  const confederate = await sitDown(house, "Jubal", NARROW);
  const game = await arrange(union, confederate, "Union", "Bloodiest Day");
  // Two passes end a turn, whatever the dice say, and the last turn ends the game.
  const { orders, ended } = await toTheEnd(union, confederate, game, { rounds: 120, boldly: 2, bold: 3 });
  assert.ok(orders > 25, `only ${orders} orders`);
  assert.match(ended, /The game is over: .*(victory|draw|nobody)/i);
  await logIsSound(union, game);
  assert.deepEqual(union.complaints, []);
  assert.deepEqual(confederate.complaints, []);
});
