/** How many tests passed, failed and were skipped, from the runners' reports. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** The counts of a command that is one test. */
export function verdict(name, code, log) {
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [name], log };
}

/** Adds a failure when a runner ended with an error and reported no failed test. */
export function judged(counts, code, name, log) {
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, failures: [name], log };
  return { ...counts, log };
}

/** cargo test: the sum of its `test result:` lines, and the failed tests, each with the first lines of what it printed. */
export function cargoCounts(stdout) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const results = stdout.matchAll(/^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm);
  for (const [, passed, failed, ignored] of results) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  const printed = [...stdout.matchAll(/^---- (.+) stdout ----\n((?:(?!----|failures:).*\n)*)/gm)];
  const causes = new Map(printed.map(([, name, text]) => [name, text]));
  const failed = [...stdout.matchAll(/^test (.+) \.\.\. FAILED$/gm)];
  counts.failures = failed.map(([, name]) => `${name}${inBrackets(causes.get(name) ?? "")}`);
  return counts;
}

/** The first lines of a text that are not empty, in brackets. */
function inBrackets(text, place = "") {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim());
  return lines.length === 0 ? "" : ` (${place}${lines.slice(0, 5).join("; ")})`;
}

/** vitest's JSON report: a failed test with the first lines of its error. A file that cannot be loaded counts as one failure. */
export function vitestCounts(path) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of read(path)?.testResults ?? []) {
    for (const { status, fullName, failureMessages = [] } of file.assertionResults) {
      if (status === "passed") counts.passed += 1;
      else if (status === "failed") counts.failures.push(`${fullName}${inBrackets(failureMessages[0] ?? "")}`);
      else counts.skipped += 1;
    }
    const unloaded = file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
    if (unloaded) counts.failures.push(file.name);
  }
  counts.failed = counts.failures.length;
  return counts;
}

/** Unsteady flows of a run, at most: more of them fail it. */
const MAX_UNSTEADY = 3;

/**
 * Playwright's JSON report. A failure is named with its place, the first lines of its first error and what was on the page
 * then. A test that passed in its second attempt counts as passed and is `unsteady`: named like a failure, with the trace
 * of the second attempt.
 */
export function playwrightCounts(path) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };
  const visit = (suite, title) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, results } of spec.tests) {
        const text = () => `${title} › ${spec.title}${causeOf(results)}${traceOf(results)}${pageOf(results)}`;
        if (status === "expected" || status === "flaky") counts.passed += 1;
        if (status === "skipped") counts.skipped += 1;
        if (status === "flaky") counts.unsteady.push(text());
        if (status === "unexpected") counts.failures.push(text());
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, inner.title ? `${title} › ${inner.title}` : title);
  };
  const report = read(path);
  for (const suite of report?.suites ?? []) visit(suite, suite.title);
  counts.failures.push(...(report?.errors ?? []).map((error) => String(error.message).split("\n")[0]));
  const { length } = counts.unsteady;
  if (length > MAX_UNSTEADY) counts.failures.push(`${length} tests passed in their second attempt only`);
  counts.failed = counts.failures.length;
  return counts;
}

function causeOf(results = []) {
  const error = results[0]?.error;
  return error ? inBrackets(String(error.message), `line ${error.location?.line ?? "unknown"}: `) : "";
}

const attached = (result, name) => result?.attachments?.find((one) => one.name === name)?.path;

function traceOf(results = []) {
  const path = attached(results.at(-1), "trace");
  return path ? `\n        npx playwright show-trace ${path}` : "";
}

/** Lines of a failed page that are printed, at most. */
const PAGE_LINES = 60;

/** What a screen reader found on the page when the flow failed, a line each, from Playwright's report. */
function pageOf(results = []) {
  const path = attached(results[0], "error-context");
  const page = path && existsSync(path) ? /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, "utf8")) : null;
  const lines = page?.[1].split("\n").slice(0, PAGE_LINES) ?? [];
  return lines.map((line) => `\n        ${line}`).join("");
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
