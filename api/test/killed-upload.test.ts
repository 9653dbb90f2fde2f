import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Track } from "../src/app/contract.ts";
import { largeGpx } from "./large-files.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { type Person, processed, trackForm } from "./test-server.ts";
import { callAt, signUpAt } from "./web-callers.ts";

/** So large that it is searched for boats, days and sailing for some seconds. */
const BYTES = 24e6;

describe.skipIf(!isServerBuilt)("an upload whose process is killed while its file is searched", () => {
  let server: ServerProcess;
  let ada: Person;
  beforeAll(async () => {
    server = new ServerProcess("all", { LEEBOW_SECRET: "the secret of each of its lives" });
    await server.start();
    ada = await signUpAt(server.address!, "Ada");
  }, 240_000);
  afterAll(() => server?.kill());

  const call: Person["call"] = (method, path, options = {}) =>
    callAt(server.address!, method, path, {
      ...options,
      headers: { authorization: `Bearer ${ada.session.access}`, ...options.headers },
    });
  const filesIn = (folder: string) => readdir(join(server.folder, "files", folder)).catch((): string[] => []);

  /** Waits until all of an upload has arrived. */
  async function arrived(bytes: number): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(5)) {
      for (const name of await filesIn("incoming")) {
        const about = await stat(join(server.folder, "files", "incoming", name)).catch(() => null);
        if (about && about.size >= bytes) return;
      }
    }
    throw new Error("the upload did not arrive");
  }

  it("is not answered, leaves no track and no file but the partly received one, and is taken when it is sent again", async () => {
    const { bytes } = largeGpx(BYTES, 0, 1000);
    const form = () => trackForm("day.gpx", bytes, { boat_name: "49er", is_sailing: "true" });
    const answer = call("POST", "/api/tracks/", { form: form() }).then(
      ({ status }) => status,
      () => "no answer",
    );
    await arrived(bytes.length);
    await server.killKeepingFiles();
    expect(await answer).toBe("no answer");
    await server.startAgain();
    const mine = async () => (await call("GET", "/api/tracks/?owner=mine")).body.results as Track[];
    expect([await mine(), await filesIn("sources")]).toEqual([[], []]);
    const { status, body } = await call("POST", "/api/tracks/", { form: form() });
    expect(status).toBe(201);
    expect((await processed(call, body.id)).processing_status).toBe(3);
    expect([(await mine()).map(({ id }) => id), (await filesIn("sources")).length]).toEqual([[body.id], 1]);
  }, 300_000);
});
