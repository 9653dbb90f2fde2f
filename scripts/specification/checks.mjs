/** What is wrong with the entries: their own completeness, their tests, and the texts that these do not contain. */
import { fullTitle } from "./project-tests.mjs";
import { contains, fixedParts, namedCalls, quotedTexts } from "./required-texts.mjs";

/** A sentence for everything wrong with an entry. */
export function problemsOf(entry, project) {
  const { sentence, tests, differs, nothing, open, document } = entry;
  const problems = [];
  if (!document) problems.push("no document above it.");
  if (nothing && (tests.length > 0 || differs || open)) problems.push("it asks for nothing and yet has other lines.");
  if (open && tests.length > 0) problems.push("it is open and yet has tests.");
  if (tests.length === 0 && !differs && !nothing && !open) problems.push("it has no test and no reason.");
  const found = tests.flatMap((test) => testsFound(test, project, problems));
  if (tests.length > 0 && found.length === tests.length) problems.push(...missingTexts(entry, found, project));
  return problems.map((problem) => `${entry.at}: "${sentence}": ${problem}`);
}

function testsFound({ file, title }, project, problems) {
  const found = project.find(file, title);
  if (!found) problems.push(`there is no file ${file}.`);
  else if (found.length === 0) problems.push(`${file} has no test "${title}".`);
  else if (found.length > 1) problems.push(`${file} has ${found.length} tests "${title}": name their group, too.`);
  else if (found[0].skipped) problems.push(`the test "${title}" in ${file} is always skipped.`);
  else return [{ file, test: found[0], title: fullTitle(found[0]) }];
  return [];
}

/** The quoted texts and the named calls that no test of the entry contains. */
function missingTexts({ sentence, texts }, found, project) {
  const bodies = found.map(({ file, test }) => project.textsOf(file, test));
  const isIn = (parts) => bodies.some((body) => parts.every((part) => body.some((text) => contains(text, part))));
  const quoted = quotedTexts(sentence);
  const problems = [...texts.keys()]
    .filter((text) => !quoted.includes(text))
    .map((text) => `it does not quote '${text}'.`);
  for (const text of quoted) {
    const exception = texts.get(text);
    if (exception?.as === null) continue;
    const wanted = exception?.as ?? text;
    if (!isIn(fixedParts(wanted))) problems.push(`none of its tests contains '${wanted}'.`);
    else if (exception && isIn(fixedParts(text))) problems.push(`a test contains '${text}': it needs no exception.`);
  }
  for (const { methods, parts } of namedCalls(sentence)) {
    if (!isIn(parts)) problems.push(`none of its tests calls ${parts.join("…")}.`);
    for (const method of methods) if (!isIn([method])) problems.push(`none of its tests calls with ${method}.`);
  }
  return problems;
}
