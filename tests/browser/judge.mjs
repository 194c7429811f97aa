// What every page has to stand up to, and a hand that knows the keyboard alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What axe calls serious or worse. It is put into the page from here, which the pages' own policy rightly forbids to anybody
// else: the window needs `bypassCSP`.
export async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, {
    resultTypes: ["violations"],
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id} (${v.nodes.length}): ${v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(" | ")}`);
}

// Nothing is wider than the window.
export async function fits(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${page.url()} is ${content} wide in a window of ${window}`);
}

// Brings the focus to a control with the tab key. Far away it does not look at every stop on the way.
export async function tabTo(page, control) {
  await control.waitFor();
  const goal = await control.elementHandle();
  for (let steps = 0; steps < 600;) {
    const far = await goal.evaluate((goal) => {
      if (goal === document.activeElement) return 0;
      const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
        .filter((e) => e.tabIndex === 0 && !e.disabled && e.type !== "hidden" && (e.type !== "radio" || e.checked) && e.checkVisibility());
      return Math.max(1, stops.indexOf(goal) - stops.indexOf(document.activeElement));
    });
    if (far === 0) return;
    for (let leap = Math.max(1, Math.floor(far * 0.6)); leap > 0; leap -= 1, steps += 1) await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not lead to ${control}`);
}

// Presses a button or follows a link with the keyboard, and waits for what it leads to.
export async function hit(page, control, then) {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
  await then.waitFor();
}
