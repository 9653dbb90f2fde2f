/** The texts that a sentence of the specification quotes, and the calls it names: its tests must contain them. */

/** A quote begins after a blank or an opening bracket, so that apostrophes are none, and ends before no letter. */
const QUOTED = /(?<=^|[\s(/])'((?:[^']|'(?=\w))+)'(?!\w)/g;
const METHODS = "GET|POST|PUT|PATCH|DELETE";
const STEP = "(?:[\\w-]+|\\{[^}]*\\})";
const PATH = `/${STEP}(?:/${STEP})*/?|${STEP}(?:/${STEP})*/`;
const CALL = new RegExp(`((?:${METHODS})(?:(?:, | and )(?:${METHODS}))*) (${PATH})`, "g");

/** The texts in single quotes. */
export function quotedTexts(sentence) {
  return [...sentence.matchAll(QUOTED)].map(([, text]) => text);
}

/** The calls: methods, and the fixed parts of the address. */
export function namedCalls(sentence) {
  return [...sentence.matchAll(CALL)].map(([, methods, path]) => ({
    methods: methods.split(/, | and /),
    parts: fixedParts(path.replace(/^\//, "")),
  }));
}

/** The parts of a text between its placeholders {…}; dots at an end stand for the rest of a sentence. */
export function fixedParts(text) {
  const parts = text.replace(/^\.\.\.|\.\.\.$/g, "").split(/\{[^}]*\}/);
  return parts.filter((part) => /[\w+]/.test(part));
}

/** Whether a text stands in another one, not as a part of a longer word. */
export function contains(text, part) {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const inWord = (outside, edge) => /\w/.test(outside ?? "") && /\w/.test(edge);
    if (!inWord(text[at - 1], part[0]) && !inWord(text[at + part.length], part.at(-1))) return true;
  }
  return false;
}
