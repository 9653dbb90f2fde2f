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
 * Whether the inputs are as they were when it was last made and the outputs exist. `salts` names variants of the result:
 * any of them is accepted.
 */
export function isCurrent(name, { inputs, outputs, skip, salts = [""], path = stampPath(name) }) {
  const accepted = salts.map((salt) => digest(inputs, { skip, salt }));
  const isSame = existsSync(path) && accepted.includes(readFileSync(path, "utf8"));
  return isSame && outputs.every((output) => existsSync(join(ROOT, output)));
}

/** Runs `make` unless it is current. Returns whether it ran. The first of the `salts` is made. */
export async function unlessSame(name, target, make) {
  const { inputs, skip, salts = [""], path = stampPath(name) } = target;
  if (isCurrent(name, target)) return false;
  const made = digest(inputs, { skip, salt: salts[0] });
  await make();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made);
  return true;
}

const stampPath = (name) => join(ROOT, "target", "stamps", name);
