// The board while somebody decides: what is drawn, what a tap there means, and what the keyboard does. Wide with JavaScript, narrow without.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown, sure } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// A game of areas in which the first corps is about to move: the page of the Union player.
async function atTheFront(viewport, options = {}) {
  const union = await sitDown(house, "Hannah", viewport, { bypassCSP: true, ...options });
  const guest = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, guest, "Union", "Bloodiest Day");
  const say = async (line) => {
    await union.goto(game);
    await union.locator(".by-hand summary").click();
    await union.locator("#order-line").fill(line);
    await union.locator(".by-hand button").click();
    await union.locator(".by-hand button").waitFor();
    await union.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
  };
  return { union, game, say };
}
const order = (page) => page.locator(".counters .piece").evaluateAll((pieces) => pieces.map((p) => p.dataset.piece));

test("on the map: goals under counters, nothing reordered, a second tap lets go, an enemy opens his attack, drafts as arrows", async () => {
  const { union, game, say } = await atTheFront(WIDE);
  await say("done");
  // An area offers who could activate it, and a leader shows that before his rides.
  await union.goto(`${game}?place=19`);
  assert.match(await union.locator("#place").innerText(), /Hooker activates 19/);
  await union.goto(game);
  await union.locator(".ready .unit-link", { hasText: "Hooker" }).click();
  await union.locator("#unit .instead a", { hasText: "Ride" }).waitFor();
  assert.ok(await union.locator(".layer .goal").count() < 12, "only what he can activate");
  await union.locator("#unit .instead a").click();
  await union.waitForFunction(() => document.querySelectorAll(".layer .goal").length > 30);
  await say("activate 19 with Hooker");

  await union.goto(game);
  const stacked = await order(union);
  // A ringed enemy opens the attack on him.
  await union.locator('.piece.target[data-place="3"]').first().dispatchEvent("click");
  await union.locator("#place, #compose").first().waitFor();
  assert.match(await union.locator("#place, #compose").first().innerText(), /Assault|assault/);
  await union.goto(game);
  const gibbon = union.locator('.piece.ready[data-place="19"]').first();
  await gibbon.dispatchEvent("click");
  await union.locator("#unit").waitFor();
  assert.deepEqual(await order(union), stacked, "a stack was reordered");
  assert.ok(await union.locator(".layer .goal-tag").count() > 3);
  const beneath = await union.evaluate(() => {
    const [goal, piece] = [document.querySelector(".layer .goals"), document.querySelector(".layer .counters")];
    return Boolean(goal.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(beneath, "goals lie over the counters");
  assert.deepEqual(await faults(union), []);
  await union.locator(".piece.selected").first().dispatchEvent("click");
  await union.locator("#unit").waitFor({ state: "detached" });

  // A draft is a hollow arrow and a sentence.
  await gibbon.dispatchEvent("click");
  await union.locator("#unit").waitFor();
  await union.locator(".goal[data-order]:not(.aimed)").first().dispatchEvent("click");
  await union.locator("#drafts").waitFor();
  assert.equal(await union.locator(".layer .draft-way").count(), 1);
  assert.match(await union.locator("#drafts .draft-text").innerText(), /moves to/);
  // The keyboard: the next unit, the last draft back, the button that ends what is in hand.
  await union.goto(game);
  await union.keyboard.press("n");
  await union.locator("#unit").waitFor();
  await union.keyboard.press("u");
  await union.locator("#drafts").waitFor({ state: "detached" });
  await union.keyboard.press("d");
  assert.match(await union.evaluate(() => document.activeElement.textContent), /Done/);
  assert.deepEqual(union.complaints, []);
});

for (const [name, viewport, javaScriptEnabled] of [["wide with JavaScript", WIDE, true], ["narrow without JavaScript", NARROW, false]]) {
  test(`several units of an area march as one line, ${name}`, async () => {
    const { union, game, say } = await atTheFront(viewport, { javaScriptEnabled });
    if (javaScriptEnabled) {
      await say("done");
      await say("activate 19 with Hooker");
    } else {
      for (const line of ["done", "activate 19 with Hooker"]) {
        await union.goto(game);
        await union.locator(".by-hand summary").click();
        await union.locator("#order-line").fill(line);
        await Promise.all([union.waitForLoadState("load"), union.locator(".by-hand button").click()]);
        await sure(union);
      }
    }
    await union.goto(`${game}?place=19`);
    const picks = union.locator("#place .picks a");
    await picks.nth(0).click();
    await union.locator("#place .picks a[aria-current]").waitFor();
    await picks.nth(1).click();
    await union.waitForFunction?.(() => document.querySelectorAll("#place .picks a[aria-current]").length === 2).catch(() => {});
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await fits(union);
    const list = union.locator("#place form[data-orders]").first();
    const choice = list.locator("select[name=order] option, input[name=order]").first();
    const line = await choice.getAttribute("value");
    assert.match(line, /; /, line);
    await list.getByRole("button").click();
    await union.locator("#drafts .draft-text").first().waitFor();
    const drafted = await union.locator("#drafts .draft-text").allInnerTexts();
    assert.equal(drafted.join(" ").match(/moves/g)?.length, 2, drafted.join(" "));
  });

  test(`at set-up the next unit is in hand once one is placed, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", viewport, { javaScriptEnabled });
    const guest = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, guest, "Union");
    await union.goto(game);
    await union.locator(".ready .unit-link").first().click();
    const first = await union.locator("#unit-name").innerText();
    await union.locator("#unit form[data-orders] button").first().click();
    await union.locator("#drafts .draft-text").waitFor();
    const second = await union.locator("#unit-name").innerText();
    assert.notEqual(second, first);
    assert.match(await union.locator("#unit").innerText(), /To set up/);
    await fits(union);
  });
}

// Where the demonstration's dice left nobody to charge, another with dice of its own is asked.
test("an enemy that is charged from elsewhere leads to every attack on him", async () => {
  let met = await charges(house);
  for (let more = 0; !met && more < 8; more++) {
    const other = await openHouse({ anew: true });
    try {
      met = await charges(other);
    } finally {
      await other.close();
    }
  }
  assert.ok(met > 0, "no brigade can charge anybody");
});

async function charges(house) {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/games", house.base).href);
  const games = await page.locator(".docket a", { hasText: "A game part-way" }).evaluateAll((all) => all.map((a) => a.href));
  let met = 0;
  for (const game of games) {
    await page.goto(game);
    const keep = page.getByRole("button", { name: /^Keep/ }).first();
    if (!(await keep.count())) continue;
    await keep.click();
    await page.locator(".ready .unit-link").first().waitFor();
    for (const link of await page.locator(".ready .unit-link").evaluateAll((all) => all.map((a) => a.href))) {
      await page.goto(link);
      const aimed = await page.locator(".piece.target").evaluateAll((all) => all.map((p) => [p.dataset.piece, p.closest("a").href.baseVal]));
      for (const [piece, href] of aimed) assert.match(href, new RegExp(`at=(${piece}|\\w+)#unit$`));
      if (!aimed.length) continue;
      met += 1;
      await page.locator(".piece.target").first().dispatchEvent("click");
      await page.locator("#unit .at-place").waitFor();
      assert.ok(await page.locator("#unit .choice .odds").count() > 0);
      break;
    }
  }
  return met;
}

test("the page is as high as its window, and what happened can be stepped through on the map", async () => {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/games", house.base).href);
  const address = await page.locator(".docket a", { hasText: "A game part-way" }).first().getAttribute("href");
  await page.goto(new URL(address, house.base).href);
  const [high, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.equal(high, window);
  assert.equal(await page.locator(".board").evaluate((b) => b.scrollHeight - b.clientHeight), 0);
  const next = page.getByRole("button", { name: "The next record, on the map" });
  await next.click();
  assert.equal(await page.locator(".entry.now").count(), 1);
  assert.ok(await page.locator(".layer .told-here").count() > 0);
  assert.deepEqual(page.complaints, []);
});

for (const [name, viewport] of [["wide", { width: 1280, height: 800 }], ["narrow", NARROW]]) {
  test(`where units were activated the map goes, and stays where that is in sight, ${name}`, async () => {
    const { union, say } = await atTheFront(viewport);
    await say("done");
    const map = union.locator("[data-map]");
    const at = () => map.evaluate((view) => [Math.round(view.scrollLeft), Math.round(view.scrollTop)]);
    const give = async (line) => {
      if (!(await union.locator(".by-hand[open]").count())) await union.locator(".by-hand summary").click();
      await union.locator("#order-line").fill(line);
      await union.locator(".by-hand button").click();
    };
    const activate = async (line, corner) => {
      await map.evaluate((view, corner) => view.scrollTo(...corner.map((n) => n * 10000)), corner);
      const before = await at();
      await give(line);
      await union.locator(".ask-line, .ask-phase").filter({ hasText: "Move and attack" }).first().waitFor();
      await union.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
      return [before, await at()];
    };
    // How many of those who may act stand in what is seen of the map.
    const seen = () => union.evaluate(() => {
      scrollTo(0, 0);
      const view = document.querySelector("[data-map]").sheet.seen();
      return [...document.querySelectorAll(".layer .piece.ready")].filter((piece) => {
        const box = piece.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
        return x > view.left && x < view.right && y > view.top && y < view.bottom;
      }).length;
    });
    const [away, there] = await activate("activate 19 with Hooker", [1, 1]);
    assert.notDeepEqual(there, away);
    assert.ok(await seen() > 0, `nobody who may act is seen from ${there}`);
    // Given again while it is in sight it moves nothing.
    const draft = union.locator("#drafts form[action$='/undo'] button").last();
    if (await draft.count()) {
      await draft.click();
      await union.locator("#drafts").waitFor({ state: "detached" });
      await union.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
      await map.evaluate((view, [x, y]) => view.scrollTo(x, y), there);
      await give("activate 19 with Hooker");
      await union.locator("#drafts").waitFor();
      await union.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
      assert.deepEqual(await at(), there);
    }
    assert.deepEqual(union.complaints, []);
  });
}
