import { setTimeout as wait } from "node:timers/promises";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeCsv, largeGpx } from "./large-files.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { type Person, POSTGRES, processed, trackForm } from "./test-server.ts";
import { signUpAt } from "./web-callers.ts";

/** Format and MB of the recording, the characters that each of its points carries, and the time between them. */
const FORMAT = process.env.MEMORY_FORMAT || "gpx";
const FILE_MB = Number(process.env.MEMORY_FILE_MB || 40);
const PADDING = Number(process.env.MEMORY_PADDING || 1000);
const STEP_MS = Number(process.env.MEMORY_STEP_MS || 1000);
const MOST_UPLOAD_MB = 60;
/** Of the default file. The engine's columns, the report and its JSON grow with the points: 80 MB were measured. */
const MOST_ANALYSIS_MB = 160;

/** The embedded database grows by itself, in the same process. */
const isMeasured = isServerBuilt && POSTGRES !== undefined && process.platform === "linux";

describe.skipIf(!isMeasured)("the memory of a server that gets a large file", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>> | null = null;
  let server: ServerProcess;
  let ada: Person;
  beforeAll(async () => {
    database = POSTGRES ? await freshDatabase(POSTGRES) : null;
    server = new ServerProcess("all", { DATABASE_URL: database?.url ?? "" });
    await server.start();
    ada = await signUpAt(server.address!, "Ada");
    // What the first analysis loads stays.
    await ada.upload("first.gpx", readFixture("ilca-weymouth.gpx"));
    await wait(1000);
  }, 240_000);
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
  });

  /** The largest memory of the server during `work`, MB. */
  async function peakDuring(work: Promise<unknown>): Promise<number> {
    let [done, peak_mb] = [false, 0];
    const ended = work.finally(() => (done = true));
    while (!done) {
      peak_mb = Math.max(peak_mb, (await server.memory_mb()) ?? 0);
      await Promise.race([ended, wait(20)]);
    }
    await ended;
    return peak_mb;
  }

  it("grows little while the file arrives, and with its points, not its bytes, while it is analysed", async () => {
    const { bytes, points } = (FORMAT === "csv" ? largeCsv : largeGpx)(FILE_MB * 1e6, PADDING, STEP_MS);
    const before_mb = (await server.memory_mb())!;
    let id = 0;
    const uploading = ada.call("POST", "/api/tracks/", { form: trackForm(`large.${FORMAT}`, bytes) }).then((answer) => {
      expect(answer.status).toBe(201);
      id = answer.body.id;
    });
    const upload_mb = (await peakDuring(uploading)) - before_mb;
    const analysing = processed(ada.call, id);
    const analysis_mb = (await peakDuring(analysing)) - before_mb;
    process.stderr.write(
      `${FORMAT}, ${FILE_MB} MB, ${points} points: ${before_mb.toFixed(0)} MB before, ` +
        `${upload_mb.toFixed(0)} MB more while uploaded, ${analysis_mb.toFixed(0)} MB more while analysed\n`,
    );
    expect((await analysing).processing_status).toBe(3);
    expect(upload_mb).toBeLessThan(MOST_UPLOAD_MB);
    if (FILE_MB <= 40 && PADDING >= 1000) expect(analysis_mb).toBeLessThan(MOST_ANALYSIS_MB);
  }, 200_000);
});
