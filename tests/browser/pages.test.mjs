// Every page at both widths: nothing wider than the window, nothing that axe calls serious, no complaint in the console.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";
import { faults } from "./judge.mjs";

let house;
before(async () => { house = await openHouse({ maps: true }); });
after(() => house?.close());

// The pages that can be reached by links from those a player begins with, one of each kind.
async function everyKindOfPage(page) {
  const kinds = new Map();
  const queue = ["/", "/lobby", "/games", "/games/new", "/account", "/account/notices", "/mailbox", "/auditing", "/sign-in", "/no-such-page"];
  const kind = (path) => path.replace(/[0-9a-f]{24,}/g, "ID").replace(/\/\d+/g, "/N").replace(/\?.*/, "").replace(/ID.*\.svg$/, "");
  for (let path; kinds.size < 60 && (path = queue.shift()) !== undefined;) {
    if (kinds.has(kind(path))) continue;
    const answer = await page.request.get(new URL(path, house.base).href);
    if (!(answer.headers()["content-type"] ?? "").includes("html")) continue;
    kinds.set(kind(path), path);
    const text = await answer.text();
    for (const [, href] of text.matchAll(/href="(\/[^"#]*)/g)) {
      const next = href.replaceAll("&amp;", "&");
      if (!kinds.has(kind(next)) && !/^\/(static|maps|api)\/|\/file$/.test(next)) queue.push(next);
    }
  }
  return [...kinds.values()];
}

for (const [width, viewport, colorScheme] of [["1280, light", WIDE, "light"], ["390, dark", NARROW, "dark"]]) {
  test(`every page at ${width}`, async () => {
    const page = await sitDown(house, "Jubal", viewport, { colorScheme, bypassCSP: true });
    const paths = await everyKindOfPage(page);
    assert.ok(paths.length > 15, `found only ${paths}`);
    const wrong = [];
    for (const path of paths) {
      page.complaints.length = 0;
      const answer = await page.goto(new URL(path, house.base).href);
      assert.ok(answer.status() < 500, `${path} answers ${answer.status()}`);
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      if (content > window) wrong.push(`${path}: ${content} wide in a window of ${window}`);
      for (const fault of await faults(page)) wrong.push(`${path}: ${fault}`);
      for (const said of page.complaints.filter((c) => !/status of 404/.test(c))) wrong.push(`${path}: console: ${said}`);
    }
    assert.deepEqual(wrong, []);
  });
}
