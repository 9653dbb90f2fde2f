/**
 * Compares docs/specification/*.txt, the list of what the specification asks for and which tests show it, with the
 * tests, with docs/specification.md and, where they are present, with the documents of the specification themselves
 * (in the folder LEEBOW_SPEC, or ../shared/spec beside the project).
 *
 * `--write` writes docs/specification.md. A sentence without a test is an error, except with `--allow-open`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { problemsOf } from "./specification/checks.mjs";
import { compare, linesOf, sectionsOf } from "./specification/document.mjs";
import { parseEntries } from "./specification/entries.mjs";
import { countOf, pageOf } from "./specification/page.mjs";
import { projectTests } from "./specification/project-tests.mjs";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const PAGE = join(ROOT, "docs/specification.md");
const DOCUMENTS = process.env.LEEBOW_SPEC || join(ROOT, "../shared/spec");
const options = new Set(process.argv.slice(2));

const { entries, problems } = readEntries();
const project = projectTests(ROOT);
for (const entry of entries) problems.push(...problemsOf(entry, project));
problems.push(...comparedWithDocuments(), ...comparedWithPage());

const { sentences, shown, differing, open } = countOf(entries);
if (open > 0 && !options.has("--allow-open")) problems.push(`${open} sentences have no test yet.`);
for (const problem of problems) console.error(problem);
console.log(`${sentences} sentences, ${shown} shown by a test, ${differing} differing.`);
if (open > 0) console.log(`${open} sentences have no test yet.`);
if (problems.length) console.log(`${problems.length} problems.`);
process.exitCode = problems.length ? 1 : 0;

function readEntries() {
  const files = filesBelow(["docs/specification"]).filter((path) => path.endsWith(".txt"));
  const read = files.map((path) => parseEntries(readFileSync(path, "utf8"), relative(ROOT, path)));
  return { entries: read.flatMap((each) => each.entries), problems: read.flatMap((each) => each.problems) };
}

/** Sentences that the entries lack or misquote; none where the documents are absent. */
function comparedWithDocuments() {
  const names = existsSync(DOCUMENTS) ? readdirSync(DOCUMENTS).filter((name) => /^\d+-.*\.md$/.test(name)) : [];
  if (names.length === 0) console.log("The documents of the specification are not here: not compared with them.");
  return names.flatMap((name) => {
    const text = readFileSync(join(DOCUMENTS, name), "utf8");
    const own = entries.filter(({ document }) => document?.number === Number.parseInt(name, 10));
    const sections = new Set(["", ...sectionsOf(text)]);
    const unknown = own.filter(({ section }) => !sections.has(section)).map(({ at }) => `${at}: no such section.`);
    return [...unknown, ...compare(linesOf(text), own)];
  });
}

function comparedWithPage() {
  const page = pageOf(entries, project);
  if (options.has("--write")) writeFileSync(PAGE, page);
  const isSame = existsSync(PAGE) && readFileSync(PAGE, "utf8") === page;
  return isSame ? [] : ["docs/specification.md is stale: run node scripts/check-specification.mjs --write."];
}
