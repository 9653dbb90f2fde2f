/** Every class of the screens' style modules is used. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { conclude } from "./ceilings.mjs";
import { codeFiles } from "./import-graph.mjs";
import { ROOT } from "./step.mjs";

/** Classes that a library gives to its elements. */
const FOREIGN = /^maplibregl-/;

const files = codeFiles(["web/src"], /\.(css|tsx?)$/).map((name) => ({
  name,
  text: readFileSync(join(ROOT, name), "utf8"),
}));
/** A name that is computed may be any word of the screens. */
const WORDS = new Set(files.flatMap(({ name, text }) => (name.endsWith(".css") ? [] : text.match(/\w+/g))));
const used = new Map();
for (const file of files)
  for (const [sheet, names] of usesOf(file)) used.set(sheet, [...(used.get(sheet) ?? []), ...names]);
const unused = files
  .filter(({ name }) => name.endsWith(".module.css"))
  .flatMap(({ name, text }) =>
    classesOf(text)
      .filter((one) => !used.get(name)?.includes(one))
      .map((one) => `${name}: .${one} is not used.`),
  );
conclude(unused, "Every class is used.");

function classesOf(text) {
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{[^{}]*\}/g);
  const selectors = [...rules].map(([, selector]) => selector.replace(/:global\([^)]*\)/g, "")).join(" ");
  return [...new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name))].filter(
    (one) => !FOREIGN.test(one),
  );
}

/** The style modules that a file uses, each with the classes that it names. */
function usesOf({ name, text }) {
  const sheet = (from) => join(dirname(name), from);
  if (name.endsWith(".css"))
    return [...text.matchAll(/composes: ([\w -]+) from "([^"]+)"/g)].map(([, words, from]) => [
      sheet(from),
      words.split(" "),
    ]);
  return [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].map(([, styles, from]) => {
    const named = [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))].map(([, word]) => word);
    return [sheet(from), text.includes(`${styles}[`) ? [...named, ...WORDS] : named];
  });
}
