// Markers of a column that go each a way of its own, put together marker by marker: by taps on the map wide, by links narrow and without JavaScript.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse, sitDown, sure } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

for (const [name, viewport, javaScriptEnabled] of [["wide with JavaScript", WIDE, true], ["narrow without JavaScript", NARROW, false]]) {
  test(`a column is moved marker by marker, ${name}`, async () => {
    const page = await sitDown(house, "Jubal", viewport, { javaScriptEnabled, bypassCSP: true });
    const card = page.locator("li.docket", { hasText: "Advanced Gettysburg" }).filter({ hasText: "A game just begun" });
    await card.locator("h3 a").first().click();
    await page.locator("#desk").waitFor();
    const game = page.url().split("#")[0];
    const drafts = page.locator("#drafts"), compose = page.locator("#compose"), so_far = compose.locator(".so-far");
    const given = drafts.locator("li");
    const say = async (line, drafted) => {
      await page.goto(game);
      await page.locator(".by-hand summary").click();
      await page.locator("#order-line").fill(line);
      await page.locator(".by-hand button").click();
      if (!javaScriptEnabled) await sure(page);
      await given.filter({ hasText: drafted }).waitFor();
    };
    // It comes onto the map by its head, without a die: what follows can be taken back.
    await say("done; Archer march A39-B38-C38", "Archer march");
    const before = await given.count();

    // Found with the brigade in hand, in a line above its orders.
    await page.goto(game);
    await page.locator(".ready .unit-link", { hasText: "Archer" }).click();
    const way = page.locator("#unit .by-steps").getByRole("link", { name: "Archer, marker by marker" });
    await way.waitFor();
    await way.click();

    // Whose, what is asked, and what each hex costs.
    const asked = (text) => compose.getByRole("heading", { name: text }).waitFor();
    const take = async (hex) => {
      if (javaScriptEnabled) await page.locator(`.layer .goal[data-place="${hex}"]`).dispatchEvent("click");
      else await compose.locator("a.pick", { hasText: hex }).first().click();
    };
    await asked("Where does the head go?");
    assert.match(await so_far.innerText(), /^Archer takes up another column/);
    const price = compose.locator(".candidate", { hasText: "D37" }).locator(".cost");
    assert.match(await price.first().innerText(), /\d½? of 10 activity points/);
    assert.equal(await so_far.getByRole("link").count(), 0);
    if (javaScriptEnabled) assert.ok(await page.locator(".layer .goal").first().isVisible());
    if (javaScriptEnabled) {
      await take("C39");
      await asked("Where does the rear marker go?");
      assert.match(await so_far.innerText(), /the head in C39/);
      assert.equal(await page.locator('.layer .goal.on[data-place="C39"]').count(), 1);

      // Thought better of: a step back.
      await so_far.getByRole("link", { name: "One step back" }).click();
      await asked("Where does the head go?");
    }
    await take("D37");
    await asked("Where does the rear marker go?");
    if (javaScriptEnabled) assert.deepEqual(await faults(page), []);
    await fits(page);
    await take("D38");

    // The whole of it: each marker with what it has spent, the price, the line; and nothing of it is final.
    const order = compose.locator(".whole-order");
    await order.waitFor();
    assert.match(await so_far.innerText(), /the head in D37 \(\d½?\), the rear marker in D38 \(\d½?\)/);
    assert.match(await order.innerText(), /\d½? of 10 activity points/);
    assert.equal(await compose.locator(".order-details .notation").innerText(), "Archer march to D37 D38");
    assert.equal(await order.locator("button[data-final]").count(), 0);
    await order.getByRole("button").click();
    if (!javaScriptEnabled) await sure(page);
    await given.filter({ hasText: "Archer march to D37 D38" }).waitFor();
    assert.equal(await given.count(), before + 1);
    if (javaScriptEnabled) {
      await given.last().getByRole("button").click();
      await given.filter({ hasText: "march to" }).waitFor({ state: "detached" });
      assert.equal(await given.count(), before);
      // The other size begins with the same game.
      await given.first().getByRole("button").click();
      await drafts.waitFor({ state: "detached" });
    }
    assert.deepEqual(page.complaints, []);
  });
}
