/** Style sheets of the screens: sizes of type and the order over the page are tokens, cards are `card`, every class is used. */
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const TOKENS = "web/src/look/tokens.css";
const BASE = "web/src/look/base.css";
/** Declarations of `.card` in base.css, which a module composes. */
const CARD = ["border: 1px solid var(--line);", "border-radius: var(--r3);", "background: var(--surface);"];
/** Classes that a library gives to its elements. */
const FOREIGN = /^maplibregl-/;

const files = filesBelow(["web/src"]).map((path) => ({
  path,
  name: relative(ROOT, path),
  text: /\.(css|tsx?)$/.test(path) ? readFileSync(path, "utf8") : "",
}));
const sheets = files.filter(({ name }) => name.endsWith(".css"));
const WORDS = new Set(files.flatMap(({ name, text }) => (/\.tsx?$/.test(name) ? text.match(/\w+/g) : [])));
const broken = [];

for (const { name, text } of sheets) {
  if (name === TOKENS) continue;
  for (const [line] of text.matchAll(/\bz-index: -?\d+|\b(?:font-size|font): [^;/]*\d(?:px|rem|pt)\b/g))
    broken.push(`${name}: "${line}" is a number: use a token of ${TOKENS}.`);
  for (const [, selector, body] of rulesOf(text))
    if (name !== BASE && CARD.every((one) => body.includes(one)))
      broken.push(`${name}: ${selector.trim()} is a card: write "composes: card from global".`);
}
for (const { name, text } of files)
  for (const [line] of text.matchAll(/\b(?:zIndex|fontSize): "?\d+(?:px|rem)?/g))
    if (/\.tsx?$/.test(name)) broken.push(`${name}: "${line}" is a number: use a token of ${TOKENS}.`);
for (const sheet of sheets)
  for (const unused of unusedClasses(sheet)) broken.push(`${sheet.name}: .${unused} is not used.`);

for (const sentence of broken) console.error(sentence);
console.log(
  broken.length ? `${broken.length} faults in style sheets.` : "All style sheets use the tokens and are used.",
);
process.exitCode = broken.length ? 1 : 0;

/** Innermost rules with selector and declarations, without comments. */
function rulesOf(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g);
}

/** Classes of a module that no importer names and no other module composes. A name that is
 * computed may be any word of the screens. */
function unusedClasses({ path, name, text }) {
  if (!name.endsWith(".module.css")) return [];
  const names = new Set();
  for (const [, selector] of rulesOf(text))
    for (const [, found] of selector.replace(/:global\([^)]*\)/g, "").matchAll(/\.([A-Za-z_][\w-]*)/g))
      names.add(found);
  const used = new Set(files.flatMap((file) => usesOf(file, path)));
  return [...names].filter((one) => !used.has(one) && !FOREIGN.test(one));
}

function usesOf(file, sheet) {
  const isSheet = (from) => resolve(dirname(file.path), from) === sheet;
  if (file.name.endsWith(".css"))
    return [...file.text.matchAll(/composes: ([\w -]+) from "([^"]+)"/g)].flatMap(([, words, from]) =>
      isSheet(from) ? words.split(" ") : [],
    );
  return [...file.text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, styles, from]) => {
    if (!isSheet(from)) return [];
    const named = [...file.text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))].map(([, word]) => word);
    return file.text.includes(`${styles}[`) ? [...named, ...WORDS] : named;
  });
}
