// The first minutes: from the front page to a first order with and without an account, counted, and a lesson played to its end. Each way's
// clicks, page loads and seconds are written to standard output, from which docs/playing.md has its table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse } from "./house.mjs";

let house;
before(async () => { house = await openHouse(); });
after(async () => { await house?.close(); });

// A window that counts what its reader does. A second for each click is what a person takes at least to find the next thing.
async function visitor(viewport) {
  const context = await house.browser.newContext({ viewport });
  const page = await context.newPage();
  const count = { clicks: 0, loads: 0, since: Date.now() };
  page.complaints = [];
  page.on("console", (m) => m.type() === "error" && !/status of 4(00|09|22)/.test(m.text()) && page.complaints.push(m.text()));
  page.on("pageerror", (e) => page.complaints.push(e.message));
  page.on("load", () => { count.loads += 1; });
  await page.goto(house.base);
  count.loads = 1;
  count.since = Date.now();
  return { page, count, done: (what) => told(what, viewport, count) };
}

function told(what, viewport, count) {
  const seconds = ((Date.now() - count.since) / 1000).toFixed(1);
  console.log(`${what} at ${viewport.width}: ${count.clicks} clicks, ${count.loads} page loads, ${seconds} s of the machine's`);
  return { ...count, seconds: Number(seconds) };
}

async function settled(page) {
  await page.waitForLoadState("load");
  await page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
}

async function click(at, count) {
  count.clicks += 1;
  await at.click();
  await settled(at.page());
}

// Clicks a control whose answer is another page or another part of it.
async function give(at, count) {
  const page = at.page();
  const answered = page.waitForResponse((r) => r.request().method() === "POST");
  count.clicks += 1;
  await at.click();
  await answered;
  await page.waitForTimeout(150);
  await settled(page);
}

// A unit that can do something, and the first thing that it can: by the lists, which are the same on every screen.
async function firstOrder(page, count) {
  const units = page.locator(".ready .unit-link");
  await click(units.first(), count);
  const own = page.locator("#unit form[data-orders] button");
  await give(own.first(), count);
}

for (const viewport of [WIDE, NARROW]) {
  test(`a visitor without an account gives a first order within three clicks at ${viewport.width}`, async () => {
    const { page, count, done } = await visitor(viewport);
    await click(page.locator("#play-now"), count);
    assert.match(page.url(), /\/games\/[0-9a-f]{32}$/);
    await firstOrder(page, count);
    const given = await page.locator("#drafts li, .chronicle .entry").count();
    assert.ok(given > 0, "an order was given");
    const way = done("front page to first order as a guest");
    assert.ok(way.clicks <= 3, `${way.clicks} clicks`);
    assert.ok(way.seconds < 30, `${way.seconds} s`);
    assert.equal(await page.locator("#keep").count(), 1, "how to keep the game is said");
    assert.deepEqual(page.complaints, []);
  });

  test(`a lesson is played to its end on the map and as a letter at ${viewport.width}`, async () => {
    const { page, count, done } = await visitor(viewport);
    const lessons = page.getByRole("button", { name: /^Lesson:/ });
    const titles = await lessons.allInnerTexts();
    assert.ok(titles.length >= 2, "each ruleset on the shelf has its lesson");
    for (const title of titles) {
      await page.goto(house.base);
      Object.assign(count, { clicks: 0, loads: 1, since: Date.now() });
      await click(page.getByRole("button", { name: title }), count);
      for (let step = 0; step < 12; step += 1) {
        if (await page.locator("#lesson-letter").count()) break;
        const where = page.url();
        const unit = page.locator(".ready .unit-link");
        const ready = page.locator("#unit form[data-orders] button, .general form[data-orders] button");
        if (!(await ready.count())) await click(unit.first(), count);
        await give(ready.first(), count);
        assert.notEqual(page.url(), where, `${title}: step ${step} went on`);
      }
      const way = done(`${title}: to its end`);
      // Eight in the lesson, and the one that begins it.
      assert.ok(way.clicks <= 9, `${title}: ${way.clicks} clicks`);
      await click(page.locator("#lesson-letter"), count);
      for (let letter = 0; letter < 8 && (await page.locator("#answer").count()); letter += 1) {
        const line = (await page.locator("pre.notation").innerText()).split("\n")[0];
        await page.locator("#answer").fill(`${line}\n\nGood luck!`);
        await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Send the answer" }).click()]);
      }
      assert.equal(await page.locator("#lesson-play").count(), 1, `${title}: the letter comes to its end`);
      assert.deepEqual(page.complaints, []);
    }
  });
}

// Parts of a large map are fetched for themselves: they have to be those of the step that the page has come to.
test("on a large map too a lesson shows where its orders brought the pieces", async () => {
  for (const viewport of [WIDE, NARROW]) {
    const { page, count } = await visitor(viewport);
    await click(page.getByRole("button", { name: /^Lesson: An attack on a ridge/ }), count);
    const places = () => page.locator("#layer .piece[data-piece]")
      .evaluateAll((all) => Object.fromEntries(all.map((e) => [e.dataset.piece, `${e.dataset.place} ${e.querySelector(".bar")?.getAttribute("d") ?? ""}`])));
    const before = await places();
    await click(page.locator(".ready .unit-link").first(), count);
    await give(page.locator("#unit form[data-orders] button").first(), count);
    // Longer than the map waits before it looks whether it wants another part.
    await page.waitForTimeout(1500);
    const stood = await places();
    await page.reload();
    const stands = await places();
    assert.notDeepEqual(stands, before, "the order moved somebody");
    for (const [piece, where] of Object.entries(stands)) assert.equal(stood[piece] ?? where, where, piece);
    assert.deepEqual(page.complaints, []);
  }
});

test("a wrong order in a lesson is answered and the lesson stays where it is", async () => {
  const { page, count } = await visitor(WIDE);
  await click(page.getByRole("button", { name: /^Lesson:/ }).first(), count);
  await page.goto(page.url().replace(/lessons\/([^/]+)\/0/, "lessons/$1/letter/0"));
  await page.locator("#answer").fill("sing a song");
  await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Send the answer" }).click()]);
  assert.equal(await page.getByRole("alert").count(), 1);
  assert.equal(await page.locator("#answer").inputValue(), "sing a song");
});
