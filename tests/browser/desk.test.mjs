// The desk while somebody plays: what is said where nothing can be done, what folds, what stays in hand and in sight, and what is asked twice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

const settled = (page) => page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
const record = async (page) => Number((await page.locator(".witness").innerText()).match(/Record (\d+)/)[1]);

// A game of areas after the first bombardment: the page of the Union player, who is asked what to do with an impulse.
async function impulse(viewport, options = {}) {
  const union = await sitDown(house, "Hannah", viewport, { bypassCSP: true, ...options });
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union", "Bloodiest Day");
  await union.goto(game);
  return { union, game };
}
async function say(page, line) {
  await page.locator(".by-hand:not([open]) summary").click({ timeout: 2000 }).catch(() => {});
  await page.locator("#order-line").fill(line);
  const answered = page.waitForResponse((r) => r.request().method() === "POST");
  await page.locator(".by-hand button").click();
  await answered;
  await page.waitForTimeout(200);
  await settled(page);
}
const tapped = (page, place) => page.locator(`.layer .place[data-place="${place}"]`).dispatchEvent("click");

test("a place that a unit cannot reach says why, and the unit stays in hand", async () => {
  const { union } = await impulse(WIDE);
  await say(union, "done");
  const stacked = () => union.locator(".counters .piece").evaluateAll((pieces) => pieces.map((p) => p.dataset.piece));
  const before = await stacked();
  await say(union, "activate 19 with Hooker");
  assert.deepEqual(await stacked(), before, "a stack was reordered when it was activated");
  await union.locator(".ready .unit-link", { hasText: "Gibbon" }).click();
  await union.locator("#unit").waitFor();
  await settled(union);
  await tapped(union, 75);
  const why = union.locator("#unit .caution", { hasText: "Not to 75" });
  await why.waitFor();
  assert.match(await why.innerText(), /Not to 75.*: .+ \(§\d/);
  assert.equal(await union.locator("#unit-name").innerText(), "Gibbon, 1/I");
  assert.ok(await union.locator(".layer .goal").count() > 3, "what it can do is still drawn");
  assert.deepEqual(await faults(union), []);
  await fits(union);
  await why.getByRole("link").click();
  await union.locator("#place").waitFor();
  assert.match(await union.locator("#place-name").innerText(), /^75/);
  // With nothing in hand a place is a place.
  await tapped(union, 74);
  await union.locator("#place-name", { hasText: "74" }).waitFor();
  assert.deepEqual(union.complaints, []);
});

test("what lets an impulse go by stands last, says what it does, and is asked for twice", async () => {
  const { union } = await impulse(WIDE);
  await say(union, "done");
  assert.equal(await union.locator("#desk button.primary").count(), 0);
  const pass = union.locator(".idle button");
  assert.match(await union.locator(".idle").innerText(), /Let this impulse go by and do nothing/);
  const above = await union.evaluate(() => {
    const [ready, idle] = [document.querySelector(".ready"), document.querySelector(".idle")];
    return Boolean(ready.compareDocumentPosition(idle) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(above, "who can act stands before it");
  const before = await record(union);
  // Where it stands and how large it is stays as it was, so that who presses again presses the same; and so does all beside it.
  await pass.scrollIntoViewIfNeeded();
  const boxes = () => union.evaluate(() => [...document.querySelectorAll("#desk button, #desk a, #desk summary")].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x, y, width, height].map((n) => Math.round(n * 10) / 10);
  }));
  const still = await boxes();
  await pass.click();
  await union.waitForTimeout(400);
  assert.equal(await record(union), before);
  assert.match(await pass.innerText(), /Once more/);
  assert.deepEqual(await boxes(), still, "nothing moved under the pointer");
  const why = await union.locator(".sure").boundingBox(), button = await pass.boundingBox();
  assert.ok(why.y >= button.y + button.height || why.y + why.height <= button.y, "what it says does not cover the button");
  assert.ok(await pass.evaluate((b) => b.scrollWidth <= b.clientWidth), "its words fit it");
  const answered = union.waitForResponse((r) => r.request().method() === "POST");
  await pass.click();
  await answered;
  await settled(union);
  await union.waitForFunction((before) => Number(document.querySelector(".witness").textContent.match(/Record (\d+)/)[1]) > before, before);
});

test("many drafts fold to a line with their number, are sentences, and can be taken back from anywhere", async () => {
  const union = await sitDown(house, "Hannah", WIDE, { bypassCSP: true });
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union");
  await union.goto(game);
  await union.locator(".ready .unit-link").first().click();
  const own = union.locator("#unit form[data-orders] button").first();
  for (let n = 1; n <= 7; n += 1) {
    await own.click();
    await union.waitForFunction((n) => document.querySelectorAll("#drafts li").length === n, n);
    await settled(union);
  }
  const drafts = union.locator("#drafts");
  assert.equal(await drafts.locator("li:visible").count(), 3);
  assert.match(await drafts.locator(".earlier summary").innerText(), /The first 4 orders/);
  assert.equal(await drafts.locator("ol").last().getAttribute("start"), "5");
  assert.match(await drafts.locator("li:visible .draft-text").first().innerText(), /^\w.* sets up in \d{4}|^\w.*\.\s/);
  await drafts.locator(".earlier summary").click();
  const from = drafts.locator("li").nth(1).getByRole("button");
  assert.match(await from.innerText(), /^Take back the last 6/);
  assert.deepEqual(await faults(union), []);
  await fits(union);
  await from.click();
  await union.waitForFunction(() => document.querySelectorAll("#drafts li").length === 1);
  assert.equal(await drafts.locator(".earlier").count(), 0);
  assert.deepEqual(union.complaints, []);
});

test("a unit beside the map that is taken in hand has the map go to where it may go", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union");
  await union.goto(game);
  // As near as it gets, in the corner where nobody sets up.
  for (let n = 0; n < 4; n += 1) await union.locator("[data-zoom=in]").click();
  await union.locator("[data-map]").evaluate((map) => map.scrollTo(0, 0));
  await union.locator(".ready .unit-link").first().click();
  await union.locator("#unit").waitFor();
  await settled(union);
  const seen = await union.evaluate(() => {
    const view = document.querySelector("[data-map]").getBoundingClientRect();
    return [...document.querySelectorAll(".layer .goal")].some((goal) => {
      const box = goal.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      return x > view.left && x < view.right && y > view.top && y < Math.min(view.bottom, innerHeight);
    });
  });
  assert.ok(seen, "a place where it may go is in sight");
});

test("keys that find nothing to do say what is asked", async () => {
  const { union } = await impulse(WIDE);
  await say(union, "done");
  await union.evaluate(() => document.activeElement.blur());
  await union.keyboard.press("u");
  const notice = union.locator("#notice");
  assert.match(await notice.innerText(), /no draft to take back\. Impulse: wake a leader/);
  await union.keyboard.press("d");
  assert.match(await notice.innerText(), /nothing to end here.*Impulse: wake a leader/);
  assert.equal(await notice.getAttribute("role"), "status");
});

test("what cannot be read is refused with a line that could be given now", async () => {
  const { union } = await impulse(WIDE);
  await say(union, "done");
  await say(union, "Hooker sings a song");
  const said = await union.locator(".notice.bad").innerText();
  const example = said.match(/Here, for example: (.*)\.$/)?.[1];
  assert.ok(example, said);
  const before = await record(union);
  await say(union, example);
  assert.ok(await record(union) > before || await union.locator("#drafts li").count() === 1, example);
});

test("targets that make no difference have their odds said once", async () => {
  const { union } = await impulse(WIDE);
  await union.locator(".goal-links a", { hasText: "Bombard at long range 31" }).click();
  await union.locator("#compose a.pick", { hasText: "Res Art a (V)" }).click();
  await union.locator("#compose .whole-order").waitFor();
  const targets = union.getByRole("group", { name: "At whom" });
  assert.ok(await targets.locator(".candidate").count() >= 6);
  assert.equal(await targets.locator(".odds-line").count(), 1);
  assert.match(await targets.locator(".odds-line").innerText(), /The same whichever it is: .*casualties/);
  // And by the gun: one list with its odds below.
  const game = union.url().split("?")[0];
  await union.goto(game);
  await union.locator(".ready .unit-link").first().click();
  await union.locator("#unit").waitFor();
  assert.ok(await union.locator("#unit .odds").count() <= 6);
  assert.deepEqual(await faults(union), []);
  await fits(union);
});

for (const [name, viewport] of [["wide", WIDE], ["on a phone", NARROW]]) {
  test(`hints lie over nothing, and what came of a roll leaves the question in sight, ${name}`, async () => {
    const context = await house.browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(house.base);
    await page.locator("#play-now").click();
    await page.waitForURL(/\/games\/[0-9a-f]{32}/);
    const hints = page.locator(".hints:visible");
    await hints.waitFor();
    const apart = async () => {
      const hint = await hints.boundingBox();
      assert.ok(hint.x >= 0 && hint.x + hint.width <= viewport.width, JSON.stringify(hint));
      for (const other of [".map-tools", ".overlays", ".ask", "#unit", "section.goals", ".ready"]) {
        const box = await page.locator(other).first().boundingBox().catch(() => null);
        if (!box || !await page.locator(other).first().isVisible()) continue;
        const meets = hint.x < box.x + box.width - 1 && box.x < hint.x + hint.width - 1 && hint.y < box.y + box.height - 1 && box.y < hint.y + hint.height - 1;
        assert.ok(!meets, `${JSON.stringify(hint)} lies over ${other} ${JSON.stringify(box)}`);
      }
      assert.equal(await hints.evaluate((hint) => hint.parentElement.id), "desk");
    };
    await apart();
    const ask = await page.locator(".ask-line").first().boundingBox();
    assert.ok(ask.y + ask.height < viewport.height, `the question ends at ${ask.y + ask.height}`);
    await page.locator("[data-hint-done]:visible").click();
    await page.locator(".ready .unit-link").first().click();
    await page.locator("#unit").waitFor();
    await settled(page);
    await hints.waitFor();
    assert.match(await hints.innerText(), /Where this unit may go/);
    await apart();
  });
}

test("a game in the list says whose turn it is beside its name", async () => {
  const { union } = await impulse(WIDE);
  const game = new URL(union.url()).pathname;
  await union.goto(new URL("/games", house.base).href);
  assert.equal(await union.locator(".docket", { has: union.locator(`a[href="${game}"]`) }).locator("h3 .badge").innerText(), "Your turn");
  const other = await sitDown(house, "Jubal", WIDE);
  await other.goto(new URL("/games", house.base).href);
  const badge = other.locator(".docket", { has: other.locator(`a[href*="${game.slice(0, 40)}"]`) }).locator("h3 .badge");
  assert.match(await badge.first().innerText(), /^Hannah to play$/);
});

test("losses can be read however small the map is", async () => {
  const page = await sitDown(house, "Jubal", WIDE);
  await page.goto(new URL("/games", house.base).href);
  const ended = await page.locator(".docket a", { hasText: "to its end" }).evaluateAll((all) => all.map((a) => a.href));
  for (const game of ended) {
    await page.goto(game);
    await page.locator("[data-zoom=fit]").click();
    const marks = page.locator(".layer .loss circle");
    if (!(await marks.count())) continue;
    const box = await marks.first().boundingBox();
    assert.ok(box.width >= 13, `${box.width} wide`);
  }
});
