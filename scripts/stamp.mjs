/** Whether something must be made again: a digest of what it is made of, kept beside the build. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./step.mjs";

const MADE = new Set(["node_modules", "target", "dist", ".leebow", "test-results", "playwright-report", "coverage"]);

/** All files below these paths of the project, sorted; what is made or installed is passed over. */
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

/** Makes something unless its inputs are as they were and its outputs are there. Tells whether it was made. */
export async function unlessSame(name, { inputs, outputs, skip, salt, path = stampPath(name) }, make) {
  const now = digest(inputs, { skip, salt });
  const same = existsSync(path) && readFileSync(path, "utf8") === now;
  if (same && outputs.every((output) => existsSync(join(ROOT, output)))) return false;
  await make();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, now);
  return true;
}

const stampPath = (name) => join(ROOT, "target", "stamps", name);
