// Attacks put together in steps: at most five clicks each from the game's page, with the odds of what is ticked always in sight.
// Wide with JavaScript, narrow without.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown, sure } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

for (const [name, viewport, javaScriptEnabled] of [["wide with JavaScript", WIDE, true], ["narrow without JavaScript", NARROW, false]]) {
  test(`fire, activation and assault take at most five clicks, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", viewport, { javaScriptEnabled, bypassCSP: true });
    const confederate = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, confederate, "Union", "Bloodiest Day");
    await union.goto(game);
    let clicks = 0;
    const click = async (control, then) => {
      await control.click();
      clicks += 1;
      if (!javaScriptEnabled) await sure(union);
      await then.first().waitFor();
    };
    const give = async () => {
      await order.getByRole("button").click();
      clicks += 1;
      if (!javaScriptEnabled) await sure(union);
      await compose.waitFor({ state: "detached" });
      if (!javaScriptEnabled) await sure(union);
    };
    const counted = () => { const n = clicks; clicks = 0; return n; };
    const compose = union.locator("#compose");
    const order = compose.locator(".whole-order");
    const goal = (text) => union.locator(".goal-links").getByRole("link", { name: text });
    const pick = (text) => compose.getByRole("link", { name: text });
    const told = union.locator("#desk .ask");
    const asked = (text) => union.locator("#desk .ask-line, #desk .ask-phase").filter({ hasText: text });

    // Long-range fire: where, with what, go.
    await click(goal("Bombard at long range 27"), compose);
    assert.match(await compose.innerText(), /Which guns bombard 27/);
    await click(pick("Res Art a (V)"), order);
    assert.match(await order.innerText(), /casualties 66 %/);
    assert.match(await compose.innerText(), /casualties[\s\S]*861 in 1296/);
    assert.match(await compose.locator(".odds-line", { hasText: "overrun under 1 %" }).first().innerText(), /casualties 84 %/);
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await fits(union);
    await give();
    const fire = counted();

    // The impulse: a leader and the area he activates.
    await union.goto(game);
    if (!/impulse/i.test(await told.innerText())) {
      await click(union.locator(".finish, .general").getByRole("button", { name: /Done/ }).first(), asked(/impulse/i));
    }
    counted();
    await click(union.locator(".ready .unit-link", { hasText: "Hooker" }), union.locator("#unit"));
    const area = union.locator("#unit select").filter({ has: union.locator("option[value='activate 19 with Hooker']") });
    const atOnce = union.locator("form:has(input[value='activate 19 with Hooker']) button");
    // The panel may be there before what it is filled with.
    await area.or(atOnce).first().waitFor();
    if (await area.count()) {
      await area.selectOption("activate 19 with Hooker");
      clicks += 2;
      await click(area.locator("xpath=ancestor::form").getByRole("button"), asked("Move and attack"));
    } else {
      await click(atOnce, asked("Move and attack"));
    }
    const activation = counted();

    // An assault: where, who, go; each tick changes the odds, and the last tick can be let go.
    await union.goto(game);
    // Units act first in this phase, and the attacks are folded behind their number.
    assert.equal(await goal("Assault 27 (The Cornfield)").isVisible(), false);
    assert.match(await union.locator(".goals summary").innerText(), /Put together an attack \d+/);
    await click(union.locator(".goals summary"), goal("Assault 27 (The Cornfield)"));
    await click(goal("Assault 27 (The Cornfield)"), compose.getByText("Who takes part in the assault of 27"));
    await click(pick("Gibbon"), order);
    const alone = await order.innerText();
    await click(compose.getByRole("group", { name: "Who takes part" }).getByRole("link").nth(1), order.getByText("2 units"));
    const together = await order.innerText();
    assert.notEqual(alone, together);
    const line = await compose.locator(".order-details .notation").innerText();
    assert.match(line, /^Gibbon 19-27; .* 19-27; assault 27 lead Gibbon$/);
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await fits(union);
    await give();
    const assault = counted();
    const desk = await union.locator("#desk").textContent();
    for (const part of line.split("; ")) assert.ok(desk.includes(part), `${part} is told`);
    // What came of it, though the other side answered in between, and what the orders before it did.
    // A leader whom the dice have hit has a card of his own, newer than this.
    const card = union.locator("#outcome .outcome", { hasText: /attack/ }).filter({ hasNotText: /bombards/ }).first();
    await card.waitFor();
    assert.ok(await card.locator("summary .die").count() >= 4, await card.innerText());
    await union.goto(game);
    assert.ok(await card.locator("summary .die").count() >= 4, await card.innerText());

    for (const [what, n] of Object.entries({ fire, activation, assault })) assert.ok(n <= 5, `${what}: ${n} clicks`);
    console.log(`clicks: long-range fire ${fire}, activation ${activation}, assault with two brigades ${assault}`);
    assert.deepEqual(union.complaints, []);
  });
}

// Both sides end phase after phase until the Union chooses its divisions.
async function toTheCommandPhase(union, confederate, game) {
  const both = [union, confederate];
  for (let guard = 0; guard < 30; guard += 1) {
    for (const page of both) {
      await page.goto(game);
      const asked = await page.locator(".ask.mine .ask-line").allInnerTexts();
      if (page === union && /Choose two divisions/.test(asked.join(" "))) return;
      if (!asked.length) continue;
      const line = /Set up/.test(asked.join(" ")) ? "deploy" : /keep it, or roll again/i.test(asked.join(" ")) ? "keep first" : "done";
      for (const say of line === "deploy" ? ["deploy", "done"] : [line]) {
        await page.goto(game);
        if (!(await page.locator(".by-hand").count())) continue;
        await page.locator(".by-hand summary").click();
        await page.locator("#order-line").fill(say);
        await page.locator(".by-hand button").click();
        await page.waitForLoadState("load");
        await page.waitForTimeout(300);
        await sure(page);
      }
    }
  }
  assert.fail(await union.locator(".ask").innerText());
}

for (const [name, viewport, javaScriptEnabled] of [["low and wide", { width: 1280, height: 800 }, true], ["narrow without JavaScript", NARROW, false]]) {
  test(`divisions are chosen one after the other, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", viewport, { javaScriptEnabled, bypassCSP: true });
    const confederate = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, confederate, "Union");
    await toTheCommandPhase(union, confederate, game);
    await union.goto(game);
    const compose = union.locator("#compose"), picks = compose.locator("a.pick");
    // Asked at once: four divisions, and no list of pairs.
    assert.deepEqual(await picks.allInnerTexts(), ["McCall", "Morell", "Sykes", "Slocum"]);
    assert.equal(await union.locator("select option[value^='activate']").count(), 0);
    assert.equal(await compose.locator(".close").count(), 0);
    const box = await picks.last().boundingBox();
    if (javaScriptEnabled) assert.ok(box.y + box.height <= viewport.height, JSON.stringify(box));
    await picks.filter({ hasText: "Sykes" }).click();
    await compose.getByText("Sykes, and which other division?").waitFor();
    assert.deepEqual(await picks.allInnerTexts(), ["McCall", "Morell", "Slocum"]);
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await fits(union);
    // Thought better of: from the beginning.
    await compose.locator(".close").click();
    await compose.getByText("Which division first?").waitFor();
    await picks.filter({ hasText: "McCall" }).click();
    await compose.getByText("McCall, and which other division?").waitFor();
    await picks.filter({ hasText: "Slocum" }).click();
    const order = compose.locator(".whole-order");
    assert.match(await order.innerText(), /Activate McCall and Slocum/);
    await order.getByRole("button").click();
    if (!javaScriptEnabled) await sure(union);
    await union.locator(".ask-line").filter({ hasText: "Move, charge or recover with McCall, Slocum" }).first().waitFor();
    assert.deepEqual(union.complaints, []);
  });
}
