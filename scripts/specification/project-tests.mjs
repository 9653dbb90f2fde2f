/** The tests of the project by file, and the texts that a test checks: its own and those of what it uses. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseRust } from "./rust-tests.mjs";
import { contents, parseScript } from "./script-tests.mjs";

/** Modules whose texts count as those of the tests that import them; the texts of the product do not. */
const FOR_TESTS = /(^|\/)(test|e2e)\/|\.(test|spec)\.[mt]s$/;

/** Reads and parses the files below `root` once each. `read` is replaced in tests. */
export function projectTests(root, read = readBelow(root)) {
  const files = new Map();
  const fileAt = (path) => {
    if (!files.has(path)) files.set(path, parsed(path, read(path)));
    return files.get(path);
  };
  return {
    /** The tests of this file with this title, or with this title after those of its groups; undefined: no file. */
    find(path, title) {
      const file = fileAt(path);
      return file?.tests.filter((test) => test.title === title || fullTitle(test) === title);
    },
    textsOf: (path, test) => {
      test.texts ??= path.endsWith(".rs") ? test.literals : usedTexts(fileAt, path, test, read);
      return test.texts;
    },
  };
}

export const fullTitle = ({ groups, title }) => [...groups, title].join(" › ");

function readBelow(root) {
  return (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
}

function parsed(path, code) {
  if (code === undefined) return undefined;
  return path.endsWith(".rs") ? parseRust(code) : parseScript(code, { tsx: path.endsWith("x") });
}

/**
 * The texts in a test and in the declarations that it uses, directly or through others: of its file, and of the
 * modules for tests that it imports. Comments and titles are no texts.
 */
function usedTexts(fileAt, path, test, read) {
  const texts = [];
  const seen = new Set();
  const add = (at, node, title) => {
    if (seen.has(node)) return;
    seen.add(node);
    const found = contents(node, title);
    texts.push(...found.texts);
    for (const name of found.names) addNamed(at, name);
  };
  const addNamed = (at, name) => {
    const { declarations, imports } = fileAt(at);
    for (const node of declarations.get(name) ?? []) add(at, node);
    const imported = imports.get(name);
    const to = imported && moduleAt(at, imported.from, read);
    if (to && FOR_TESTS.test(to)) addNamed(to, imported.name);
  };
  add(path, test.node, test.node.arguments[0]);
  for (const table of test.tables) add(path, table);
  return texts;
}

function moduleAt(path, from, read) {
  if (!from.startsWith(".")) return undefined;
  const base = posix.join(dirname(path), from);
  return [base, `${base}.ts`, `${base}.tsx`].find((each) => /\.\w+$/.test(each) && read(each) !== undefined);
}
