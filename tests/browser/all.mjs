// Every file of tests: `npm test`. The demonstration's games are played once, and each file begins with a copy of them. Two files run at a time, the
// longest first, so that none of them is left alone at the end; names given as arguments choose among them.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec, tap } from "node:test/reporters";
import { binary } from "./house.mjs";

const LONGEST = ["whole_game", "outcome", "judging", "desk", "compose", "chronicle", "pages", "first", "phone", "letters"];

const here = import.meta.dirname;
const chosen = process.argv.slice(2);
const rank = (file) => (LONGEST.indexOf(file.split(".")[0]) + 1 || LONGEST.length + 1);
const files = readdirSync(here).filter((file) => file.endsWith(".test.mjs") && (!chosen.length || chosen.some((name) => file.startsWith(name))))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));

if (!files.length) throw new Error(`No file of tests begins with ${chosen.join(" or ")}.`);
if (!existsSync(binary)) throw new Error(`There is no ${binary}: run \`cargo build\` first.`);
const prepared = mkdtempSync(join(tmpdir(), "fieldpost-prepared-"));
process.on("exit", () => rmSync(prepared, { recursive: true, force: true }));
execFileSync(binary, ["demo", "--prepare", "--data", prepared], { stdio: "inherit" });
process.env.FIELDPOST_PREPARED = prepared;

run({ files: files.map((file) => join(here, file)), concurrency: 2 })
  .on("test:fail", () => { process.exitCode = 1; })
  .compose(process.stdout.isTTY ? new spec() : tap)
  .pipe(process.stdout);
