// The game page in one hand: the question folds to a line, the button of the phase lies under the thumb, and nothing that is chosen lies
// beneath it. With a script and without.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown, sure } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

// What lies in the middle of each of these once it is scrolled to: itself, or something of it.
const covered = (all) => all.evaluateAll((all) => all.filter((e) => {
  e.scrollIntoView({ block: "nearest" });
  const box = e.getBoundingClientRect(), top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !(e.contains(top) || top?.contains(e));
}).map((e) => e.textContent.trim().slice(0, 60)));

for (const [name, javaScriptEnabled] of [["with JavaScript", true], ["without JavaScript", false]]) {
  test(`on a phone the question folds and the button of the phase is under the thumb, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", NARROW, { bypassCSP: true, javaScriptEnabled, hasTouch: true, isMobile: true });
    const other = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, other, "Union", "Bloodiest Day");
    await union.goto(game);
    const question = union.locator(".question"), line = union.locator(".ask");
    const under = async (button) => {
      const box = await button.boundingBox();
      assert.ok(box.y > NARROW.height * .8 && box.y + box.height <= NARROW.height && box.height >= 44 && box.width > 300, JSON.stringify(box));
    };

    // Folded it is one line that says what is asked, and it opens again.
    const open = (await line.boundingBox()).height;
    assert.ok(await question.locator(".ask-line").isVisible());
    await question.locator("summary").tap();
    assert.ok((await line.boundingBox()).height < 60);
    assert.match(await line.innerText(), /Bombard at long range, or say done/);
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await question.locator("summary").tap();
    assert.equal((await line.boundingBox()).height, open);
    await question.locator("summary").tap();

    // The button of the phase, wherever the page is scrolled to.
    const done = union.locator(".finish button");
    await under(done);
    await union.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await under(done);
    assert.deepEqual(await covered(union.locator("#desk a[href]:visible, #desk button:visible, #desk summary:visible")), []);
    await fits(union);

    // The map can still be touched; without a script it leaves the room to the question and its answers.
    await union.evaluate(() => scrollTo(0, 0));
    const map = await union.locator(".board").boundingBox();
    assert.ok(map.height > NARROW.height * (javaScriptEnabled ? .5 : .2), `${map.height}`);

    // An order being put together: its own button takes the place, and what is ticked is never beneath it.
    await union.locator(".goal-links a", { hasText: "Bombard at long range 27" }).tap();
    const order = union.locator("#compose .whole-order button");
    await union.locator("#compose").getByRole("link", { name: "Res Art a (V)" }).tap();
    await order.waitFor();
    await under(order);
    assert.deepEqual(await covered(union.locator("#compose a.pick")), []);
    if (javaScriptEnabled) {
      // What was folded stays so while somebody plays.
      assert.ok((await line.boundingBox()).height < 60);
      assert.deepEqual(await faults(union), []);
    }
    await fits(union);
    await union.goto(game);
    await done.tap();
    if (javaScriptEnabled) {
      assert.match(await done.innerText(), /Tap again/);
      await under(done);
      await done.tap();
    } else {
      await union.getByRole("heading", { name: "Are you sure?" }).waitFor();
      await sure(union);
      await union.goto(game);
    }
    await question.locator("summary").waitFor();
    await line.getByText(/impulse/i).first().waitFor({ state: "attached" });
    assert.deepEqual(union.complaints, []);
  });
}

test("keys of one letter can be switched off, which is remembered, and the focus goes into what a key opens", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union");
  await union.goto(game);
  const focused = () => union.evaluate(() => document.activeElement.id);
  await union.keyboard.press("n");
  await union.locator("#unit").waitFor();
  assert.equal(await focused(), "unit");
  const first = await union.locator("#unit-name").innerText();
  await union.keyboard.press("n");
  await union.waitForFunction((was) => document.querySelector("#unit-name")?.textContent !== was, first);
  assert.equal(await focused(), "unit");
  await union.keyboard.press("Escape");
  await union.locator("#unit").waitFor({ state: "detached" });

  await union.locator(".keys summary").click();
  await union.locator("#single-keys").uncheck();
  await union.goto(game);
  await union.evaluate(() => document.activeElement.blur());
  for (const key of ["n", "u", "d"]) await union.keyboard.press(key);
  await union.waitForTimeout(400);
  assert.equal(await union.locator("#unit").count(), 0);
  assert.doesNotMatch(await union.evaluate(() => document.activeElement.textContent), /^Done/);
  await union.locator(".keys summary").click();
  assert.equal(await union.locator("#single-keys").isChecked(), false);
  await union.locator("#single-keys").check();
  await union.evaluate(() => document.activeElement.blur());
  await union.keyboard.press("n");
  await union.locator("#unit").waitFor();
  assert.deepEqual(union.complaints, []);
});

test("who ticks with the keyboard stays at what was ticked", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union", "Bloodiest Day");
  await union.goto(game);
  await union.locator(".goal-links a", { hasText: "Bombard at long range 27" }).press("Enter");
  await union.locator("#compose").waitFor();
  assert.equal(await union.evaluate(() => document.activeElement.id), "compose");
  await union.locator("#compose a.pick", { hasText: "Res Art a (V)" }).press("Enter");
  await union.locator("#compose .whole-order").waitFor();
  assert.equal(await union.evaluate(() => document.activeElement.dataset.pick), "Res Art a (V)");
});

test("on a phone what was tapped is shown with what can be done, and the unit stays in sight", async () => {
  const union = await sitDown(house, "Hannah", NARROW, { hasTouch: true, isMobile: true });
  const other = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, other, "Union", "Bloodiest Day");
  await union.goto(game);
  const seen = async () => {
    const panel = await union.locator("#unit").boundingBox(), unit = await union.locator(".piece.selected").boundingBox();
    assert.ok(panel.y > 0 && panel.y < NARROW.height * .75, `the panel begins at ${panel.y}`);
    // The desk slides over the map.
    const desk = await union.locator("#desk").boundingBox();
    assert.ok(unit.y > 0 && unit.y + unit.height < desk.y, `the unit stands at ${unit.y}, the desk begins at ${desk.y}`);
  };
  // From the list …
  const ready = union.locator(".ready a[data-swap-link]").first();
  await ready.tap();
  await union.locator("#unit").waitFor();
  await seen();
  // … and on the map.
  await union.goto(game);
  await union.locator(".layer .piece.ready").first().tap();
  // A small counter fans out first.
  const fanned = union.locator(".fan .piece.ready").first();
  await union.locator("#unit").or(fanned).first().waitFor();
  if (await fanned.isVisible()) await fanned.tap();
  await union.locator("#unit").waitFor();
  await seen();
});

// A high, narrow window takes up much of the sheet: what its pieces are drawn with still goes by how near they are.
test("on a phone brigades stay brigades on a large map, before an order and behind it", async () => {
  const player = await sitDown(house, "Jubal", NARROW, { hasTouch: true, isMobile: true });
  const all = await player.locator(".docket a", { hasText: "A game part-way" }).evaluateAll((links) => links.map((a) => a.href));
  let game = null;
  for (const href of all) if ((await (await player.request.get(href)).text()).includes("/rulesets/advanced-gettysburg/")) game = href;
  await player.goto(game);
  const drawn = () => player.waitForFunction(() => document.querySelector("svg.pieces").dataset.level !== "far" && document.querySelector("#layer .bar"));
  await drawn();
  await player.locator(".ready .unit-link").first().tap();
  const answered = player.waitForResponse((r) => r.request().method() === "POST");
  await player.locator("#unit form[data-orders] button").first().tap();
  await answered;
  await player.locator("#drafts").waitFor();
  await player.waitForTimeout(1500);
  await drawn();
  // All of it at once shows again who is about where.
  await player.locator("[data-zoom=fit]").tap();
  await player.waitForFunction(() => document.querySelector("svg.pieces").dataset.level === "far");
  assert.deepEqual(player.complaints, []);
});
