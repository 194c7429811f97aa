// Counts what a person presses, by lists and buttons alone: a fire, an assault with two brigades, a charge, a whole game turn. `node clicks.mjs`, after
// `cargo build`; with FIELDPOST_BIN for the pages as another build has them. Choosing from a list counts two: opening it and the choice.

import { WIDE, arrange, openHouse, sitDown } from "./house.mjs";

const settled = (page) => page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
const plain = (text) => text.replaceAll('"', '\\"');

class Hand {
  constructor(page) { Object.assign(this, { page, clicks: 0 }); }

  async press(control, n = 1) {
    const answered = this.page.waitForResponse((r) => r.request().resourceType() !== "image" && r.status() < 300, { timeout: 15000 });
    await control.click();
    await answered;
    await settled(this.page);
    this.clicks += n;
  }

  // Gives an order from the page as it stands: by its button, or from a list. False where the page does not show it.
  async given(line) {
    const form = this.page.locator(`form[data-orders]:has(input[name=order][value="${plain(line)}"]) button`).first();
    if (await form.count()) {
      await this.press(form);
      return true;
    }
    const list = this.page.locator(`form[data-orders]:has(option[value="${plain(line)}"])`).first();
    if (!(await list.count())) return false;
    await list.locator("select").selectOption(line);
    await this.press(list.locator("button"), 3);
    return true;
  }

  // The same with the unit taken in hand first, and what was folded away listed.
  async give(line, unit) {
    if (await this.given(line)) return;
    if (unit) await this.press(this.page.locator(".ready .unit-link", { hasText: unit }).first());
    if (await this.given(line)) return;
    for (const all of await this.page.getByRole("link", { name: "list them all" }).all()) {
      await this.press(all);
      if (await this.given(line)) return;
    }
    throw new Error(`${line} is not to be found`);
  }
}

async function say(page, game, line) {
  await page.goto(game);
  await page.locator(".by-hand summary").click();
  await page.locator("#order-line").fill(line);
  await page.locator(".by-hand button").click();
  await settled(page);
  await page.waitForTimeout(500);
}

// Plays until the turn is another: two units act in each phase of each side, as the page offers it, and then the phase is ended.
async function turn(house, players, game) {
  const now = async (page) => (await page.locator(".turn-clock strong").innerText()).trim();
  for (const hand of players) {
    hand.clicks = 0;
    await hand.page.goto(game);
  }
  let orders = 0;
  const begun = await now(players[0].page);
  for (let guard = 0; guard < 60; guard += 1) {
    for (const hand of players) {
      const { page } = hand;
      await page.goto(game);
      let acted = 0;
      for (let step = 0; step < 80 && (await page.locator(".ask.mine").count()); step += 1) {
        if (await now(page) !== begun) return { clicks: players.reduce((sum, h) => sum + h.clicks, 0), orders };
        const own = page.locator("#unit form[data-orders] button"), units = page.locator(".ready .unit-link");
        const finish = page.locator(".finish form[data-orders] button"), general = page.locator(".general form[data-orders] button");
        const steps = page.locator("#compose a.pick"), composed = page.locator("#compose .whole-order button");
        if (await composed.count()) {
          await hand.press(composed);
          orders += 1;
        } else if (await steps.count()) {
          await hand.press(steps.first());
        } else if (await own.count()) {
          await hand.press(own.first());
          orders += 1;
          acted += 1;
        } else if (acted < 2 && (await units.count())) {
          await hand.press(units.nth((acted * 5) % (await units.count())));
          if (!(await own.count())) acted = 2;
        } else if ((await finish.count()) || (await general.count())) {
          await hand.press((await finish.count()) ? finish.first() : general.last());
          orders += 1;
          acted = 0;
        } else {
          // A question about one of several units.
          await hand.press(units.nth(step % Math.max(1, await units.count())));
        }
      }
    }
  }
  throw new Error("the turn does not end");
}

const house = await openHouse();
try {
  const union = new Hand(await sitDown(house, "Hannah", WIDE)), south = new Hand(await sitDown(house, "Jubal", WIDE));
  const game = await arrange(union.page, south.page, "Union", "Bloodiest Day");
  await union.page.goto(game);
  const counted = (hand) => { const n = hand.clicks; hand.clicks = 0; return n; };
  const composed = async (goal, picks) => {
    const link = union.page.locator(".goal-links").getByRole("link", { name: goal }).first();
    if (!(await link.isVisible())) await union.press(union.page.locator(".goals summary").first());
    await union.press(link);
    for (const pick of picks) await union.press(union.page.locator("#compose").getByRole("link", { name: pick }).first());
    await union.press(union.page.locator("#compose .whole-order button"));
    return counted(union);
  };
  const composes = await union.page.locator(".goal-links").count() > 0;
  const print = (what, n) => console.log(`${what}: ${n} clicks`);
  if (composes) print("a fire at long range", await composed("Bombard at long range 27", ["Res Art a (V)"]));
  else {
    const lines = await union.page.locator("[value^='long-range 27 lead Res Art a (V)']").evaluateAll((all) => all.map((e) => e.value));
    await union.give(lines[0] ?? "long-range 27 lead Res Art a (V) target Lawton", "Res Art a (V)");
    print("a fire at long range", counted(union));
  }
  await say(union.page, game, "done");
  await say(union.page, game, "activate 19 with Hooker");
  await union.page.goto(game);
  if (composes) print("an assault with two brigades", await composed("Assault 27 (The Cornfield)", ["Gibbon", "Anderson (3/I)"]));
  else {
    await union.give("Gibbon 19-27", "Gibbon");
    await union.give("Anderson (3/I) 19-27", "Anderson (3/I)");
    await union.give("assault 27 lead Gibbon", "Gibbon");
    print("an assault with two brigades", counted(union));
  }

  // A turn of the first ruleset, both sides, from where the demonstration has come to.
  await south.page.goto(new URL("/games", house.base).href);
  const hrefs = await south.page.locator(".docket a", { hasText: "A game part-way" }).evaluateAll((all) => all.map((a) => a.href));
  for (const href of hrefs) {
    if (!(await (await south.page.request.get(href)).text()).includes("/rulesets/gaines-mill/")) continue;
    const { clicks, orders } = await turn(house, [south, union], href);
    print(`a game turn, ${orders} orders of both sides`, clicks);
  }
} finally {
  await house.close();
}
