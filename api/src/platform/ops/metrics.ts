import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db/open.ts";
import { countsOfQueues } from "../jobs/queue.ts";

declare module "../context.ts" {
  interface AppContext {
    metrics: Metrics;
  }
}

/** Upper ends of the classes of durations, s: from a list of tracks to an analysis. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What a process measures of itself, for Prometheus. docs/operations.md says what to watch. */
export interface Metrics {
  /** A call that was answered; `route` is the definition's name, never an address with an id. */
  called(route: string, status: number, seconds: number): void;
  /** A job that ended: done, or failed in this attempt. */
  ran(job: string, outcome: "done" | "failed", seconds: number): void;
  /** A page of the screens that was opened, by its pattern in the route table. */
  viewed(page: string): void;
  /** Calls in progress. */
  in_flight: Pick<Gauge, "inc" | "dec">;
  /** The text format; queues and tracks are counted when it is asked for. */
  text(): Promise<string>;
  content_type: string;
}

export function createMetrics(db: Db, version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "leebow_" });
  const info = new Gauge({ name: "leebow_info", help: "Version of the engine", labelNames: ["version"], registers });
  info.set({ version }, 1);
  const calls = new Histogram({
    name: "leebow_http_request_duration_seconds",
    help: "Answered calls by route and status",
    labelNames: ["route", "status"],
    buckets: CALL_SECONDS,
    registers,
  });
  const in_flight = new Gauge({ name: "leebow_http_requests_in_flight", help: "Calls in progress", registers });
  const jobs = new Histogram({
    name: "leebow_job_duration_seconds",
    help: "Attempts of background jobs by name and outcome",
    labelNames: ["job", "outcome"],
    buckets: JOB_SECONDS,
    registers,
  });
  const views = new Counter({
    name: "leebow_page_views_total",
    help: "Pages opened, by route",
    labelNames: ["page"],
    registers,
  });
  const count = countsOf(db, registry);
  return {
    called: (route, status, seconds) => calls.observe({ route, status }, seconds),
    ran: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    viewed: (page) => views.inc({ page }),
    in_flight,
    content_type: registry.contentType,
    async text() {
      await count();
      return registry.metrics();
    },
  };
}

/** Gauges of what the database holds; the function it returns sets them. */
function countsOf(db: Db, registry: Registry): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const queued = gauge("leebow_jobs", "Jobs in the queues by name and state", "job", "state");
  const oldest = gauge("leebow_jobs_oldest_seconds", "Age of the oldest job that waits, by name", "job");
  const tracks = gauge(
    "leebow_tracks_unfinished",
    "Tracks by processing status: 1 processing, 2 error, 4 being analysed again",
    "status",
  );
  const help = "Times the counts of queues and tracks could not be read";
  const failed = new Counter({ name: "leebow_metrics_failures_total", help, registers });
  return async () => {
    for (const each of [queued, oldest, tracks]) each.reset();
    try {
      for (const { name, state, jobs: number, age_s } of await countsOfQueues(db)) {
        queued.set({ job: name, state }, number);
        if (state === "created") oldest.set({ job: name }, age_s);
      }
      for (const { status, tracks: number } of await trackCounts(db)) tracks.set({ status }, number);
    } catch {
      // Without a database the process still tells what it knows of itself.
      failed.inc();
    }
  };
}

async function trackCounts(db: Db) {
  const { rows } = await sql<{ status: number; tracks: number }>`
    select processing_status as status, count(*)::integer as tracks from tracks
    where processing_status <> 3 group by processing_status`.execute(db);
  return rows;
}
