// The turn as it comes by post: the letter in the mailbox, its one link, and what is on the other side of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, arrange, openHouse, sitDown } from "./house.mjs";
import { playOn } from "./player.mjs";

let house;
before(async () => { house = await openHouse({ maps: true }); });
after(() => house?.close());

// The newest letter to somebody about something. Letters are sent by a worker, so it may take a moment, on a busy machine many.
async function letterTo(page, name, subject) {
  for (const latest = Date.now() + 120_000; Date.now() < latest;) {
    await page.goto(new URL("/mailbox", house.base).href);
    const docket = page.locator(".docket", { hasText: subject }).filter({ hasText: new RegExp(name, "i") }).first();
    if (await docket.count()) {
      await docket.getByRole("link").first().click();
      return;
    }
    await page.waitForTimeout(200);
  }
  assert.fail(`no letter to ${name} about ${subject}`);
}

test("a hand-over brings a letter whose link opens the game for a reader who is not signed in", async () => {
  const union = await sitDown(house, "Hannah", WIDE);
  const confederate = await sitDown(house, "Jubal", WIDE);
  const game = await arrange(union, confederate, "Union");
  await playOn(union, game, { bold: 0 });

  // A telephone that has never seen this service.
  const reader = await sitDown(house, null, NARROW);
  await letterTo(reader, "jubal", "set up the Confederate");
  const frame = reader.frameLocator("iframe.mail-frame");
  await frame.locator("img").first().waitFor();
  assert.match(await frame.locator("body").innerText(), /Since you last looked/i);
  assert.match(await reader.locator("pre.mail-text").textContent(), /Set up the Confederate units/);

  assert.match(await reader.locator(".mail-head").innerText(), /Message-ID/);
  await reader.locator(".actions a.primary").click();
  // Looking at the link does nothing; the button is what counts.
  await reader.locator("main form[method=post] button.primary").click();
  await reader.waitForURL(game);
  assert.match(await reader.locator(".ask.mine").innerText(), /Set up the Confederate/);

  // It signs in for this game and for nothing else.
  await reader.goto(new URL("/account", house.base).href);
  await reader.getByRole("heading", { name: /sign in/i }).waitFor();

  const given = await playOn(reader, game, { bold: 1 });
  assert.ok(given > 0);
  assert.deepEqual(reader.complaints.filter((c) => !/status of 40[13]/.test(c)), []);
});

test("a letter can be read at 390 pixels without reaching sideways, its picture small enough to send", async () => {
  const page = await sitDown(house, null, NARROW);
  await letterTo(page, "jubal", "A game part-way");
  const id = page.url().match(/\/mailbox\/(\d+)/)[1];
  await page.goto(new URL(`/mailbox/${id}/html`, house.base).href);
  await page.locator("img").first().waitFor();
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${content} wide in a window of ${window}`);
  const raw = await (await page.request.get(new URL(`/mailbox/${id}/raw`, house.base).href)).text();
  const picture = raw.split(/\r?\n\r?\n/).find((part) => /^iVBOR/.test(part.trimStart()));
  assert.ok(picture, "the map goes along as a PNG");
  assert.ok(picture.replace(/\s/g, "").length * 0.75 < 200 * 1024, "the picture is under 200 KB");
  for (const header of ["Message-ID:", "References:", "In-Reply-To:", "List-Unsubscribe:", "List-Unsubscribe-Post:"]) {
    assert.ok(raw.includes(header), `${header} is missing`);
  }
});

test("a letter in the mailbox says how it is answered there, and leads to what came of the answer", async () => {
  const page = await sitDown(house, null, NARROW);
  await letterTo(page, "jubal", "A game part-way");
  await page.locator(".actions").getByRole("link", { name: "Answer by mail" }).click();
  assert.match(page.url(), /#reply$/);
  assert.ok((await page.locator("#answer").boundingBox()).y < NARROW.height);
  await page.locator("#answer").fill("help");
  await page.getByRole("button", { name: "Send the answer" }).click();
  const notice = page.locator("#reply .notice");
  await notice.waitFor();
  for (let patience = 0; patience < 40 && await notice.getByRole("link", { name: "Look whether it is there" }).count(); patience += 1) {
    await page.waitForTimeout(200);
    await notice.getByRole("link", { name: "Look whether it is there" }).click();
    await page.waitForLoadState("load");
    await page.reload();
  }
  assert.match(await notice.innerText(), /What came of it: /);
  await notice.getByRole("link").first().click();
  // The page that the link was on shows a letter as well.
  await page.locator("pre.mail-text", { hasText: /What you can write/i }).waitFor({ state: "attached" });
  assert.deepEqual(page.complaints, []);
});
