import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cargoCounts, playwrightCounts, vitestCounts } from "../counts.mjs";

const file = (value) => {
  const path = join(mkdtempSync(join(tmpdir(), "leebow-counts-")), "report.json");
  writeFileSync(path, JSON.stringify(value));
  return path;
};

test("cargo's results are summed over all binaries, a failed test is named with what it printed", () => {
  const output = `
test geo::a ... ok
test wind::b ... FAILED

failures:

---- wind::b stdout ----

thread 'wind::b' (7) panicked at core/engine/src/wind.rs:12:5:
4.0 times as long

failures:
    wind::b

test result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.07s
test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
  const cause = "wind::b (thread 'wind::b' (7) panicked at core/engine/src/wind.rs:12:5:; 4.0 times as long)";
  expect(cargoCounts(output)).toEqual({ passed: 6, failed: 1, skipped: 2, failures: [cause] });
});

test("a test file that cannot be loaded is a failure", () => {
  const path = file({
    testResults: [
      {
        name: "good.test.ts",
        status: "passed",
        assertionResults: [
          { status: "passed", fullName: "tacks" },
          { status: "pending", fullName: "later" },
        ],
      },
      {
        name: "bad.test.ts",
        status: "failed",
        assertionResults: [
          { status: "failed", fullName: "gybes", failureMessages: ["AssertionError: 2 gybes\n    at bad.test.ts:3"] },
        ],
      },
      { name: "broken.test.ts", status: "failed", assertionResults: [] },
    ],
  });
  expect(vitestCounts(path)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: ["gybes (AssertionError: 2 gybes;     at bad.test.ts:3)", "broken.test.ts"],
  });
});

test("a failed browser test is named with its file and group, the line and the error", () => {
  const error = { message: "\u001b[31mTimed out\u001b[39m\n\nLocator: row", location: { line: 12 } };
  const spec = (title, status) => ({
    title,
    tests: [{ status, results: [status === "unexpected" ? { error } : {}] }],
  });
  const inner = { title: "signed in", specs: [spec("uploads", "unexpected"), spec("logs out", "flaky")] };
  const path = file({
    suites: [
      { title: "upload.spec.ts", specs: [spec("opens", "expected"), spec("later", "skipped")], suites: [inner] },
    ],
    errors: [],
  });
  expect(playwrightCounts(path)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: ["upload.spec.ts › signed in › uploads (line 12: Timed out; Locator: row)"],
    unsteady: ["upload.spec.ts › signed in › logs out"],
  });
});

test("a failed browser test is followed by what was on the page", () => {
  const path = join(mkdtempSync(join(tmpdir(), "counts-")), "error-context.md");
  writeFileSync(path, '# Error\n\n```\nTimed out\n```\n\n```yaml\n- main:\n  - button "Save"\n```\n');
  const results = [{ attachments: [{ name: "screenshot" }, { name: "error-context", path }] }];
  const spec = { title: "saves", tests: [{ status: "unexpected", results }] };
  const report = file({ suites: [{ title: "form.spec.ts", specs: [spec] }], errors: [] });
  expect(playwrightCounts(report).failures).toEqual([
    'form.spec.ts › saves\n        - main:\n          - button "Save"',
  ]);
});

const attempts = [
  { error: { message: "Timed out", location: { line: 3 } } },
  { attachments: [{ name: "trace", path: "trace.zip" }] },
];
const flows = (status, count) =>
  file({
    suites: [
      {
        title: "menu.spec.ts",
        specs: Array.from({ length: count }, (_, i) => ({
          title: `opens ${i}`,
          tests: [{ status, results: attempts }],
        })),
      },
    ],
  });

test("a browser test that passes in its second attempt counts as passed, and is named with its first error and a trace", () => {
  expect(playwrightCounts(flows("flaky", 1))).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
    unsteady: ["menu.spec.ts › opens 0 (line 3: Timed out)\n        npx playwright show-trace trace.zip"],
  });
});

test("three unsteady browser tests pass, four fail the run", () => {
  expect(playwrightCounts(flows("flaky", 3))).toMatchObject({ passed: 3, failed: 0 });
  expect(playwrightCounts(flows("flaky", 4))).toMatchObject({
    passed: 4,
    failed: 1,
    failures: ["4 tests passed in their second attempt only"],
  });
});

test("a browser test that fails twice is named with its first error", () => {
  const second = { error: { message: "Another page", location: { line: 9 } } };
  const spec = { title: "opens", tests: [{ status: "unexpected", results: [attempts[0], second] }] };
  const { failures } = playwrightCounts(file({ suites: [{ title: "menu.spec.ts", specs: [spec] }] }));
  expect(failures).toEqual(["menu.spec.ts › opens (line 3: Timed out)"]);
});

test("a runner without a report counts no test", () => {
  expect(vitestCounts("/nowhere/report.json")).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] });
});
