/** The page docs/specification.md of the entries. */
import { fullTitle } from "./project-tests.mjs";

const HEAD = `# The specification, sentence by sentence

Each sentence of the two documents of the specification that asks for something, the tests that show it, and what the product does otherwise and why. \`scripts/check-specification.mjs\` writes this page from \`docs/specification/\` and fails in \`npm test\` when a named test does not exist, is always skipped, or contains none of the texts and calls that its sentence quotes. Titles with \`%s\`, \`$name\` or \`\${…}\` are those of several tests, one a row of a table.
`;

export function pageOf(entries, project) {
  const asking = entries.filter(({ nothing }) => !nothing);
  const documents = groupBy(asking, ({ document }) => document.number);
  const parts = [...documents.values()].map((own) => documentPart(own, project));
  return `${[HEAD, countsOf(asking), ...parts].join("\n")}`;
}

export function countOf(entries) {
  const asking = entries.filter(({ nothing }) => !nothing);
  return {
    sentences: asking.length,
    shown: asking.filter(({ tests }) => tests.length > 0).length,
    differing: asking.filter(({ differs }) => differs).length,
    open: asking.filter(({ open }) => open).length,
    tests: new Set(asking.flatMap(({ tests }) => tests.map(({ file, title }) => `${file} ${title}`))).size,
  };
}

function countsOf(asking) {
  const row = (name, own) => {
    const { sentences, shown, differing, open, tests } = countOf(own);
    return `| ${name} | ${sentences} | ${shown} | ${tests} | ${differing} | ${open} |`;
  };
  const documents = groupBy(asking, ({ document }) => document.number);
  const rows = [...documents].map(([number, own]) => row(`${number}. ${own[0].document.title}`, own));
  const head =
    "| document | sentences | shown by a test | tests | differing | without a test yet |\n|---|---|---|---|---|---|";
  return `${[head, ...rows, row("both", asking)].join("\n")}\n`;
}

function documentPart(entries, project) {
  const { number, title } = entries[0].document;
  const sections = [...groupBy(entries, ({ section }) => section)];
  return `## Document ${number}: ${title}\n\n${sections.map(([name, own]) => sectionPart(name, own, project)).join("\n")}`;
}

function sectionPart(name, entries, project) {
  const hasNotes = entries.some((entry) => noteOf(entry) !== "");
  const rows = entries.map((entry) => {
    const cells = [cell(entry.sentence), entry.tests.map((test) => testCell(test, project)).join("<br>")];
    return `| ${[...cells, ...(hasNotes ? [cell(noteOf(entry))] : [])].join(" | ")} |`;
  });
  const head = hasNotes
    ? "| sentence | shown by | differs, and why |\n|---|---|---|"
    : "| sentence | shown by |\n|---|---|";
  return `### ${name}\n${head}\n${rows.join("\n")}\n`;
}

function noteOf({ differs, open, texts }) {
  const exceptions = [...texts].map(([text, { as, why }]) => `'${text}'${as ? ` is '${as}'` : ""}: ${why}`);
  return [differs, open && `No test yet: ${open}`, ...exceptions].filter(Boolean).join(" ");
}

function testCell({ file, title }, project) {
  const [test] = project.find(file, title) ?? [];
  const short = file.split("/").at(-1);
  return `[${short}](../${file}): ${cell(test ? fullTitle(test) : title)}`;
}

/** Text in a cell of a table: what Markdown or HTML would take as its own is escaped. */
const cell = (text) => text.replace(/[\\|*_<`[\]]/g, "\\$&").replace(/\n/g, " ");

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
