/** The built server as a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/step.mjs";

export const SECRET = "benchmark".repeat(5);
const START_TIMEOUT_MS = 180_000;

/** `profile`: folder for a profile of its processor time. */
export async function startServer({ data, database_url, profile }) {
  const env = { ...process.env, LEEBOW_DATA: data, LEEBOW_SECRET: SECRET, PORT: "0", NODE_ENV: "production" };
  if (database_url) env.DATABASE_URL = database_url;
  else delete env.DATABASE_URL;
  const flags = profile ? ["--cpu-prof", "--cpu-prof-dir", profile] : [];
  const child = spawn(process.execPath, [...flags, join(ROOT, "api/dist/main.js")], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  for (let waited = 0; waited < START_TIMEOUT_MS && child.exitCode === null; waited += 100) {
    const ready = /^Leebow is ready at http:\/\/localhost:(\d+)\.$/m.exec(output);
    if (ready) return { port: Number(ready[1]), pid: child.pid, stop: () => stop(child), output: () => output };
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`The server did not start: ${output}`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Processor time a process has used on all threads, ms, in steps of 10 ms; NaN where the system does not tell. */
export function processorMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Memory in use by a process, MB; NaN where the system does not tell. */
export function residentMb(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
