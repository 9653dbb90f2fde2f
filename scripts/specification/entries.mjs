/**
 * The list of requirements, as docs/specification/*.txt write it:
 *
 *   # 1 Tracks, races, wind files and journals         the document
 *   ## 4. States and transitions                       a heading of the document, word for word
 *   Logout clears the user … and goes to login.        a sentence, word for word; … leaves a part of the line out
 *     web/e2e/account.spec.ts › a user logs out        a test that shows it: file and title
 *     differs: why                                     what the product does otherwise, and why
 *     text 'Sailor' as 'The Sailor plan': why          the text that the tests check in place of the quoted one
 *     text 'Sailor' nowhere: why                       a quoted text that no test can check
 *     nothing: why                                     the sentence asks for nothing
 *     open: why                                        no test yet
 */

const KEYS = new Set(["differs", "nothing", "open"]);

/** Returns the entries in their order and a sentence for every line that is not understood. */
export function parseEntries(text, path) {
  const entries = [];
  const problems = [];
  let document;
  let section = "";
  text.split("\n").forEach((line, i) => {
    const wrong = (why) => problems.push(`${path}:${i + 1}: ${why}`);
    if (line.trim() === "") return;
    if (line.startsWith("# ")) document = documentOf(line, wrong);
    else if (/^#{2,3} /.test(line)) section = line.replace(/^#+ /, "");
    else if (!line.startsWith("  "))
      entries.push(newEntry({ document, section, sentence: line, at: `${path}:${i + 1}` }));
    else if (entries.length === 0) wrong("an indented line belongs to a sentence above it.");
    else addLine(entries.at(-1), line.trim(), wrong);
  });
  return { entries, problems };
}

function documentOf(line, wrong) {
  const found = /^# (\d+) (.+)$/.exec(line);
  if (!found) wrong("a document begins with its number and title: # 1 Title.");
  return found ? { number: Number(found[1]), title: found[2] } : undefined;
}

function newEntry(at) {
  return { ...at, tests: [], texts: new Map() };
}

function addLine(entry, line, wrong) {
  const [, key, value] = /^(\w+): (.+)$/.exec(line) ?? [];
  if (KEYS.has(key)) {
    if (entry[key]) wrong(`there is a second line "${key}" for this sentence.`);
    entry[key] = value;
    return;
  }
  const text = /^text '(.+?)' (?:as '(.+)'|nowhere): (.+)$/.exec(line);
  if (text) return entry.texts.set(text[1], { as: text[2] ?? null, why: text[3] });
  const [file, ...title] = line.split(" › ");
  if (title.length > 0 && /^[\w./-]+\.\w+$/.test(file)) entry.tests.push({ file, title: title.join(" › ") });
  else wrong(`"${line}" is no test (file › title) and none of differs, text, nothing, open.`);
}
