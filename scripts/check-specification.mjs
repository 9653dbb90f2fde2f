/**
 * Compares docs/specification/*.txt, the list of what the specification asks for and which tests show it, with the tests and,
 * where they are present (in the folder LEEBOW_SPEC, or ../shared/spec beside the project), with the documents of the
 * specification. A sentence without a test and without a reason is an error.
 *
 *   # 1 Tracks, races, wind files and journals         a document
 *   ## 4. States and transitions                       a heading of it
 *   Logout clears the user … and goes to login.        a sentence, word for word; … leaves a part of the line out
 *     web/e2e/account.spec.ts › a user logs out        a test that shows it: file, groups if needed, title
 *     differs: why                                     what the product does otherwise, and why
 *     nothing: why                                     the sentence asks for nothing
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { conclude } from "./ceilings.mjs";
import { entriesOf, missingTests, uncovered } from "./specification.mjs";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const DOCUMENTS = process.env.LEEBOW_SPEC || join(ROOT, "../shared/spec");
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

const problems = [];
const entries = filesBelow(["docs/specification"]).flatMap((path) =>
  entriesOf(read(path), relative(ROOT, path), problems),
);
const helpers = filesBelow(["web/e2e", "web/test", "api/test"])
  .filter((path) => /(?<!\.(test|spec))\.ts$/.test(path))
  .map(read)
  .join("\n");
for (const entry of entries) problems.push(...missingTests(entry, (file) => read(join(ROOT, file)), helpers));
const documents = existsSync(DOCUMENTS) ? readdirSync(DOCUMENTS).filter((name) => /^\d+-.*\.md$/.test(name)) : [];
if (documents.length === 0) console.log("The documents of the specification are not here: not compared with them.");
for (const name of documents) {
  const own = entries.filter(({ document }) => document === Number.parseInt(name, 10));
  problems.push(...uncovered(read(join(DOCUMENTS, name)), own));
}
const asking = entries.filter(({ nothing }) => !nothing);
const shown = asking.filter(({ tests }) => tests.length > 0).length;
const differing = asking.filter(({ differs }) => differs).length;
conclude(problems, `${asking.length} sentences, ${shown} shown by a test, ${differing} differing.`);
