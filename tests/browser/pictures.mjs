// Takes the pictures in docs/images from a demonstration: `node pictures.mjs`, after `cargo build`.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";

const folder = resolve(import.meta.dirname, "../../docs/images");
mkdirSync(folder, { recursive: true });

// The number of an order of a game that rolled, in a list.
async function rolled(page, game) {
  const log = await (await page.request.get(new URL(`${game}/log`, house.base).href)).text();
  const lines = log.split("\n").filter((line) => line.includes("order/1") && /faces/.test(line)).map((line) => JSON.parse(line));
  return lines.slice(30, 31).map((line) => (line.record ?? line).seq);
}

const house = await openHouse({ maps: true });
try {
  for (const [width, viewport] of [["narrow", NARROW], ["wide", WIDE]]) {
    const page = await sitDown(house, "Jubal", viewport);
    const shoot = async (name) => {
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `${folder}/${name}-${width}.png` });
    };
    const visit = (path) => page.goto(new URL(path, house.base).href);
    // The demonstration stages the same games of each ruleset; a game's page links to its rules.
    const games = async (title, ruleset) => {
      await visit("/games");
      for (const link of await page.getByRole("link", { name: title }).all()) {
        const href = await link.getAttribute("href");
        const text = await (await page.request.get(new URL(href, house.base).href)).text();
        if (text.includes(`/rulesets/${ruleset}/`)) return href;
      }
      throw new Error(`no game ${title} of ${ruleset}`);
    };

    const [running, ended] = [await games("part-way", "gaines-mill"), await games("to its end", "gaines-mill")];
    // The archive takes the demonstration's games in by itself.
    do await visit("/archive?game=gaines-mill"); while (!(await page.locator(".shelf > li").count()));
    await shoot("archive");
    await page.locator(".shelf h2 a").first().click();
    await shoot("archive-game");
    await page.locator("#dice").evaluate((dice) => dice.scrollIntoView());
    await shoot("archive-dice");
    // A record that rolled, with all that it rests on.
    for (const seq of await rolled(page, ended)) {
      await visit(`${ended}/records/${seq}`);
      await shoot("record");
      await page.locator("#dice-h").evaluate((heading) => { heading.parentElement.querySelector("details").open = true; heading.scrollIntoView(); });
      await shoot("record-dice");
    }
    await visit("/games");
    await shoot("my-games");
    await visit("/lobby");
    await shoot("lobby");
    await visit(running);
    await shoot("game");
    // The roll is kept; then one brigade is taken up, to show where it can go and whom it can fight.
    const keep = page.getByRole("button", { name: /Keep/ }).first();
    if (width === "wide" && (await keep.count())) {
      await keep.click();
      await page.locator(".ready .unit-link").first().click();
      await page.locator("#unit").waitFor();
      await shoot("orders");
    }
    // Two lines of a plan side by side, and standing orders with a condition.
    await visit(`${running}/plan`);
    const settled = async (control) => {
      const answered = page.waitForResponse((r) => r.request().resourceType() !== "image" && r.status() < 300);
      await control.click();
      await answered;
      await page.waitForFunction(() => !document.querySelector(".table[aria-busy]"));
    };
    await page.locator(".plan-house summary").click();
    await settled(page.getByRole("button", { name: "Let it play" }));
    await settled(page.locator("#plan-first"));
    await settled(page.getByRole("button", { name: "Let it play" }));
    await settled(page.getByRole("link", { name: /Compare with/ }).first());
    await shoot("plan");
    await visit(`${running}/standing`);
    const retreat = page.locator("#so-retreat");
    await retreat.getByRole("button", { name: /add a condition/ }).click();
    await retreat.locator("select[name='retreat.0.0.what']").selectOption("turn");
    await retreat.locator("select[name='retreat.0.0.test']").selectOption("is at least");
    await retreat.locator("input[name='retreat.0.0.with']").fill("4");
    await retreat.locator("select[name='retreat.0.value']").selectOption("ask");
    await page.getByRole("button", { name: "Try them out" }).first().click();
    await page.locator("#tried").waitFor();
    await shoot("standing");
    await visit(`${ended}/replay`);
    await shoot("replay");
    // Letters are sent by a worker, so it may take a moment.
    const letter = async (words, name) => {
      for (let patience = 0; patience < 100; patience += 1) {
        await visit("/mailbox");
        const hrefs = await page.locator("a[href^='/mailbox/']", { hasText: "part-way" }).evaluateAll((all) => all.map((a) => a.getAttribute("href")));
        for (const href of hrefs) {
          await visit(`${href}/html`);
          if (!(await page.locator("body").innerText()).includes(words) || !(await page.locator("img").count())) continue;
          await shoot(name);
          return;
        }
        await page.waitForTimeout(300);
      }
      throw new Error(`no letter with ${words}`);
    };
    await letter("Gaines's Mill", "letter");

    // The second ruleset: both armies where they begin, the battle in its midst, its replay, a letter.
    const [dawn, noon, night] = [await games("just begun", "bloodiest-day"), await games("part-way", "bloodiest-day"), await games("to its end", "bloodiest-day")];
    await visit(dawn);
    await shoot("bloodiest-day-dawn");
    await visit(noon);
    await shoot("bloodiest-day-game");
    await visit(`${night}/replay`);
    const last = Number(await page.locator("#at").getAttribute("max"));
    await visit(`${night}/replay/${Math.round(last / 3)}`);
    await shoot("bloodiest-day-replay");
    await letter("Bloodiest Day", "bloodiest-day-letter");
    await page.context().close();
  }
} finally {
  await house.close();
}
