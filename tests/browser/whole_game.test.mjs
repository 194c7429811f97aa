// Whole games played by clicking, by two people who each see only their own window.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, binary, openHouse, sitDown } from "./house.mjs";
import { fits } from "./judge.mjs";
import { playOn } from "./player.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// Plays to the end, taking turns; then downloads the log and has the command line verify it. Each player acts boldly for so
// many rounds and then lets the turns go by, so that a game of any length ends.
async function toTheEnd(union, confederate, game, { rounds = 60, boldly = rounds, ...manner }) {
  let orders = 0, visits = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const player of [union, confederate]) {
      const given = await playOn(player, game, { ...manner, bold: round < boldly ? manner.bold : 0, pick: round });
      orders += given;
      visits += given > 0 ? 1 : 0;
    }
    await union.goto(game);
    if (await union.getByRole("link", { name: "Replay it" }).count()) {
      return { orders, visits, ended: await union.locator(".ask").innerText() };
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

// By the words of a list that begin with a hex: the one nearest to another, columns in letters (`Z`, `AA`) and rows in numbers.
function towards(hex) {
  const read = (words) => {
    const [, letters, row] = words.match(/^([A-Z]{1,2})(\d+)/) ?? [];
    return letters ? [letters.charCodeAt(0) + (letters.length - 1) * 26, Number(row)] : null;
  };
  const [column, row] = read(hex);
  const far = (at) => (at ? Math.abs(at[0] - column) + Math.abs(at[1] - row) : Infinity);
  return (words) => words.map((line) => far(read(line))).reduce((best, now, n, all) => (now < all[best] ? n : best), 0);
}

// A default scenario of each ruleset: how the players act, and what it has come to when it is over.
const GAMES = [
  { what: "of brigades and divisions", ruleset: null, manner: { bold: 2 }, least: 40, ended: /Victory/ },
  // Two passes end a turn, whatever the dice say, and the last turn ends the game.
  {
    what: "of areas and impulses", ruleset: "Bloodiest Day", manner: { rounds: 120, boldly: 2, bold: 3 }, least: 25,
    ended: /The game is over: .*(victory|draw|nobody)/i,
  },
  // Both armies march on the ridge between them, and the last turn ends the game.
  {
    what: "of lines over several hexes", ruleset: "Advanced Gettysburg", least: 60, long: true,
    manner: { bold: 4, choice: towards("N33"), others: 3 }, ended: /The game is over[\s\S]*(victory|draw)/i,
  },
];

for (const { what, ruleset, manner, least, ended: over, long } of GAMES) {
  // One that takes minutes is played to its end on demand (`npm run whole`), and for so many rounds otherwise.
  const whole = !long || process.env.FIELDPOST_WHOLE;
  test(`a ${whole ? "whole game" : "game"} ${what}, one window wide and one narrow, ${whole ? "reaches its end and a log that verifies" : "for two turns"}`, async () => {
    const union = await sitDown(house, "Hannah", WIDE, { acceptDownloads: true });
    const confederate = await sitDown(house, "Jubal", NARROW);
    const game = await arrange(union, confederate, "Union", ruleset);
    if (!whole) {
      for (const [page, pick] of [[confederate, 0], [union, 0], [confederate, 1], [union, 1]]) {
        assert.ok(await playOn(page, game, { ...manner, pick }) > 0, "somebody was asked nothing");
        await fits(page);
      }
    } else {
      const began = Date.now(), pressed = {};
      const tell = (button) => { pressed[button] = (pressed[button] ?? 0) + 1; };
      const { orders, visits, ended } = await toTheEnd(union, confederate, game, { ...manner, tell });
      const seconds = Math.round((Date.now() - began) / 1000), came = ended.split("\n").find((line) => /:/.test(line)) ?? ended;
      console.log(`${what}: ${orders} orders in ${visits} visits, ${seconds} s, ${JSON.stringify(pressed)}: ${came}`);
      assert.ok(orders > least, `only ${orders} orders`);
      assert.match(ended, over);
      await logIsSound(union, game);
    }
    assert.deepEqual(union.complaints, []);
    assert.deepEqual(confederate.complaints, []);
  });
}

test("a whole game without JavaScript", async () => {
  const manner = { javaScriptEnabled: false };
  const union = await sitDown(house, "Hannah", NARROW, manner);
  const confederate = await sitDown(house, "Jubal", WIDE, manner);
  const game = await arrange(union, confederate, "Union");
  const { ended } = await toTheEnd(union, confederate, game, { bold: 1, scripted: false });
  assert.match(ended, /Victory/);
});
