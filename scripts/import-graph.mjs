/** The imports of our code, and the circles of folders that they make. Paths are below the root of the project. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const TEST = /(^|\/)(tests?|e2e|examples)\/|\.(test|access)\.tsx?$|(^|\/)tests?(_\w+)?\.rs$/;
const GENERATED = /^core\/js\/(src\/generated|wasm)\/|\.d\.ts$/;
/** The first line of the tests inside a Rust file. */
const RUST_TESTS = /^#\[cfg\(test\)\]\n(?:#.*\n)*mod \w+ \{/m;
const IMPORT =
  /^(?:import|export)\s+([^"';]*?)\s*from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"(?:\)\.then\(\(\w+\) => \w+\.(\w+))?/gm;
const EXPORT = /^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

export const isTest = (file) => TEST.test(file);

/** Files below these folders with this ending, without those that are generated. */
export function codeFiles(folders, ending) {
  const files = filesBelow(folders).map((path) => relative(ROOT, path).split(sep).join("/"));
  return files.filter((file) => ending.test(file) && !GENERATED.test(file));
}

/** The text of a file, of Rust without the tests inside it. */
export function codeOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  return file.endsWith(".rs") && !isTest(file) ? text.split(RUST_TESTS)[0] : text;
}

/**
 * The imports of a TypeScript file, those of types among them: `from`, `to` (a file, or the name of a package), the `names`
 * ("*" stands for all of them), and `isList` for what is only exported again.
 */
export function importsOf(file, text = codeOf(file)) {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(IMPORT)].map(([all, names, named, bare, lazy, one]) => {
    const path = (named ?? bare ?? lazy).split("?")[0];
    const to = path.startsWith(".") ? asFile(join(dirname(file), path)) : path;
    return {
      from: file,
      to,
      names: lazy ? [one ?? "*"] : importedNames(names ?? ""),
      isList: all.startsWith("export"),
    };
  });
}

function importedNames(clause) {
  const [before, inBraces = ""] = clause.split(/[{}]/);
  const whole = before.includes("*") || /\w/.test(before.replace("type", "")) ? ["*"] : [];
  const names = inBraces.split(",").map(
    (part) =>
      part
        .trim()
        .replace(/^type /, "")
        .split(" as ")[0],
  );
  return [...whole, ...names.filter(Boolean)];
}

function asFile(path) {
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => {
    const at = join(ROOT, each);
    return existsSync(at) && statSync(at).isFile();
  });
  return found ?? path;
}

/** The names that a TypeScript file exports. */
export function exportsOf(file) {
  return [...codeOf(file).matchAll(EXPORT)].map(([, name]) => name);
}

/** The modules of its own crate and of the engine that a Rust file names, as imports. */
export function rustImportsOf(file) {
  const code = codeOf(file).replace(/\/\/.*$/gm, "");
  const paths = [...code.matchAll(/\b(crate|leebow_engine)::(?:(\w+)|\{([^;]*?)\})/g)];
  const modules = paths.flatMap(([, crate, name, group]) => {
    const folder = crate === "crate" ? file.split("/").slice(0, 3).join("/") : "core/engine/src";
    return (name ? [name] : firstNames(group))
      .filter((each) => /^[a-z]/.test(each))
      .map((each) => `${folder}/${each}/mod.rs`);
  });
  return [...new Set(modules)].map((to) => ({ from: file, to, names: ["*"] }));
}

/** The first names inside `{a::b, c::{d, e}}`. */
function firstNames(group) {
  let flat = group;
  while (/\{[^{}]*\}/.test(flat)) flat = flat.replace(/\{[^{}]*\}/g, "");
  return flat.split(",").map((part) => part.trim().split("::")[0]);
}

/** The module of its crate in which a Rust file is. */
export const moduleOf = (file) => file.split("/").slice(0, 4).join("/").replace(/\.rs$/, "");

/**
 * The circles of folders, shortest first: for each import from folder to folder that lies on one, the imports along the
 * shortest. A folder does not contain its subfolders.
 */
export function circlesOf(imports, folderOf = dirname) {
  const edges = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a === b) continue;
    if (!edges.has(a)) edges.set(a, new Map());
    if (!edges.get(a).has(b)) edges.get(a).set(b, `${from} imports ${to}`);
  }
  const circles = [...edges].flatMap(([a, targets]) =>
    [...targets].map(([b, first]) => [first, ...(way(edges, b, a) ?? [undefined])]),
  );
  return circles.filter((steps) => !steps.includes(undefined)).sort((a, b) => a.length - b.length);
}

/** The imports along the shortest way from a folder to another one; undefined without one. */
function way(edges, start, end) {
  const ways = [[start, []]];
  const seen = new Set([start]);
  for (const [at, steps] of ways) {
    if (at === end) return steps;
    for (const [next, sentence] of edges.get(at) ?? []) {
      if (!seen.has(next)) ways.push([next, [...steps, sentence]]);
      seen.add(next);
    }
  }
  return undefined;
}
