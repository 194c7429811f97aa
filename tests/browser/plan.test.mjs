// Planning ahead: a line, a way back, a branch, the two side by side, and one of them laid out as a draft. On a phone, with the
// keyboard alone; with JavaScript and without. Nothing is rolled: the plan is of the set-up.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";
import { faults, fits, hit, tabTo } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

for (const [name, javaScriptEnabled, colorScheme] of [["with JavaScript", true, "dark"], ["without JavaScript", false, "light"]]) {
  test(`a plan is played on, branched, compared and laid out as a draft, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", NARROW, { javaScriptEnabled, bypassCSP: true, colorScheme });
    const confederate = await sitDown(house, "Jubal", WIDE);
    const game = await arrange(union, confederate, "Union");
    await union.goto(game);
    const head = await (await union.request.get(`${game}/head`)).text();
    await hit(union, union.locator(".ask").getByRole("link", { name: "Plan ahead" }), union.locator(".plan"));
    assert.match(await union.locator(".ask").innerText(), /you play both sides, and nothing of it is sent/);
    await fits(union);

    // A line, a step back, and another order from there.
    const line = union.locator("#line");
    await hit(union, union.getByRole("button", { name: /^Deploy: / }), line.getByText("deploy", { exact: true }));
    await hit(union, union.locator("#plan-back"), line.getByText("Tried from here before:"));
    await hit(union, union.getByRole("link", { name: "Griffin" }).and(union.locator(".unit-link")), union.locator("#unit"));
    const place = union.locator("#unit form[data-orders] select").first();
    await tabTo(union, place);
    await union.keyboard.press("ArrowDown");
    const order = await place.inputValue();
    await hit(union, union.locator("#unit form[data-orders] button").first(), line.getByText(order, { exact: true }));
    const branches = union.locator("#branches li");
    assert.equal(await branches.count(), 2);

    // Side by side: the other branch has set up everybody.
    await hit(union, union.getByRole("link", { name: "Compare with A" }), union.locator("#compared"));
    const compared = union.locator("#compared");
    assert.match(await compared.locator("h2").innerText(), /Branch B and Branch A/);
    assert.match(await compared.innerText(), /Orders[\s\S]*deploy[\s\S]*Martindale/);
    if (javaScriptEnabled) {
      assert.ok(await compared.evaluate((e) => e === document.activeElement), "the comparison is shown, not only put in place");
      assert.deepEqual(await faults(union), []);
    }
    await fits(union);

    // What the rules refuse is said beside the field, and what was typed is still there.
    await union.locator(".by-hand summary").focus();
    await union.keyboard.press("Enter");
    await tabTo(union, union.locator("#order-line"));
    await union.keyboard.type("Griffin dances");
    await hit(union, union.getByRole("button", { name: "Try them" }), union.locator("#order-wrong"));
    assert.equal(await union.locator("#order-line").inputValue(), "Griffin dances");
    assert.equal(await branches.count(), 2);

    // One is thrown away; the other becomes the draft.
    await hit(union, union.getByRole("button", { name: "Look at A" }), line.getByText("deploy", { exact: true }));
    await hit(union, union.getByRole("button", { name: "Throw B away" }), union.locator("#notice", { hasText: "Thrown away" }));
    assert.equal(await branches.count(), 0, "one branch is no choice");
    await hit(union, union.getByRole("button", { name: "Lay this order out as a draft" }), union.locator("#drafts"));
    assert.equal(new URL(union.url()).pathname, new URL(game).pathname);
    assert.match(await union.locator("#drafts").innerText(), /deploy/);
    assert.equal(await (await union.request.get(`${game}/head`)).text(), head, "nothing of it is in the log");
    assert.deepEqual(union.complaints, []);
  });
}
