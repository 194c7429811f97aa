// Somebody who plays by clicking what the page offers, and nothing else: no address is built, no order is typed.

import { sure } from "./house.mjs";

// Clicks a control and waits until the page, or the part of it that was exchanged, has settled.
async function press(page, control, scripted) {
  if (!scripted) {
    await Promise.all([page.waitForLoadState("load"), control.click()]);
    await sure(page);
    return;
  }
  const answered = page.waitForResponse((r) => r.request().resourceType() !== "image" && r.status() < 300, { timeout: 15000 });
  await control.click();
  await answered;
  await page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
}

// Of several orders in one list takes the one that is chosen by its words; without a choice the list is left as it stands.
async function choose(button, choice) {
  const list = button.locator("xpath=ancestor::form").locator("select");
  if (!choice || !(await list.count())) return;
  const words = await list.locator("option").allInnerTexts();
  await list.selectOption({ index: choice(words) });
}

// Plays until nothing is asked of this player. With every visit it lets at most `bold` units act, then it ends its phases. `choice` says by
// the words of a list which of its orders is given, and whoever has nothing to do is passed over for so many others. `tell` is told what is
// pressed. Returns how many orders it gave.
export async function playOn(page, game, { bold = 2, scripted = true, pick = 0, choice = null, others: patience = 0, tell = null } = {}) {
  await page.goto(game);
  let given = 0;
  let acted = 0;
  let idlers = 0;
  for (let guard = 0; guard < 400; guard += 1) {
    if (!(await page.locator(".ask.mine").count())) return given;
    const send = page.locator("#drafts form[action$='/send'] button");
    const finish = page.locator(".finish form[data-orders] button");
    const others = page.locator(".general form[data-orders] button"), idle = page.locator(".idle form[data-orders] button");
    const general = (await finish.count()) ? finish : (await others.count()) ? others : idle;
    const units = page.locator(".ready .unit-link");
    const own = page.locator("#unit form[data-orders] button");
    // What is composed step by step and asked at once.
    const steps = page.locator("#compose a.pick:not([aria-current])"), composed = page.locator("#compose .whole-order button");
    if (await composed.count()) {
      await press(page, composed, scripted);
      given += 1;
      continue;
    }
    if (await steps.count()) {
      await press(page, steps.nth((pick + given) % (await steps.count())), scripted);
      continue;
    }
    if (await own.count()) {
      const button = own.nth((pick + given) % Math.min(await own.count(), 3));
      await choose(button, choice);
      tell?.(await button.innerText());
      await press(page, button, scripted);
      given += 1;
      acted += 1;
    } else if (acted < bold && (await units.count())) {
      await press(page, units.nth((pick + acted * 5 + idlers) % (await units.count())), scripted);
      // A unit may have nothing to do just now; then leave it at that, or look at another.
      if (!(await own.count()) && (idlers += 1) > patience) acted = bold;
    } else if (await general.count()) {
      // To do nothing is asked for twice.
      if (scripted && general === idle) await idle.last().click();
      try {
        await press(page, general.last(), scripted);
      } catch (error) {
        // The page may have been exchanged between the two, and something else be asked.
        if (general !== idle || await idle.count()) throw error;
        continue;
      }
      given += 1;
      acted = await page.locator(".ask.mine").count() ? acted : 0;
    } else if (await send.count()) {
      await press(page, send, scripted);
    } else if (await units.count()) {
      await press(page, units.first(), scripted);
    } else {
      throw new Error(`asked, but nothing to click: ${await page.locator(".ask").innerText()}`);
    }
  }
  throw new Error("the same player was asked 400 times over");
}
