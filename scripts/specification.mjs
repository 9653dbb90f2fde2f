/** The list of what the specification asks for (see check-specification.mjs): its entries, their tests, and what it lacks. */

/** Words that join the parts of a sentence; alone they ask for nothing. */
const JOINING = /^(?:and|or|the|a|an|with|but|also|then)$/i;
/** A quoted text begins after a blank or a bracket, so that apostrophes are none. */
const QUOTED = /(?<=^|[\s(/])'((?:[^']|'(?=\w))+)'(?!\w)/g;

/** The entries of a list, in their order. A line that is not understood is added to `problems`. */
export function entriesOf(text, path, problems) {
  const entries = [];
  let [document, section] = [0, ""];
  for (const [i, line] of text.split("\n").entries()) {
    const at = `${path}:${i + 1}`;
    const [, mark, heading] = /^(#+) (.+)$/.exec(line) ?? [];
    if (mark === "#") document = Number.parseInt(heading, 10);
    else if (mark) section = heading;
    else if (/^\S/.test(line)) entries.push({ at, document, section, sentence: line, tests: [] });
    else if (line.trim() && !added(entries.at(-1), line.trim())) problems.push(`${at}: not understood: ${line.trim()}`);
  }
  return entries;
}

function added(entry, line) {
  const [, key, why] = /^(differs|nothing): (.+)$/.exec(line) ?? [];
  const [file, ...titles] = line.split(" › ");
  if (!entry || (!key && titles.length === 0) || (key && entry[key])) return false;
  if (key) entry[key] = why;
  else entry.tests.push({ file, titles });
  return true;
}

/**
 * A sentence for an entry without tests and reasons, for each test that is not in its file, and for each text quoted by the
 * sentence that is neither in a file of its tests nor in `helpers`, what these import. {…} stands for any text.
 */
export function missingTests({ at, sentence, tests, differs, nothing }, read, helpers = "") {
  if (tests.length === 0 && !differs && !nothing) return [`${at}: no test and no reason: ${sentence}`];
  const found = tests.map(({ file, titles }) => ({ file, titles, text: read(file)?.replace(/\\(.)/g, "$1") }));
  const problems = found.flatMap(({ file, titles, text }) => {
    if (text === undefined) return [`${at}: there is no ${file}.`];
    return titles.filter((title) => !text.includes(title)).map((title) => `${at}: ${file} has no "${title}".`);
  });
  const all = [...found.map(({ text }) => text), helpers].join("\n");
  for (const [, quoted] of differs || nothing ? [] : sentence.matchAll(QUOTED))
    if (!quoted.split(/\.\.\.|\{[^}]*\}/).every((part) => all.includes(part)))
      problems.push(`${at}: no file of its tests contains '${quoted}'.`);
  return problems;
}

/**
 * What of a document of the specification no entry has: each entry has to be a part of one line of its section, word for word
 * except for what … leaves out, and the lines have to be covered by the entries.
 */
export function uncovered(text, entries) {
  const problems = [];
  const lines = linesOf(text);
  for (const { at, section, sentence } of entries) {
    const parts = sentence.split("…").map((part) => part.trim());
    const found = lines
      .map((line) => ({ line, places: line.section === section ? placesOf(line.text, parts) : undefined }))
      .filter(({ places }) => places);
    const { line, places } =
      found.find((each) => each.places.some(([start]) => each.line.left[start] !== "\n")) ?? found[0] ?? {};
    if (!line) problems.push(`${at}: the section has no such sentence: ${sentence}`);
    for (const [start, end] of places ?? []) line.left.fill("\n", start, end);
  }
  for (const { section, left } of lines)
    for (const part of left.join("").split(/\n+/))
      if (part.split(/[^\p{L}\d_']+/u).some((word) => /[\p{L}\d]/u.test(word) && !JOINING.test(word)))
        problems.push(`No entry for "${part.trim()}" in "${section}".`);
  return problems;
}

/** The lines that may ask for something: headings that quote a text, items, paragraphs and rows of tables. */
function linesOf(text) {
  let section = "";
  return text.split("\n").flatMap((line) => {
    const [, mark, heading] = /^(#+) (.+)$/.exec(line) ?? [];
    if (mark?.length > 1) section = heading;
    const asks = mark ? heading.includes("'") : /\w/.test(line);
    const own = heading ?? line.replace(/^\s*[-*] /, "");
    return asks ? [{ section, text: own, left: own.split("") }] : [];
  });
}

/** Start and end of each part in the text, in this order; undefined when one is not there. */
function placesOf(text, parts) {
  let from = 0;
  const places = parts.map((part) => {
    const start = text.indexOf(part, from);
    from = start + part.length;
    return [start, from];
  });
  return places.every(([start]) => start >= 0) ? places : undefined;
}
