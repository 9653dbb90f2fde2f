import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readFixture } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person, processed, type TestServer, trackForm } from "../../../test/test-server.ts";
import { sweepFiles } from "../../platform/files/folders.ts";

const gpx = readFixture("ilca-weymouth.gpx");

onEveryDatabase("the same file uploaded again", (at) => {
  it("five times at once is one track", async () => {
    const ada = await at().signUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(ada)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await filesIn(at(), "sources")).toHaveLength(1);
    expect((await ada.call("GET", "/api/tracks/")).body.results).toHaveLength(1);
    // Its analysis writes temporary files of its own, the last ones after the track is done.
    await processed(ada.call, answers[0]!.body.id);
    await expect.poll(() => filesIn(at(), "incoming"), { timeout: 10_000 }).toEqual([]);
  });

  it("is the track there is, as it is; of another user it is another track", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const first = await upload(ada, "a.gpx", { boat_name: "Laser" });
    const track = await processed(ada.call, first.body.id);
    const again = await upload(ada, "renamed.gpx", { boat_name: "49er" });
    expect([again.status, again.body]).toEqual([200, track]);
    expect((await upload(ben)).status).toBe(201);
  });

  it("is known by its hash before it is sent, to its owner alone", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const { id } = (await upload(ada)).body;
    const sha256 = createHash("sha256").update(gpx).digest("hex");
    const files = [
      { sha256, bytes: gpx.length },
      { sha256: "0".repeat(64), bytes: 1 },
    ];
    const known = async (by: Person) => (await by.call("POST", "/api/tracks/known/", { json: { files } })).body;
    expect(await known(ada)).toEqual({ known: [{ sha256, track_id: id }] });
    expect(await known(ben)).toEqual({ known: [] });
  });

  it("after it was deleted is new", async () => {
    const ada = await at().signUp();
    const first = await upload(ada);
    await ada.call("DELETE", `/api/tracks/${first.body.id}/`);
    const second = await upload(ada);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it("is found when the track is older than the hashes, also where there were two of it", async () => {
    const ada = await at().signUp();
    const first = await upload(ada);
    const { db, storage } = at().context;
    const track = await db.selectFrom("tracks").selectAll().where("id", "=", first.body.id).executeTakeFirstOrThrow();
    await storage.write("sources/twin.gpx", gpx);
    const {
      id: _,
      source_sha256,
      corrections,
      wind_candidates,
      damage,
      result_parameters,
      same_boat,
      ...copied
    } = track;
    const twin = { ...copied, source_key: "sources/twin.gpx", source_sha256: null };
    await db.insertInto("tracks").values(twin).execute();
    await db.updateTable("tracks").set({ source_sha256: null }).where("user_id", "=", track.user_id).execute();
    const again = await upload(ada);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    const stored = await db.selectFrom("tracks").select("source_sha256").where("id", "=", track.id).execute();
    expect(stored).toEqual([{ source_sha256 }]);
  });
});

onEveryDatabase("an upload that the server cannot store", (at) => {
  const failing = async (code: string, step: "receive" | "keep", act: () => Promise<unknown>) => {
    const { storage } = at().context;
    const { receive } = storage;
    const fault = Object.assign(new Error(code), { code });
    storage.receive = async (source) => {
      const incoming = await receive.call(storage, source);
      if (step === "keep") return { ...incoming, keep: () => Promise.reject(fault) };
      await incoming.discard();
      throw fault;
    };
    await act();
    storage.receive = receive;
  };

  it.each([
    ["a full disk", "ENOSPC", 507],
    ["a full quota", "EDQUOT", 507],
    ["a read-only disk", "EROFS", 503],
    ["a broken disk", "EIO", 503],
  ])("because of %s answers %s with %d, keeps nothing, and is accepted afterwards", async (_, code, status) => {
    const ada = await at().signUp();
    const before = await filesIn(at(), "sources");
    for (const step of ["receive", "keep"] as const) {
      await failing(code, step, async () => {
        const answer = await upload(ada);
        expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(/Nothing was kept; try/)]);
        expect(answer.headers.get("retry-after")).toBe(status === 503 ? "60" : null);
      });
    }
    // The analysis of an earlier upload may have met the same fault.
    const calls = at().errors.splice(0) as { event: string }[];
    expect(calls.filter(({ event }) => event === "call failed")).toHaveLength(2);
    expect(await filesIn(at(), "sources")).toEqual(before);
    expect((await ada.call("GET", "/api/tracks/")).body.results).toEqual([]);
    expect((await upload(ada)).status).toBe(201);
  });

  it("because the database is lost during the commit answers 503, and the sweep finds the file", async () => {
    const ada = await at().signUp();
    const { jobs } = at().context;
    const { enqueue } = jobs;
    const lost = Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    jobs.enqueue = () => Promise.reject(lost);
    const before = await filesIn(at(), "sources");
    const answer = await upload(ada);
    jobs.enqueue = enqueue;
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.body.detail).toMatch(/cannot reach its database.*try again in a few seconds\.$/);
    // The row may have been stored, so the file stays.
    expect(await filesIn(at(), "sources")).toHaveLength(before.length + 1);
    await sweepFiles(at().context, 0);
    expect((await filesIn(at(), "sources")).length).toBeLessThanOrEqual(before.length);
    // The analysis of an earlier upload may have logged more.
    const events = (at().errors.splice(0) as { event: string }[]).map(({ event }) => event);
    expect(events.filter((event) => event === "call failed")).toHaveLength(1);
    expect(events.filter((event) => event.startsWith("files without a row"))).toHaveLength(1);
    expect((await upload(ada)).status).toBe(201);
  });
});

function upload(person: Person, name = "a.gpx", fields: Record<string, string> = {}) {
  return person.call("POST", "/api/tracks/", { form: trackForm(name, gpx, fields) });
}

const filesIn = (at: TestServer, folder: string): Promise<string[]> =>
  readdir(join(at.config.data, "files", folder)).catch(() => []);
