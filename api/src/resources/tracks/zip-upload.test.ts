import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readFixture, zipOf } from "@leebow/fixtures";
import { beforeEach, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed, trackForm } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { LIMITS, type Track, type UploadedTrack } from "../../app/contract.ts";

const KIEL = readFixture("49er-cross-current.fit");
const WEYMOUTH = readFixture("ilca-weymouth.gpx");
const TWO = [
  ["day/kiel.fit", KIEL],
  ["day/weymouth.gpx", WEYMOUTH],
  ["day/results.pdf", "%PDF-1.4"],
] as const;

/** The same zip with this file of it locked with a password, as its header says. */
function locked(zip: Uint8Array, name: string): Uint8Array {
  const marked = Buffer.from(zip);
  marked[marked.indexOf(name) - 30 + 6]! |= 1;
  return marked;
}

onEveryDatabase("an uploaded zip", (at) => {
  let ada: Person;
  beforeEach(async () => {
    ada = await at().signUp();
  });
  const filesIn = (folder: string) => readdir(join(at().config.data, "files", folder)).catch(() => []);
  const upload = async (zip: Uint8Array, name = "day.zip", fields = {}) => {
    const { status, body } = await ada.call("POST", "/api/tracks/", { form: trackForm(name, zip, fields) });
    return { status, body: body as UploadedTrack };
  };
  const listed = async () => (await ada.call("GET", "/api/tracks/?owner=mine")).body.results as Track[];
  const source = async (id: number) => {
    const { url } = (await ada.call("GET", `/api/download/track/source/${id}/`)).body;
    return at().call("GET", url);
  };

  it("makes a track of each recording in it, with the class and visibility of the upload and a source of its own", async () => {
    const { status, body } = await upload(zipOf(TWO), "day.zip", { boat_name: "Laser", permissions: "PRIVATE" });
    expect(status).toBe(201);
    const [kiel, weymouth] = body.archive!.tracks;
    expect(body).toMatchObject({ id: kiel!.id, file_name: "kiel.fit", processing_status: 1 });
    expect(body.archive).toEqual({
      kind: "zip",
      tracks: [
        { id: expect.any(Number), file_name: "kiel.fit", is_new: true },
        { id: expect.any(Number), file_name: "weymouth.gpx", is_new: true },
      ],
      remarks: [],
    });
    for (const { id, file_name } of body.archive!.tracks) {
      const track = await processed(ada.call, id);
      expect(track).toMatchObject({ processing_status: 3, file_name, boat_name: "Laser", permissions: "PRIVATE" });
      expect(track.user).toBe(ada.session.user.id);
    }
    expect(await listed()).toHaveLength(2);
    // The jobs may still be writing files that answers are made of.
    await waitForJobs(at());
    expect(await filesIn("incoming")).toEqual([]);
    expect(Buffer.compare((await source(kiel!.id)).bytes, KIEL)).toBe(0);
    expect(Buffer.compare((await source(weymouth!.id)).bytes, WEYMOUTH)).toBe(0);

    expect((await ada.call("DELETE", `/api/tracks/${kiel!.id}/`)).status).toBe(204);
    expect(Buffer.compare((await source(weymouth!.id)).bytes, WEYMOUTH)).toBe(0);
  });

  it("makes no doubles when it is sent again, at the same time, under another ending, or with a recording that is known", async () => {
    const known = await ada.call("POST", "/api/tracks/", { form: trackForm("own.gpx", WEYMOUTH) });
    const answers = await Promise.all([upload(zipOf(TWO)), upload(zipOf(TWO)), upload(zipOf(TWO), "day.fit")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const first = answers.find(({ status }) => status === 201)!.body;
    expect(first.archive!.tracks).toEqual([
      { id: first.id, file_name: "kiel.fit", is_new: true },
      { id: known.body.id, file_name: "weymouth.gpx", is_new: false },
    ]);
    const again = await upload(
      zipOf([
        ["kiel.fit", KIEL],
        ["copy.fit", KIEL],
      ] as const),
    );
    expect(again.status).toBe(200);
    expect(again.body.archive!.tracks.map(({ id }) => id)).toEqual([first.id, first.id]);
    const tracks = await listed();
    expect(tracks.map(({ file_name }) => file_name).sort()).toEqual(["kiel.fit", "own.gpx"]);
    const { rows } = { rows: await at().context.db.selectFrom("tracks").select("source_key").execute() };
    expect((await filesIn("sources")).sort()).toEqual(rows.map(({ source_key }) => source_key.slice(8)).sort());
  });

  it("names what could not be opened or read, and keeps the rest", async () => {
    const zip = zipOf([
      ...TWO,
      ["secret.fit", KIEL.subarray(1000)],
      ["no-times.gpx", readFixture("broken/no-times.gpx")],
    ]);
    const { status, body } = await upload(locked(zip, "secret.fit"));
    expect(status).toBe(201);
    expect(body.archive!.remarks).toEqual([expect.stringMatching(/^secret\.fit: .*locked with a password\.$/)]);
    expect(body.archive!.tracks.map(({ file_name }) => file_name)).toEqual([
      "kiel.fit",
      "weymouth.gpx",
      "no-times.gpx",
    ]);
    const states = body.archive!.tracks.map(async ({ id }) => (await processed(ada.call, id)).processing_status);
    expect(await Promise.all(states)).toEqual([3, 3, 2]);
    const broken = (await listed()).find(({ file_name }) => file_name === "no-times.gpx");
    expect(broken!.error).toMatch(/^[A-Z].*\.$/s);
  });

  it("says of which recordings its own damage may be", async () => {
    const zip = Buffer.from(zipOf(TWO));
    // The checksum of the first file, which is 14 bytes behind its signature.
    zip[14]! ^= 1;
    const { body } = await upload(zip);
    expect(body.archive!.tracks).toHaveLength(2);
    expect(body.archive!.remarks).toEqual([expect.stringMatching(/^kiel\.fit: The archive's checksum does not match/)]);
  });

  it("with one recording is that track, and the rest of the zip stays in its source", async () => {
    const alone = zipOf([["a.gpx", WEYMOUTH]]);
    const { status, body } = await upload(alone, "alone.zip");
    expect([status, body.file_name, "archive" in body]).toEqual([201, "alone.zip", false]);
    expect((await processed(ada.call, body.id)).processing_status).toBe(3);
    expect(Buffer.compare((await source(body.id)).bytes, alone)).toBe(0);

    const half = await upload(locked(zipOf(TWO), "day/kiel.fit"), "half.zip");
    expect(half.body).toMatchObject({
      file_name: "half.zip",
      archive: {
        tracks: [{ id: half.body.id, file_name: "half.zip", is_new: true }],
        remarks: [expect.stringMatching(/^kiel\.fit: .*locked with a password\.$/)],
      },
    });
    expect((await processed(ada.call, half.body.id)).processing_status).toBe(3);
  });

  it("with more files than are opened, or that unpacks to too much, becomes one track that says so", async () => {
    const many = Array.from({ length: 51 }, (_, i) => [`${i}.gpx`, `${WEYMOUTH}${"\n".repeat(i)}`] as const);
    const bomb = zipOf([
      ["a.gpx", WEYMOUTH],
      ["b.gpx", new Uint8Array(50_000_000)],
    ] as const);
    for (const [zip, why] of [
      [zipOf(many), /more than 50 files/],
      [bomb, /100 times its size/],
    ] as const) {
      const { status, body } = await upload(zip);
      expect([status, "archive" in body]).toEqual([201, false]);
      expect((await processed(ada.call, body.id)).error).toMatch(why);
    }
    expect(await listed()).toHaveLength(2);
  });

  it("that fills the disk while it is unpacked, or while its recordings are stored, leaves nothing behind", async () => {
    await waitForJobs(at());
    const before = await filesIn("sources");
    const { storage } = at().context;
    const { receive } = storage;
    const full = () => Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    // The zip itself is the first file that is received.
    let received = 0;
    storage.receive = (source) => (++received === 3 ? full() : receive.call(storage, source));
    const unpacked = await upload(zipOf(TWO));
    let kept = 0;
    storage.receive = async (source) => {
      const incoming = await receive.call(storage, source);
      return { ...incoming, keep: (key) => (++kept === 2 ? full() : incoming.keep(key)) };
    };
    const stored = await upload(zipOf(TWO));
    storage.receive = receive;
    for (const answer of [unpacked, stored]) expect(answer).toMatchObject({ status: 507, body: { code: "no_room" } });
    expect([received, kept, at().errors.splice(0).length]).toEqual([3, 2, 2]);
    expect(await listed()).toEqual([]);
    expect(await filesIn("sources")).toEqual(before);
    expect(await filesIn("incoming")).toEqual([]);
    expect((await upload(zipOf(TWO))).status).toBe(201);
  });

  it("that is more than a user may store leaves nothing behind, nor does one whose rows cannot be written", async () => {
    const { db, jobs } = at().context;
    await waitForJobs(at());
    const before = await filesIn("sources");
    const { id } = ada.session.user;
    await db.updateTable("users").set({ quota_tracks: 1 }).where("id", "=", id).execute();
    expect(await upload(zipOf(TWO))).toMatchObject({ status: 409, body: { code: "limit_reached" } });
    await db.updateTable("users").set({ quota_tracks: LIMITS.tracks_per_user }).where("id", "=", id).execute();

    const { enqueue } = jobs;
    let enqueued = 0;
    jobs.enqueue = (...args) => {
      if (++enqueued === 2) return Promise.reject(new Error("the queue is gone"));
      return enqueue.apply(jobs, args);
    };
    expect((await upload(zipOf(TWO))).status).toBe(500);
    jobs.enqueue = enqueue;
    expect(at().errors.splice(0)).toHaveLength(1);
    expect(await listed()).toEqual([]);
    expect(await filesIn("sources")).toEqual(before);
    expect(await filesIn("incoming")).toEqual([]);
  });
});
