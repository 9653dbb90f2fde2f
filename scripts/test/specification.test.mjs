import { describe, expect, test } from "vitest";
import { problemsOf } from "../specification/checks.mjs";
import { compare, linesOf } from "../specification/document.mjs";
import { parseEntries } from "../specification/entries.mjs";
import { pageOf } from "../specification/page.mjs";
import { projectTests } from "../specification/project-tests.mjs";
import { contains, fixedParts, namedCalls, quotedTexts } from "../specification/required-texts.mjs";

/** A project of these files. */
const project = (files) => projectTests("", (path) => files[path]);
const titles = (code, path = "a.test.ts") => {
  const found = project({ [path]: code });
  return (title) => found.find(path, title).map(({ groups, skipped }) => ({ groups, skipped }));
};
const entry = (over) => ({
  ...{
    at: "list:1",
    document: { number: 1, title: "One" },
    section: "1. A",
    sentence: "",
    tests: [],
    texts: new Map(),
  },
  ...over,
});

describe("titles of tests", () => {
  test("are found in groups, in tables of rows and in loops, as they are written", () => {
    const find = titles(`
      describe("a race", () => { it("has a name", () => {}); });
      it.each([["a"], ["b"]])("is %s", (x) => {});
      onEveryDatabase("tracks", (at) => { it("are listed", async () => {}); });
      for (const name of NAMES) { test(\`\${name} is read\`, async () => {}); }
      const rows = list("no test", () => 1);
    `);
    expect(find("has a name")).toEqual([{ groups: ["a race"], skipped: false }]);
    expect(find("a race › has a name")).toHaveLength(1);
    expect(find("is %s")).toHaveLength(1);
    expect(find("are listed")).toEqual([{ groups: ["tracks"], skipped: false }]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title of a test in a loop, as its source has it.
    expect(find("${name} is read")).toHaveLength(1);
    expect(find("no test")).toEqual([]);
  });

  test("of skipped tests are known, and a condition is no skip", () => {
    const find = titles(`
      test.skip("later", () => {});
      it.todo("some day");
      describe.skip("old", () => { it("inside", () => {}); });
      test("at once", () => { test.skip(); });
      test("without a file", () => { test.skip(!existsSync(path), "It is absent."); });
      describe.skipIf(!there)("recordings", () => { it("are read", () => {}); });
    `);
    for (const title of ["later", "some day", "inside", "at once"]) expect(find(title)[0].skipped, title).toBe(true);
    for (const title of ["without a file", "are read"]) expect(find(title)[0].skipped, title).toBe(false);
  });

  test("of Rust are the names of the functions", () => {
    const find = titles(
      '#[test]\nfn a_tack() { ok("x"); }\n#[test]\n#[ignore]\nfn slow() {}\nfn helper() {}\n',
      "a.rs",
    );
    expect([find("a_tack"), find("slow"), find("helper")]).toEqual([
      [{ groups: [], skipped: false }],
      [{ groups: [], skipped: true }],
      [],
    ]);
  });
});

describe("the texts of a test", () => {
  const files = {
    "web/e2e/a.spec.ts": `
      import { SAID } from "./said";
      import { TITLE } from "../src/title";
      const ROWS = { name: "Name required" };
      const check = (page) => expect(page).toHaveText(ROWS.name);
      test("uses helpers", async ({ page }) => { check(page); expect(SAID); expect(TITLE); /Race \\d+\\./.test("x"); });
      test("uses none", () => { /* "In a comment" */ });
      for (const tab of ["Data"]) { test(\`has \${tab}\`, () => show(tab)); }
      describe.each([["Row"]])("%s", (row) => { test("of a group", () => {}); });
    `,
    "web/e2e/said.ts": 'export const SAID = ["Saved."]; export const OTHER = "Not used";',
    "web/src/title.ts": 'export const TITLE = "Of the product";',
  };
  const textsOf = (title) => {
    const all = project(files);
    return all.textsOf("web/e2e/a.spec.ts", all.find("web/e2e/a.spec.ts", title)[0]);
  };

  test("are its own and those of what it uses in its file and in the modules for tests", () => {
    const texts = textsOf("uses helpers");
    expect(texts).toEqual(expect.arrayContaining(["Name required", "Saved.", "Race d+."]));
    expect(texts).not.toContain("Not used");
    expect(texts).not.toContain("Of the product");
  });

  test("are those of the rows that it is made of, too", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title of a test in a loop, as its source has it.
    expect([textsOf("has ${tab}"), textsOf("of a group")]).toEqual([["Data"], ["Row"]]);
  });

  test("are neither its title nor its comments", () => expect(textsOf("uses none")).toEqual([]));
});

describe("the texts that a sentence requires", () => {
  test("are those in single quotes, which apostrophes do not end", () => {
    expect(quotedTexts("Link 'Forgot Password?' and 'Enter athlete's email address' of the user's team.")).toEqual([
      "Forgot Password?",
      "Enter athlete's email address",
    ]);
    expect(quotedTexts("Name is 'Race ' and a number ('Race {id}').")).toEqual(["Race ", "Race {id}"]);
  });

  test("have placeholders, between which everything is fixed", () => {
    expect(fixedParts("{metric} explains {R2 percent} of {segment}.")).toEqual([" explains ", " of "]);
    expect(fixedParts("...shiftier than {pct}%...")).toEqual(["shiftier than "]);
  });

  test("stand alone, not inside a longer word", () => {
    expect([contains("the full tail", "tail"), contains("details", "tail"), contains("a tail, a", "tail")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("include the calls with their methods", () => {
    expect(namedCalls("GET, PUT, DELETE /journals/{id}/ and POST /teams/ with name")).toEqual([
      { methods: ["GET", "PUT", "DELETE"], parts: ["journals/"] },
      { methods: ["POST"], parts: ["teams/"] },
    ]);
    expect(namedCalls("GET tracks/oldest_date/ and GET /boats answers")).toEqual([
      { methods: ["GET"], parts: ["tracks/oldest_date/"] },
      { methods: ["GET"], parts: ["boats"] },
    ]);
  });
});

describe("an entry", () => {
  const all = project({
    "a.test.ts": 'it("says so", () => "Saved."); it("twice", f); it("twice", f); it.skip("later", () => "Saved.");',
  });
  const said = (over) =>
    problemsOf(entry({ sentence: "It says 'Saved.'", ...over }), all).map((one) => one.slice(one.indexOf('": ') + 3));
  const by = (title, file = "a.test.ts") => ({ tests: [{ file, title }] });

  test("is right with a test that contains its texts", () => expect(said(by("says so"))).toEqual([]));

  test("needs a test, or a reason", () => {
    expect(said({})).toEqual(["it has no test and no reason."]);
    expect(said({ open: "soon" })).toEqual([]);
    expect(said({ differs: "why" })).toEqual([]);
    expect(said({ ...by("says so"), open: "soon" })).toEqual(["it is open and yet has tests."]);
  });

  test("names a test that exists once and runs", () => {
    expect(said(by("says no"))).toEqual(['a.test.ts has no test "says no".']);
    expect(said(by("says so", "b.test.ts"))).toEqual(["there is no file b.test.ts."]);
    expect(said(by("twice"))).toEqual(['a.test.ts has 2 tests "twice": name their group, too.']);
    expect(said(by("later"))).toEqual(['the test "later" in a.test.ts is always skipped.']);
  });

  test("has its texts in a test, or a reason why not", () => {
    const sentence = "It says 'Deleted.'";
    const texts = (as) => new Map([["Deleted.", { as, why: "why" }]]);
    expect(said({ sentence, ...by("says so") })).toEqual(["none of its tests contains 'Deleted.'."]);
    expect(said({ sentence, ...by("says so"), texts: texts(null) })).toEqual([]);
    expect(said({ sentence, ...by("says so"), texts: texts("Saved.") })).toEqual([]);
    expect(said({ sentence, ...by("says so"), texts: texts("Gone.") })).toEqual([
      "none of its tests contains 'Gone.'.",
    ]);
  });
});

describe("the list", () => {
  test("has documents, sections, sentences and what is below them", () => {
    const { entries, problems } = parseEntries(
      "# 1 One\n## 1. A\n\nIt says 'x'.\n  a.test.ts › group › says so\n  text 'x' as 'y': why\n\nTitle\n  nothing: a heading\n",
      "list",
    );
    expect(problems).toEqual([]);
    expect(entries).toMatchObject([
      { section: "1. A", sentence: "It says 'x'.", tests: [{ file: "a.test.ts", title: "group › says so" }] },
      { sentence: "Title", nothing: "a heading", at: "list:8" },
    ]);
    expect(entries[0].texts.get("x")).toEqual({ as: "y", why: "why" });
  });

  test("reports lines that it does not understand", () => {
    const { problems } = parseEntries("# One\n## A\nIt.\n  todo\n  open: a\n  open: b\n", "list");
    expect(problems).toHaveLength(3);
  });
});

describe("a document", () => {
  const lines = linesOf(
    "# Title\nAn introduction.\n## 1. A (/a)\n- It saves, and it says so.\n| a | b |\n|---|---|\n### B ('Bee')\n",
  );

  test("is divided into items, paragraphs, rows and the headings that say more than a name", () => {
    expect(lines).toEqual([
      { section: "", text: "An introduction." },
      { section: "1. A (/a)", text: "It saves, and it says so." },
      { section: "1. A (/a)", text: "| a | b |" },
      { section: "B ('Bee')", text: "B ('Bee')" },
    ]);
  });

  test("is covered by parts of its lines, with gaps filled by other entries", () => {
    const rest = ["An introduction.", "a | b", "B ('Bee')"].map((sentence, i) =>
      entry({ sentence, section: ["", "1. A (/a)", "B ('Bee')"][i] }),
    );
    const covers = (...sentences) =>
      compare(lines, [...rest, ...sentences.map((sentence) => entry({ sentence, section: "1. A (/a)" }))]);
    expect(covers("It saves", "it says so.")).toEqual([]);
    expect(covers("It saves … so.")).toEqual(['No entry for ", and it says" in "1. A (/a)".']);
    expect(covers("It saves, and it says so.", "It shouts.")).toEqual([
      "list:1: the section has no such sentence: It shouts.",
    ]);
  });
});

test("the page has the counts, the tests with their groups, and no sentence that asks for nothing", () => {
  const all = project({ "a.test.ts": 'describe("a race", () => { it("says <so>", f); });' });
  const page = pageOf(
    [
      entry({ sentence: "It says | so.", tests: [{ file: "a.test.ts", title: "says <so>" }] }),
      entry({ sentence: "It shouts.", differs: "It whispers." }),
      entry({ sentence: "Later.", open: "soon" }),
      entry({ sentence: "A heading", nothing: "a heading" }),
    ],
    all,
  );
  expect(page).toContain("| 1. One | 3 | 1 | 1 | 1 | 1 |");
  expect(page).toContain("| It says \\| so. | [a.test.ts](../a.test.ts): a race › says \\<so> |  |");
  expect(page).toContain("| It shouts. |  | It whispers. |");
  expect(page).not.toContain("A heading");
});
