/** Lines of code: of files, of functions, of tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { ROOT } from "./step.mjs";

/** The first line of the tests inside a Rust file. */
const RUST_TESTS = /^#\[cfg\(test\)\]\n(?:#.*\n)*mod \w+ \{/m;

export function isTestFile(file) {
  return /(^|\/)(tests?|e2e|examples)\/|\.(test|access)\.tsx?$|(^|\/)tests?(_\w+)?\.rs$/.test(file);
}

const text = (file) => readFileSync(join(ROOT, file), "utf8");

/** The lines of a file without the tests inside it. */
export function codeOf(file) {
  const all = text(file);
  const code = file.endsWith(".rs") && !isTestFile(file) ? all.split(RUST_TESTS)[0] : all;
  return code.trimEnd().split("\n");
}

/** Number of test lines of a file. */
export function testLinesOf(file) {
  const all = text(file).trimEnd().split("\n").length;
  return isTestFile(file) ? all : all - codeOf(file).length;
}

/** Every function of a file with a body: name and number of lines. */
export function functionsOf(file) {
  return file.endsWith(".rs") ? rustFunctions(file) : scriptFunctions(file);
}

function rustFunctions(file) {
  const code = blanked(codeOf(file).join("\n"));
  return [...code.matchAll(/\bfn (\w+)/g)].flatMap(({ 1: name, index }) => {
    const end = bodyEnd(code, index);
    return end ? [{ name: `${file}: ${name}`, lines: code.slice(index, end).split("\n").length }] : [];
  });
}

/** Rust source with strings, characters and comments replaced by blanks, so that their braces do not count. */
function blanked(code) {
  const literals =
    /\/\/.*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\(?:[^u]|u\{\w+\})[^']*|[^'\\])'/g;
  return code.replace(literals, (found) => found.replace(/[^\n]/g, " "));
}

function bodyEnd(code, from) {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === ";" && depth === 0 && !/[[(<][^)\]>]*$/.test(code.slice(from, at))) return undefined;
    if (code[at] === "{") depth += 1;
    if (code[at] === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function scriptFunctions(file) {
  const code = text(file);
  const found = [];
  const visit = (node, name) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, name);
      return;
    }
    const own = node.id?.name ?? node.key?.name ?? name;
    if (/Function/.test(node.type) && node.body?.type === "BlockStatement") {
      found.push({
        name: `${file}: ${own ?? "a function"}`,
        lines: code.slice(node.start, node.end).split("\n").length,
      });
    }
    for (const key of Object.keys(node)) if (key !== "type") visit(node[key], own);
  };
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }).body);
  return found;
}
