// Takes the pictures in docs/images from a demonstration: `node pictures.mjs`, after `cargo build`.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { NARROW, WIDE, openHouse, sitDown } from "./house.mjs";

const folder = resolve(import.meta.dirname, "../../docs/images");
mkdirSync(folder, { recursive: true });

const house = await openHouse();
try {
  for (const [width, viewport] of [["narrow", NARROW], ["wide", WIDE]]) {
    const page = await sitDown(house, "Jubal", viewport);
    const shoot = async (name) => {
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `${folder}/${name}-${width}.png` });
    };
    const visit = (path) => page.goto(new URL(path, house.base).href);
    const game = (title) => page.getByRole("link", { name: title }).first().getAttribute("href");

    await visit("/games");
    const [running, ended] = [await game("part-way"), await game("to its end")];
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
    await visit(`${ended}/replay`);
    await shoot("replay");
    await visit("/mailbox");
    const letter = await page.locator("a[href^='/mailbox/']", { hasText: "part-way" }).last().getAttribute("href");
    await visit(`${letter}/html`);
    await shoot("letter");
    await page.context().close();
  }
} finally {
  await house.close();
}
