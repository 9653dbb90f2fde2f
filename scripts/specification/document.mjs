/** A document of the specification: its lines by section, and which of their words the entries contain. */

/** Words that join the parts of a sentence; alone they ask for nothing. */
const JOINING = /^(?:and|or|the|a|an|with|but|also|then)$/i;

/** The lines that may ask for something: headings that quote a text, items, paragraphs and rows of tables. */
export function linesOf(text) {
  const lines = [];
  let section = "";
  for (const line of text.split("\n")) {
    const heading = /^(#+) (.+)$/.exec(line);
    if (heading && heading[1].length > 1) section = heading[2];
    if (heading) {
      if (heading[2].includes("'")) lines.push({ section, text: heading[2] });
    } else if (/\w/.test(line)) lines.push({ section, text: line.replace(/^\s*[-*] /, "") });
  }
  return lines;
}

/** The headings below the title. */
export function sectionsOf(text) {
  return [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
}

/**
 * Compares the lines of a document with the sentences of its entries. Each entry has to be a part of one line of its
 * section, word for word except for what … leaves out, and each line has to be covered by its entries.
 */
export function compare(lines, entries) {
  const problems = [];
  const covered = lines.map(({ text }) => new Array(text.length).fill(false));
  for (const entry of entries) {
    const parts = entry.sentence.split("…").map((part) => part.trim());
    const places = lines.map(({ section, text }) => (section === entry.section ? placesOf(text, parts) : undefined));
    const line = firstUncovered(places, covered);
    if (line < 0) problems.push(`${entry.at}: the section has no such sentence: ${entry.sentence}`);
    else for (const [start, end] of places[line]) covered[line].fill(true, start, end);
  }
  lines.forEach(({ section, text }, i) => {
    const left = text.replace(/./gs, (letter, at) => (covered[i][at] ? "\n" : letter)).split(/\n+/);
    const asking = left.filter((part) =>
      part.split(/[^\p{L}\d_']+/u).some((word) => /[\p{L}\d]/u.test(word) && !JOINING.test(word)),
    );
    for (const part of asking) problems.push(`No entry for "${part.trim()}" in "${section}".`);
  });
  return problems;
}

/** Of the lines with the parts the first in which they are not covered yet, else the first one. */
function firstUncovered(places, covered) {
  const free = places.findIndex((each, i) => each?.some(([start]) => !covered[i][start]));
  return free >= 0 ? free : places.findIndex(Boolean);
}

/** Start and end of each part in the text, in this order; undefined when one is not there. */
function placesOf(text, parts) {
  const places = [];
  let from = 0;
  for (const part of parts) {
    const start = text.indexOf(part, from);
    if (start < 0) return undefined;
    from = start + part.length;
    places.push([start, from]);
  }
  return places;
}
