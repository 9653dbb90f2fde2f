/** The contract of the API, walked by a client that others wrote: Schemathesis, of PyPI. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, openLog, run } from "../../../scripts/step.mjs";
import { pythonPrograms } from "../../../scripts/tools.mjs";
import { openDemoServer } from "./demo-server.mjs";

const VERSION = "4.32.5";
/** Ends the sessions of the run, or is limited to a few calls a minute. */
const LEFT_OUT = "logout|login|register|forgot|reset|users/me/delete";
/**
 * The demo account's things have the first ids.
 * Not checked: that every request which fits the schema is accepted. A schema cannot say that two passwords are equal,
 * that a cursor is one of ours or that a file is a picture.
 * Nor that a form with a number for a team's name is refused: a field of a form is a text, whatever the client means.
 */
const CONFIG = `
[parameters]
"path.id" = 1
[checks]
positive_data_acceptance.enabled = false
[[operations]]
include-path-regex = "/api/teams/"
checks.negative_data_rejection.enabled = false
`;

/** Counts of one run with `examples` generated requests an operation. */
export async function outsideClient(examples = 40) {
  const st = join(await pythonPrograms("schemathesis", VERSION), "st");
  const folder = mkdtempSync(join(tmpdir(), "leebow-contract-"));
  const server = await openDemoServer(folder);
  try {
    return await walk(st, server, folder, examples);
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(st, { address, token }, folder, examples) {
  const junit = join(folder, "junit.xml");
  const config = join(folder, "schemathesis.toml");
  writeFileSync(config, CONFIG);
  const log = openLog("contract");
  const args = [
    ...["--config-file", config, "run", `${address}/api/openapi.json`],
    ...["-H", `Authorization: Bearer ${token}`],
    ...["--max-examples", String(examples), "--seed", "7", "--exclude-path-regex", LEFT_OUT],
    ...["--phases", "coverage,fuzzing", "--report", "junit"],
    ...["--report-junit-path", junit, "--no-color"],
  ];
  // Its cache of earlier findings stays in the folder.
  await run(st, args, { log, cwd: folder });
  if (!existsSync(junit)) throw new Failure(`Schemathesis gave no report: read ${log}.`);
  return { ...countsOf(readFileSync(junit, "utf8")), log };
}

/** One test an operation. */
function countsOf(xml) {
  const cases = [...xml.matchAll(/<testcase name="([^"]+)"[^>]*?(\/>|>([\s\S]*?)<\/testcase>)/g)];
  const failures = cases.filter(([, , , inside = ""]) => /<(failure|error)\b/.test(inside)).map(([, name]) => name);
  return { passed: cases.length - failures.length, failed: failures.length, failures };
}
