// A demo server of its own on a free loopback port, a real Chromium, and the two demo players.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach } from "node:test";

const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, "../../target");
export const binary = process.env.FIELDPOST_BIN ?? join(target, "debug", "fieldpost");

// That without windows of its own, where it is there: it starts sooner.
const chromiumPath = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export const WIDE = { width: 1280, height: 860 };
export const NARROW = { width: 390, height: 844 };

// The windows of a test that is over would go on asking the service, and drawing, beside those of the next.
const open = new Set();
if (process.env.NODE_TEST_CONTEXT) {
  afterEach(() => Promise.all([...open].flatMap((browser) => browser.contexts()).map((context) => context.close())));
}

// Starts `fieldpost demo`; resolves when it answers. Its letters bring maps where somebody looks at them: drawing those of the demo's games is
// most of what a service has to do in a file of tests. `anew`: with games, and dice, of its own.
export async function openHouse({ maps = false, anew = false } = {}) {
  if (!existsSync(binary)) throw new Error(`There is no ${binary}: run \`cargo build\` first.`);
  const data = mkdtempSync(join(tmpdir(), "fieldpost-browser-"));
  // What `all.mjs` has played once for all files.
  if (process.env.FIELDPOST_PREPARED && !anew) copyFileSync(join(process.env.FIELDPOST_PREPARED, "demo.db"), join(data, "demo.db"));
  const manner = ["--letter-maps", maps ? "yes" : "no"];
  const server = spawn(binary, ["demo", "--bind", "127.0.0.1:0", "--data", data, ...manner], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  server.stderr.on("data", (chunk) => { log = (log + chunk).slice(-20000); });
  const base = await new Promise((found, lost) => {
    let out = "";
    server.stdout.on("data", (chunk) => {
      out += chunk;
      const address = out.match(/The demo is at (http:\S+)/);
      if (address) found(address[1]);
    });
    server.on("exit", (code) => lost(new Error(`the server ended with ${code}: ${out}${log}`)));
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  open.add(browser);
  return {
    base,
    browser,
    // What the server said last, for a test that failed.
    log: () => log,
    async close() {
      open.delete(browser);
      await browser.close();
      const gone = new Promise((done) => server.once("exit", done));
      server.kill("SIGTERM");
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

// A window of a signed-in demo player. Whatever the browser complains of is collected in `page.complaints`.
export async function sitDown(house, name, viewport, options = {}) {
  const context = await house.browser.newContext({ viewport, ...options });
  const page = await context.newPage();
  page.complaints = [];
  // A refused order or field is an answer, not a complaint; everything else the console calls an error is one.
  page.on("console", (m) => m.type() === "error" && !/status of 4(00|09|22)/.test(m.text()) && page.complaints.push(m.text()));
  page.on("pageerror", (e) => page.complaints.push(e.message));
  await page.goto(house.base);
  if (name) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForURL(/\/games/);
  }
  return page;
}

// A window of somebody new, who signs in by letter as anybody does.
export async function comeIn(house, address, viewport, options = {}) {
  const page = await sitDown(house, null, viewport, options);
  await page.goto(new URL("/sign-in", house.base).href);
  await page.getByLabel("Mail address").fill(address);
  await page.getByRole("button", { name: "Send the letter" }).click();
  for (let patience = 0; patience < 50; patience += 1) {
    await page.goto(new URL("/mailbox", house.base).href);
    const docket = page.locator(".docket", { hasText: address }).first();
    if (await docket.count()) {
      await docket.getByRole("link").first().click();
      await page.locator(".actions a.primary").click();
      await page.locator("main form[method=post] button.primary").click();
      await page.waitForLoadState("load");
      return page;
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`no letter to ${address}`);
}

// Without a script the service asks once more before it takes what cannot be taken back: says yes.
export async function sure(page) {
  const asked = page.getByRole("heading", { name: "Are you sure?" });
  // A page that has begun to come may not have its heading yet.
  await page.waitForLoadState("domcontentloaded");
  if (await asked.count()) await Promise.all([page.waitForLoadState("load"), page.locator("main form button").first().click()]);
}

// Makes a game as `host` for that side, and lets `guest` join by the invitation link; of the first ruleset, or of the one whose
// name is given. Returns the game's address.
export async function arrange(host, guest, side, ruleset = null) {
  await host.goto(new URL("/games/new", host.url()).href);
  if (ruleset) await host.getByRole("navigation", { name: "Ruleset" }).getByRole("link", { name: ruleset }).click();
  await host.locator("form[action='/games']").getByLabel(side, { exact: true }).check();
  await host.getByRole("button", { name: "Open the game" }).click();
  const link = await host.getByLabel("Invitation link").inputValue();
  await guest.goto(link);
  await guest.getByRole("button", { name: "Accept and begin" }).click();
  await guest.waitForURL(/\/games\/[0-9a-f]{32}/);
  return guest.url().match(/^.*\/games\/[0-9a-f]{32}/)[0];
}
