/** Whether something must be made again: the digest of its inputs is stored when it is made, and compared later. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./step.mjs";

const MADE = new Set(["node_modules", "target", "dist", ".leebow", "test-results", "playwright-report", "coverage"]);

/** All files below these paths of the project, sorted, without those that are built or installed. */
export function filesBelow(paths, skip = () => false) {
  const found = [];
  const visit = (path) => {
    if (!existsSync(path) || skip(relative(ROOT, path))) return;
    if (statSync(path).isFile()) return found.push(path);
    for (const entry of readdirSync(path)) if (!MADE.has(entry)) visit(join(path, entry));
  };
  for (const path of paths) visit(join(ROOT, path));
  return found.sort();
}

/** SHA-256 over names and contents of all files below these paths, and over `salt`. */
export function digest(paths, { skip, salt = "" } = {}) {
  const hash = createHash("sha256").update(salt);
  for (const file of filesBelow(paths, skip)) hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * Runs `make` unless the inputs are as they were when it last succeeded and the outputs exist. Returns whether it ran.
 * `salts` names variants of the result: any of them is accepted, the first one is made.
 */
export async function unlessSame(name, { inputs, outputs, skip, salts = [""], path = stampPath(name) }, make) {
  const accepted = salts.map((salt) => digest(inputs, { skip, salt }));
  const isCurrent = existsSync(path) && accepted.includes(readFileSync(path, "utf8"));
  if (isCurrent && outputs.every((output) => existsSync(join(ROOT, output)))) return false;
  await make();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, accepted[0]);
  return true;
}

const stampPath = (name) => join(ROOT, "target", "stamps", name);
