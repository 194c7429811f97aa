// A game hosted for two others: its host judges a record from its page, wide and on a phone, and the players read what was said where they play.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, comeIn, openHouse, sitDown } from "./house.mjs";
import { faults, fits } from "./judge.mjs";
import { playOn } from "./player.mjs";

const pictures = process.env.PICTURES;

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

async function sound(page, name) {
  await fits(page);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-${page.viewportSize().width}.png`, fullPage: true });
  if (page.scripted !== false) assert.deepEqual(await faults(page), [], name);
}

test("the host of a game for two others judges a record, and the players read it", async () => {
  const host = await comeIn(house, "quincy@example.org", WIDE, { bypassCSP: true });
  await host.goto(new URL("/games/new", host.url()).href);
  await host.getByLabel("None: I host the game").check();
  await host.getByRole("button", { name: "Open the game" }).click();
  await host.getByText("You play no side").waitFor();
  await sound(host, "hosting");
  // The terms are read in lines, not letter by letter.
  const terms = await host.locator(".terms").boundingBox();
  assert.ok(terms.height < 700, `the terms are ${terms.height} high`);
  const links = [await host.getByLabel("Invitation link").inputValue()];
  await host.getByRole("button", { name: "Make one more link" }).click();
  links.push(await host.getByLabel("Invitation link").inputValue());
  const players = [];
  for (const [n, name, side] of [[0, "Hannah", "Union"], [1, "Jubal", "Confederate"]]) {
    const player = await sitDown(house, name, n ? NARROW : WIDE, { bypassCSP: true });
    await player.goto(links[n]);
    await sound(player, `invited-${n}`);
    const choice = player.getByLabel("Your side");
    if (await choice.count()) await choice.selectOption({ label: side });
    await player.getByRole("button", { name: /Take the side|Accept and begin/ }).click();
    await player.waitForURL(/\/games\/[0-9a-f]{32}/);
    players.push(player);
  }
  const [union, confederate] = players;
  const game = confederate.url().match(/^.*\/games\/[0-9a-f]{32}/)[0];
  for (let turn = 0; turn < 2; turn += 1) {
    await playOn(union, game, { bold: 1 });
    await playOn(confederate, game, { bold: 1 });
  }

  // From the game to the record, as one comes there.
  await host.goto(game);
  await sound(host, "hosted-game");
  // What came of it stands beside the place of action, and not over those who stand there.
  const hidden = await host.evaluate(() => {
    const outcome = document.getElementById("outcome"), card = outcome.getBoundingClientRect();
    const middle = (part) => { const box = part.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const place = document.querySelector(`.layer .place[data-place="${CSS.escape(outcome.dataset.at ?? "")}"]`), at = place && middle(place);
    const under = [...document.querySelectorAll(".layer .piece")].map(middle).filter(([x, y]) => x > card.left && x < card.right && y > card.top && y < card.bottom);
    return { all: under.length, there: under.filter(([x, y]) => at && Math.max(Math.abs(x - at[0]), Math.abs(y - at[1])) < 38).length };
  });
  // Where the dice have led decides how many others stand in its way.
  assert.equal(hidden.there, 0, "counters of the place of action under what came of it");
  assert.ok(hidden.all <= 8, `${hidden.all} counters under what came of it`);
  await host.goto(`${game}/chronicle`);
  const proofs = host.getByRole("link", { name: /Proof of record/ });
  await proofs.first().waitFor();
  const orders = await host.locator("main .entry[id]:has(.notation:not(:empty))").evaluateAll((all) => all.map((e) => Number(e.id.slice(1))));
  const record = orders.at(-2);
  await host.goto(`${game}/records/${record}`);
  await host.getByRole("link", { name: "Judge it" }).click();
  await sound(host, "judge");
  // Without a reason nothing goes out.
  await host.getByRole("button", { name: `Judge record ${record}` }).click();
  assert.match(host.url(), /records/);
  assert.equal(await host.getByRole("heading", { name: "Are you sure?" }).count(), 0);
  await host.getByLabel("Your reason").fill("The page named the wrong hex.\nThe order is to be given anew.");
  const back = host.getByLabel(/^Back to before/).first();
  await back.check();
  assert.match(await host.locator(".judge").innerText(), /(given|rolled) since/);
  await host.getByRole("button", { name: `Judge record ${record}` }).click();
  await host.getByRole("heading", { name: "Are you sure?" }).waitFor();
  await sound(host, "judge-sure");
  assert.match(await host.locator("main").innerText(), /taken back, for both sides[\s\S]*The page named the wrong hex\. The order is to be given anew\./);
  await host.getByRole("button", { name: /Judge, and go back/ }).click();
  const said = host.getByText("Judged. It stands in the log");
  await said.waitFor();
  const box = await said.boundingBox();
  assert.ok(box.y >= 0 && box.y < WIDE.height, `what was done is seen without scrolling: ${box.y}`);
  assert.match(await host.locator("#judgements").innerText(), /stands again[\s\S]*The page named the wrong hex/);
  await sound(host, "judged");

  // Both read it where they play, and the chronicle marks the record.
  let tookBack = 0;
  for (const player of players) {
    await player.goto(game);
    const since = await player.locator("[data-since]").innerText();
    assert.match(since, /The page named the wrong hex/);
    // What was taken back is told as that, and is no loss.
    const [lost, standing, gone] = await player.evaluate(() => [".since-losses .line", ".entries .entry:not(.gone) .line.loss", ".entries .entry.gone"]
      .map((what) => document.querySelectorAll(`[data-since] ${what}`).length));
    assert.equal(lost, standing);
    tookBack += gone;
    await sound(player, "judged-since");
    await player.goto(`${game}/chronicle?record=${record}`);
    await player.evaluate(() => document.querySelectorAll("details.affair").forEach((fold) => { fold.open = true; }));
    assert.ok(await player.getByRole("link", { name: /judged: back to record/ }).count());
    await sound(player, "judged-chronicle");
  }

  assert.ok(tookBack > 0, "somebody reads what was taken back");

  // On a phone without a script: that another record stands.
  const phone = await house.browser.newContext({ viewport: NARROW, javaScriptEnabled: false, storageState: await host.context().storageState() });
  const small = await phone.newPage();
  small.scripted = false;
  await small.goto(`${game}/records/${orders[0]}#judgements`);
  await small.getByLabel("Your reason").fill("Nothing is wrong with it.");
  await sound(small, "judge");
  await small.getByRole("button", { name: `Judge record ${orders[0]}` }).click();
  await sound(small, "judge-sure");
  await small.getByRole("button", { name: `Judge that record ${orders[0]} stands` }).click();
  await small.getByText("Judged. It stands in the log").waitFor();
  await sound(small, "judged");
  await small.goto(`${game}/chronicle?record=${orders[0]}`);
  await sound(small, "judged-chronicle");
  assert.match(await small.locator("main").innerText(), /judged/);
  for (const page of [host, ...players]) assert.deepEqual(page.complaints, []);
});
