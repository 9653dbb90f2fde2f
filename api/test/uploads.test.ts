import { readdir } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../src/platform/limits.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { POSTGRES, processed, trackForm } from "./test-server.ts";
import { signUpAt } from "./web-callers.ts";

/** Half-open uploads of one user. */
const UPLOADS = Number(process.env.HALF_UPLOADS || 200);
/** Each holds what Node reads of a connection before it pauses: 0.12 to 0.17 MB measured, with 200 and with 1000. */
const MB_EACH = 0.5;
const START_TIMEOUT_MS = 200_000;

describe.skipIf(!isServerBuilt)("uploads that never end", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>> | null = null;
  let server: ServerProcess;
  const half: ClientRequest[] = [];
  beforeAll(async () => {
    database = POSTGRES ? await freshDatabase(POSTGRES) : null;
    server = new ServerProcess("all", database ? { DATABASE_URL: database.url } : { DATABASE_URL: "" });
    await server.start();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    for (const upload of half) upload.destroy();
    await server?.kill();
    await database?.drop();
  });

  /** Sends the headers and 100 kB of a recording, and leaves the connection open. Resolves with a status, or 0 for none. */
  function begin(access: string): Promise<number> {
    return new Promise((done) => {
      const headers = {
        authorization: `Bearer ${access}`,
        "content-type": "multipart/form-data; boundary=half",
        "content-length": 50_000_000,
      };
      const upload = request(`${server.address}/api/tracks/`, { method: "POST", headers, agent: false });
      half.push(upload);
      upload.on("error", () => done(0));
      upload.on("response", (response) => done(response.resume().statusCode!));
      upload.write('--half\r\nContent-Disposition: form-data; name="file"; filename="half.gpx"\r\n\r\n');
      upload.write(Buffer.alloc(100_000));
      upload.once("close", () => done(0));
    });
  }

  it("do not keep others from uploading, cost little memory, and are refused beyond some of one user", async () => {
    const eve = await signUpAt(server.address!, "Eve");
    const ada = await signUpAt(server.address!, "Ada");
    // What the first upload and analysis load into memory stays.
    await ada.upload("first.gpx", readFixture("ilca-weymouth.gpx"));
    const before_mb = await server.memory_mb();
    const refused: number[] = [];
    for (let n = 0; n < UPLOADS; n++) void begin(eve.session.access).then((status) => refused.push(status));
    const most = LIMITS.uploads_per_user;
    await expect.poll(() => refused.length, { timeout: 25_000 }).toBe(UPLOADS - most);
    expect(new Set(refused)).toEqual(new Set([429]));
    expect(await readdir(join(server.folder, "files/incoming"))).toHaveLength(most);

    const form = trackForm("second.gpx", readFixture("49er-every-five-seconds.gpx"));
    const { status, body } = await ada.call("POST", "/api/tracks/", { form });
    expect(status).toBe(201);
    expect((await processed(ada.call, body.id)).processing_status).toBe(3);
    expect((await eve.call("GET", "/api/tracks/")).body.results).toEqual([]);
    const after_mb = await server.memory_mb();
    if (before_mb !== null && after_mb !== null) {
      process.stderr.write(`${UPLOADS} half-open uploads: ${before_mb.toFixed(0)} to ${after_mb.toFixed(0)} MB\n`);
      expect(after_mb - before_mb).toBeLessThan(UPLOADS * MB_EACH);
    }
  }, 120_000);
});
