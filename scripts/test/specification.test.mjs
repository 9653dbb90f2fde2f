import { describe, expect, test } from "vitest";
import { entriesOf, missingTests, uncovered } from "../specification.mjs";

const entries = (text) => {
  const problems = [];
  return { entries: entriesOf(text, "list", problems), problems };
};

describe("the list", () => {
  test("has documents, sections, sentences and what is below them", () => {
    const { entries: found, problems } = entries(
      "# 1 One\n## 1. A\n\nIt says 'x'.\n  a.test.ts › group › says so\n  differs: why\n\nTitle\n  nothing: a heading\n",
    );
    expect(problems).toEqual([]);
    expect(found).toMatchObject([
      { document: 1, section: "1. A", sentence: "It says 'x'.", differs: "why" },
      { sentence: "Title", nothing: "a heading", at: "list:8" },
    ]);
    expect(found[0].tests).toEqual([{ file: "a.test.ts", titles: ["group", "says so"] }]);
  });

  test("reports lines that it does not understand", () => {
    const text = "  a.test.ts › first\n# 1 One\n## A\nIt.\n  todo\n  differs: a\n  differs: b\n";
    expect(entries(text).problems).toEqual([
      "list:1: not understood: a.test.ts › first",
      "list:5: not understood: todo",
      "list:7: not understood: differs: b",
    ]);
  });
});

describe("an entry", () => {
  const files = { "a.test.ts": 'describe("a race", () => { it("says \\"so\\"", () => { see("Race 1"); }); });' };
  const missing = (lines, helpers) =>
    entries(`# 1 One\n## A\nIt says 'Race {number}'.\n${lines}`).entries.flatMap((entry) =>
      missingTests(entry, (file) => files[file], helpers),
    );

  test("needs a test or a reason", () => {
    expect(missing("")).toEqual(["list:3: no test and no reason: It says 'Race {number}'."]);
    expect(missing("  nothing: a heading\n")).toEqual([]);
    expect(missing("  differs: why\n")).toEqual([]);
  });

  test("has its tests in their files, by their titles", () => {
    expect(missing('  a.test.ts › a race › says "so"\n')).toEqual([]);
    expect(missing("  a.test.ts › says no\n")).toEqual(['list:3: a.test.ts has no "says no".']);
    expect(missing("  b.test.ts › says\n", "Race ")).toEqual(["list:3: there is no b.test.ts."]);
  });

  test("has the texts that it quotes in the files of its tests or in what these import", () => {
    const other = { "a.test.ts": 'it("says", f);' };
    const [entry] = entries(
      "# 1 One\n## A\nIt says 'Race {number}' of the boats' owner.\n  a.test.ts › says\n",
    ).entries;
    expect(missingTests(entry, (file) => other[file])).toEqual([
      "list:3: no file of its tests contains 'Race {number}'.",
    ]);
    expect(missingTests(entry, (file) => other[file], "Race ")).toEqual([]);
  });
});

describe("a document", () => {
  const document =
    "# Title\nAn introduction.\n## 1. A\n- It saves, and it says so.\n| a | b |\n|---|---|\n### B ('Bee')\n";
  const rest = "# 1 One\nAn introduction.\n## 1. A\na | b\n### B ('Bee')\nB ('Bee')\n## 1. A\n";
  const problems = (...sentences) => uncovered(document, entries(rest + sentences.join("\n")).entries);

  test("is covered by parts of its items, paragraphs, rows and headings that quote", () => {
    expect(problems("It saves", "it says so.")).toEqual([]);
    expect(problems("It … says so.")).toEqual(['No entry for "saves, and it" in "1. A".']);
  });

  test("has every sentence of the list in its section", () => {
    expect(problems("It saves, and it says so.", "It shouts.")).toEqual([
      "list:9: the section has no such sentence: It shouts.",
    ]);
  });
});
