// What came of an order that rolled is told at once where it happened, and nothing final is given by surprise: wide, on a phone, by touch,
// without a script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown, sure } from "./house.mjs";
import { faults, fits } from "./judge.mjs";

let house;
before(async () => { house = await openHouse(); });
after(() => house?.close());

const settled = (page) => page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
const record = async (page) => Number((await page.locator(".witness").innerText()).match(/Record (\d+)/)[1]);

async function begin(viewport, options = {}) {
  const union = await sitDown(house, "Hannah", viewport, { bypassCSP: true, ...options });
  const confederate = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, confederate, "Union", "Bloodiest Day");
  await union.goto(game);
  return { union, game };
}

// A bombardment put together in steps, up to its button.
async function bombard(page) {
  await page.locator(".goal-links").getByRole("link", { name: "Bombard at long range 27" }).click();
  await page.locator("#compose").getByRole("link", { name: "Res Art a (V)" }).click();
  const button = page.locator("#compose .whole-order button");
  await button.waitFor();
  return button;
}

for (const [name, viewport, javaScriptEnabled] of [["wide", WIDE, true], ["narrow", NARROW, true], ["narrow, without a script", NARROW, false]]) {
  test(`after a roll a card says what came of it, ${name}`, async () => {
    const { union, game } = await begin(viewport, { javaScriptEnabled });
    const card = union.locator("#outcome");
    assert.equal(await card.isVisible(), false);
    const button = await bombard(union);
    assert.match(await button.innerText(), /rolls/);
    await button.click();
    if (!javaScriptEnabled) await sure(union);
    await card.waitFor();
    if (javaScriptEnabled) await settled(union);

    // One plain sentence, the dice as dice, the arithmetic folded; in sight without scrolling.
    const headline = await card.locator(".outcome > summary .headline").first().innerText();
    assert.match(headline, /^Res Art a \(V\) bombards .* at long range, .*: .+\.$/);
    assert.doesNotMatch(headline, /dice|=/);
    assert.ok(await card.locator(".outcome > summary .die").count() >= 4);
    // Each pair says what it was for; one that was rolled again stands with the old one, which is struck out.
    const dice = await card.locator(".outcome", { hasText: "bombards" }).first().locator("summary .roll").allInnerTexts();
    assert.equal(dice.length, 2, JSON.stringify(dice));
    assert.match(dice[0], /^attack/);
    assert.match(dice[1], /^defence/);
    for (const old of await card.locator("summary .was").all()) {
      assert.match(await old.locator("xpath=..").innerText(), /rolled again/);
      assert.match(await old.evaluate((was) => getComputedStyle(was).backgroundImage), /gradient/);
    }
    const sums = card.locator(".arithmetic").first();
    assert.equal(await sums.getAttribute("open"), null);
    // The defender may have had the dice rolled again in between.
    assert.match((await sums.locator(".line").allTextContents()).join(" "), /=/);
    const box = await card.locator(".outcome").first().boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= viewport.height && box.x >= 0 && box.x + box.width <= viewport.width, JSON.stringify(box));
    // Without a script nothing brings the page to what is asked: it stands below a low map, in sight as the page opens, and what came of the
    // order is cut to two lines above it, which unfold.
    if (viewport === NARROW && !javaScriptEnabled) {
      const asked = await union.locator(".ask.mine .ask-line").first().boundingBox();
      assert.ok(asked && asked.y + asked.height <= viewport.height, JSON.stringify(asked));
      assert.ok(box.height < 90, JSON.stringify(box));
    }
    if (javaScriptEnabled) assert.deepEqual(await faults(union), []);
    await fits(union);

    // It stays while the page is looked at again, and goes with the next order.
    await union.goto(game);
    assert.equal(await card.locator(".outcome > summary .headline").first().innerText(), headline);
    await card.locator(".outcome > summary .headline").first().click();
    await sums.locator("summary").click();
    assert.ok(await sums.locator(".line").first().isVisible());
    assert.deepEqual(union.complaints, []);
  });
}

test("a card is one line clear of what is asked and of the tools, folds by itself, and can be put away", async () => {
  const { union, game } = await begin(WIDE);
  await (await bombard(union)).click();
  const card = union.locator("#outcome");
  await card.waitFor();
  await settled(union);
  assert.equal(await card.locator(".outcome[open]").count(), 0);
  const apart = async () => {
    const of = async (locator) => (await locator.count()) ? locator.first().boundingBox() : null;
    const box = await of(card), rim = await of(union.locator(".board"));
    assert.ok(box.width < 350, `${box.width} wide`);
    assert.ok(box.x >= rim.x && box.y >= rim.y && box.x + box.width <= rim.x + rim.width && box.y + box.height <= 860, JSON.stringify(box));
    for (const other of [await of(union.locator("#overlays > *")), await of(union.locator("[data-map-tools]")), await of(union.locator(".layer .piece.selected"))]) {
      if (!other) continue;
      const meets = box.x < other.x + other.width && other.x < box.x + box.width && box.y < other.y + other.height && other.y < box.y + box.height;
      assert.ok(!meets, `${JSON.stringify(box)} lies over ${JSON.stringify(other)}`);
    }
  };
  await apart();
  // Near the fight.
  const near = await card.boundingBox();
  const fight = await union.locator('.layer .place[data-place="27"]').first().boundingBox();
  const [x, y] = [fight.x + fight.width / 2, fight.y + fight.height / 2];
  const away = Math.hypot(Math.max(near.x - x, 0, x - near.x - near.width), Math.max(near.y - y, 0, y - near.y - near.height));
  assert.ok(away < 150, `${JSON.stringify(near)} is ${away} from ${x}, ${y}`);
  await card.locator(".outcome > summary").first().click();
  assert.ok(await card.locator(".outcome > .rolls").first().isVisible());
  // With a unit in hand it is one line again, and clear of the unit.
  await union.locator(".ready .unit-link").first().click();
  await union.locator("#unit").waitFor();
  await settled(union);
  assert.equal(await card.locator(".outcome[open]").count(), 0);
  await apart();
  // Nor does it lie over a place that may be chosen.
  const box = await card.boundingBox();
  const goals = await union.locator(".layer .goal").evaluateAll((all) => all.map((goal) => goal.getBoundingClientRect().toJSON()));
  const over = goals.filter((goal) => box.x < goal.right && goal.left < box.x + box.width && box.y < goal.bottom && goal.top < box.y + box.height);
  assert.deepEqual(over, [], `${JSON.stringify(box)} of ${goals.length} goals`);
  await card.locator("[data-put-away]").click();
  assert.equal(await card.isVisible(), false);
  await union.goto(game);
  assert.equal(await card.isVisible(), false);
  assert.deepEqual(union.complaints, []);
});

test("what is final says so, and by touch is asked once more", async () => {
  const { union } = await begin(NARROW, { hasTouch: true, isMobile: true });
  const before = await record(union);
  const done = union.locator(".finish button");
  const said = await done.innerText();
  assert.match(said, /^Done · (rolls|hands over|may be answered first)/);
  const at = await done.boundingBox();
  await done.tap();
  assert.match(await done.innerText(), /Tap again/);
  assert.deepEqual(await done.boundingBox(), at);
  assert.ok(await union.locator(".sure").isVisible());
  // Touching anything else lets it be.
  await union.locator(".turn-clock").tap();
  assert.equal(await done.innerText(), said);
  assert.equal(await record(union), before);
  await done.tap();
  await done.tap();
  await union.locator(".ask-phase").getByText("Action").or(union.locator(".ask-line").getByText("impulse")).first().waitFor();
  assert.ok(await record(union) > before);
  assert.deepEqual(union.complaints, []);
});

test("without a script a page asks once more, and takes no for an answer", async () => {
  const { union, game } = await begin(WIDE, { javaScriptEnabled: false });
  const before = await record(union);
  await union.locator(".finish button").click();
  await union.getByRole("heading", { name: "Are you sure?" }).waitFor();
  // In words, and not in notation alone.
  assert.match(await union.locator(".letter-sheet p").first().innerText(), /^End the /);
  await union.getByRole("link", { name: "Think again" }).click();
  assert.equal(await record(union), before);
  await union.locator(".finish button").click();
  await sure(union);
  await union.goto(game);
  assert.ok(await record(union) > before);
});

test("a second click on a unit lets go of it and orders nothing", async () => {
  const { union, game } = await begin(WIDE);
  await union.locator(".finish button").click();
  await union.locator(".ask-line").getByText("impulse").waitFor();
  await settled(union);
  const before = await record(union);
  let tried = 0;
  for (const name of ["Hooker", "Mansfield", "Meade"]) {
    await union.goto(game);
    const link = union.locator(".ready .unit-link", { hasText: name }).first();
    if (!(await link.count())) continue;
    await link.click();
    await union.locator("#unit").waitFor();
    await settled(union);
    // In the middle of its counter, whatever lies over it.
    const box = await union.locator(".layer .piece.selected").first().boundingBox();
    await union.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await union.waitForTimeout(600);
    await settled(union);
    assert.equal(await record(union), before, name);
    assert.equal(await union.locator("#drafts").count(), 0, name);
    tried += 1;
  }
  assert.ok(tried > 0);
});

test("one button ends the phase, and takes the drafts with it", async () => {
  const { union } = await begin(WIDE);
  await union.locator(".finish button").click();
  await union.locator(".ask-line").getByText("impulse").waitFor();
  await settled(union);
  await union.locator(".by-hand summary").click();
  await union.locator("#order-line").fill("activate 19 with Hooker");
  await union.locator(".by-hand button").click();
  await union.locator("#drafts, .ask-line:has-text('Move')").first().waitFor();
  await settled(union);
  if (await union.locator("#drafts").count()) {
    assert.equal(await union.locator("#desk button.primary").count(), 1);
    assert.match(await union.locator(".finish button").innerText(), /sends your order/);
    assert.match(await union.locator("#drafts .send").innerText(), /Send only this order, and go on[\s\S]*cannot be taken back/);
  }
});

for (const [name, viewport] of [["low and wide", { width: 1280, height: 800 }], ["narrow", NARROW]]) {
  test(`a question is shown with what hangs on it and with its answers, ${name}`, async () => {
    const union = await sitDown(house, "Hannah", WIDE);
    const jubal = await sitDown(house, "Jubal", viewport, { hasTouch: name === "narrow" });
    const game = await arrange(union, jubal, "Union", "Bloodiest Day");
    await jubal.goto(`${game}/standing`);
    await jubal.locator("button[name=do][value=ask]").first().click();
    await union.goto(game);
    await (await bombard(union)).click();
    await jubal.goto(game);
    await jubal.locator(".ask[data-question] .ask-line").first().waitFor();
    assert.match(await jubal.locator(".ask[data-question] .ask-line").first().innerText(), /As it stands, .+\. Let it stand, or give the Advantage up/);
    // Each way to roll again says what may come of it.
    const again = jubal.locator(".choice", { hasText: "rolled again" });
    assert.ok(await again.count() >= 1);
    for (const choice of await again.all()) assert.ok(await choice.locator(".odds, .odds-bar, [class*=odds]").count() > 0);
    // No hint and no offer stands before the answers, and the first of them is in sight as the page opens.
    assert.equal(await jubal.locator("[data-hints]:visible").count(), 0);
    const first = await jubal.locator(".choice form button").first().boundingBox();
    assert.ok(first && first.y >= 0 && first.y + first.height <= viewport.height, JSON.stringify(first));
    const offer = jubal.locator(".usual").first();
    if (await offer.count()) assert.ok((await offer.boundingBox()).y > first.y);
    await fits(jubal);
  });
}

test("without a script a question's answers are in sight as a narrow page opens", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const jubal = await sitDown(house, "Jubal", NARROW, { javaScriptEnabled: false });
  const game = await arrange(union, jubal, "Union", "Bloodiest Day");
  await jubal.goto(`${game}/standing`);
  await jubal.locator("button[name=do][value=ask]").first().click();
  await union.goto(game);
  await (await bombard(union)).click();
  await settled(union);
  await jubal.goto(game);
  const asked = await jubal.locator(".ask[data-question] .ask-line").first().boundingBox();
  const first = await jubal.locator(".choice form button").first().boundingBox();
  for (const box of [asked, first]) assert.ok(box && box.y >= 0 && box.y + box.height <= NARROW.height, JSON.stringify({ asked, first }));
  const card = jubal.locator("#outcome .outcome").first();
  assert.ok((await card.boundingBox()).height < 90);
  await card.locator("summary").first().click();
  assert.ok(await card.locator(".rolls").first().isVisible());
  await fits(jubal);
});
