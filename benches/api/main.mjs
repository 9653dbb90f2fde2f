/** The table of `npm run bench:api`. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { ROOT } from "../../scripts/step.mjs";
import { load, quantile } from "./load.mjs";
import { embedded, postgres, seedRows, uploadOriginals } from "./seed.mjs";
import { processorMs, residentMb, startServer } from "./server.mjs";

const MIX_P99_MS = { PostgreSQL: 150, embedded: 300 };
/** Growth of the server's memory over the mix that counts as flat, MB. */
const FLAT_MB = 60;

/** `quick`: a tenth of the time. `profile`: folder for profiles of the processor's time. `bin`: PostgreSQL's programs. */
export async function benchApi({ bin, quick, profile, only }) {
  const rows = [];
  for (const database of ["embedded", "PostgreSQL"]) {
    if (only && only !== database) continue;
    if (database === "PostgreSQL" && !bin) {
      console.log("PostgreSQL is not installed: the embedded database alone is measured.");
      continue;
    }
    rows.push(...(await benchOn(database, { bin, quick, profile })));
  }
  return rows;
}

async function benchOn(database, { bin, quick, profile }) {
  const data = mkdtempSync(join(tmpdir(), "leebow-bench-"));
  const cluster = database === "PostgreSQL" ? await startCluster(bin) : null;
  const place = { data, database_url: cluster?.url };
  try {
    const first = await startServer(place);
    await uploadOriginals(first.port).finally(first.stop);
    const seeded = await seedRows(cluster ? postgres(cluster.url) : embedded(join(data, "db")));
    const server = await startServer({ ...place, profile });
    try {
      return await measureAll(database, server, seeded, quick);
    } finally {
      await server.stop();
    }
  } finally {
    cluster?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureAll(database, server, seeded, quick) {
  const { tokens, tracks_of } = seeded;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const call = (pathOf) => () => {
    const { id, token } = any(tokens);
    return { path: `/api${pathOf(any(tracks_of.get(id)).id)}`, token };
  };
  const me = call(() => "/users/me/");
  const list = call(() => "/tracks/");
  const points = call((id) => `/tracks/${id}/`);
  const one = call((id) => `/tracks/${id}/?notrackpoints=true`);
  const report = call(() => "/reports/user/");
  // Of ten calls: three me, three lists, two tracks, one report, one with points.
  const mix = () => any([me, me, me, list, list, list, one, one, report, points])();
  const time = (seconds) => (quick ? seconds / 10 : seconds);
  const plan = [
    { name: "warm-up", rate: 50, seconds: time(20), next: mix },
    { name: "GET /users/me/", rate: 200, seconds: time(20), next: me },
    { name: "GET /tracks/", rate: 200, seconds: time(20), next: list },
    { name: "GET /tracks/{id}/ with points", rate: 20, seconds: time(20), next: points },
    { name: "mix of five", rate: 200, seconds: time(120), next: mix },
    { name: "mix, five times as many", rate: 1000, seconds: time(20), next: mix },
    { name: "mix, after that", rate: 200, seconds: time(20), next: mix },
  ];
  console.log(`\n${database}, load average ${loadavg()[0].toFixed(1)} before`);
  console.log("call                            rate  p50 ms  p99 ms  errors  refused  CPU ms a call  RSS MB");
  const rows = [];
  for (const { name, ...step } of plan) {
    const before_mb = residentMb(server.pid);
    const before_ms = processorMs(server.pid);
    const { latencies_ms, errors, refused, without_retry_after, count } = await load({ port: server.port, ...step });
    const after_mb = residentMb(server.pid);
    const cpu_ms = (processorMs(server.pid) - before_ms) / count;
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies_ms, share));
    const failed = [...errors.values()].reduce((sum, n) => sum + n, 0);
    const cells = [name.padEnd(30), step.rate, p50.toFixed(1), p99.toFixed(1), failed, refused, cpu_ms.toFixed(2)];
    const memory = `${before_mb.toFixed(0)} → ${after_mb.toFixed(0)}`;
    console.log(`${cells.map((cell) => String(cell).padStart(7)).join(" ")}  ${memory}`);
    for (const [why, n] of errors) console.log(`    ${n} × ${why}`);
    rows.push({ database, name, p50, p99, failed, refused, without_retry_after, count, before_mb, after_mb });
    await new Promise((wake) => setTimeout(wake, 1000));
  }
  return rows;
}

/** What of the requirements is not met, as sentences. */
export function shortcomings(rows) {
  return rows.flatMap(({ database, name, p99, failed, refused, without_retry_after, before_mb, after_mb }) => {
    const short = [];
    const say = (sentence) => short.push(`${database}, ${name}: ${sentence}.`);
    const isOverload = name.includes("five times");
    if (failed > 0) say(`${failed} calls failed`);
    if (refused > 0 && !isOverload) say(`${refused} calls were refused`);
    if (without_retry_after > 0) say(`${without_retry_after} refusals have no Retry-After`);
    if (name.startsWith("mix") && !isOverload && !(p99 <= MIX_P99_MS[database]))
      say(`p99 ${p99.toFixed(0)} ms, allowed are ${MIX_P99_MS[database]}`);
    if (name === "mix of five" && after_mb - before_mb > FLAT_MB)
      say(`memory grew by ${(after_mb - before_mb).toFixed(0)} MB`);
    return short;
  });
}

/** Appends the table to the history of the benchmarks. */
export function record(rows) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = rows
    .filter(({ name }) => name !== "warm-up")
    .map(({ database, name, p99 }) => {
      const must = name.startsWith("mix") && !name.includes("five times") ? MIX_P99_MS[database] : "";
      return `${day},api-p99,${database} ${name.replaceAll(",", "")},${p99.toFixed(1)},ms,${must},\n`;
    });
  appendFileSync(join(ROOT, "benches/history.csv"), lines.join(""));
}
