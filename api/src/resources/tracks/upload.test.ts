import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { readFixture, zipOf } from "@leebow/fixtures";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person, processed, type TestServer, trackForm } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import { createApp } from "../../app/app.ts";
import { LIMITS } from "../../app/contract.ts";
import { sweepFiles } from "../../platform/files/folders.ts";
import type { StoredPage } from "../../platform/storage/storage.ts";

const gpx = () => readFixture("ilca-weymouth.gpx");

/** Files in a folder of the storage. */
const filesIn = (at: TestServer, folder: string) => readdir(join(at.config.data, "files", folder)).catch(() => []);

/** A form as a browser sends it, in pieces that are made while they are read. */
function streamedUpload(at: TestServer, access: string, chunks: () => Generator<Uint8Array>) {
  const boundary = randomUUID();
  const text = (s: string) => new TextEncoder().encode(s);
  function* form() {
    yield text(`--${boundary}\r\nContent-Disposition: form-data; name="boat_name"\r\n\r\n49er\r\n`);
    yield text(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.gpx"\r\n\r\n`);
    yield* chunks();
    yield text(`\r\n--${boundary}--\r\n`);
  }
  const headers = { authorization: `Bearer ${access}`, "content-type": `multipart/form-data; boundary=${boundary}` };
  const body = Readable.toWeb(Readable.from(form()));
  return at.fetch(
    new Request("http://leebow.test/api/tracks/", { method: "POST", headers, body, duplex: "half" } as RequestInit),
  );
}

function* zeros(bytes: number) {
  const chunk = new Uint8Array(1024 * 1024);
  for (let left = bytes; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}

onEveryDatabase("the quota of a user", (at) => {
  const store = (user_id: number, count: number, source_bytes: number) => {
    const row = { user_id, boat_name: "49er", permissions: "PUBLIC" as const, file_name: "a.gpx", source_bytes };
    const rows = Array.from({ length: count }, () => ({
      ...row,
      source_key: `sources/${randomUUID()}.gpx`,
      processing_status: 3,
      sort_time: new Date(),
    }));
    return at().context.db.insertInto("tracks").values(rows).execute();
  };
  let uploads = 0;
  /** Another recording each time. */
  const upload = (person: Person) => {
    const bytes = Buffer.concat([gpx(), Buffer.from("\n".repeat(++uploads))]);
    return person.call("POST", "/api/tracks/", { form: trackForm("a.gpx", bytes) });
  };

  it("limits the number of tracks", async () => {
    const ada = await at().signUp();
    for (let left = LIMITS.tracks_per_user - 1; left > 0; left -= 1000)
      await store(ada.session.user.id, Math.min(1000, left), 1);
    const before = await filesIn(at(), "sources");
    // Of two at once, one is the last.
    const statuses = (await Promise.all([upload(ada), upload(ada)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
    const { status, body } = await upload(ada);
    expect([status, body]).toEqual([
      409,
      { detail: expect.stringMatching(/^You have 7000 tracks.*Delete some first\.$/), code: "limit_reached" },
    ]);
    expect(await filesIn(at(), "sources")).toHaveLength(before.length + 1);
  });

  it("limits their bytes", async () => {
    const ada = await at().signUp();
    await store(ada.session.user.id, 1, LIMITS.stored_bytes_per_user - 1000);
    const { status, body } = await upload(ada);
    expect([status, body]).toEqual([
      413,
      { detail: expect.stringMatching(/more than 10 GB.*Delete some first\.$/), code: "storage_limit_reached" },
    ]);
    expect((await upload(await at().signUp("Ben"))).status).toBe(201);
  });
});

onEveryDatabase("a signed address", (at) => {
  it("of a source, CSV or map ends when the track becomes private, for all but its owner, and is checked on each use", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    await at()
      .context.db.updateTable("users")
      .set({ enabled_features: JSON.stringify(["coach_tools"]) })
      .where("id", "=", ben.session.user.id)
      .execute();
    const track = await ada.upload("a.gpx", gpx());
    const addresses = async (person: Person) => [
      (await person.call("GET", `/api/download/track/source/${track.id}/`)).body.url as string,
      (await person.call("GET", `/api/download/exportCSV/${track.id}/`)).body.url as string,
      (await person.call("GET", `/api/tracks/${track.id}/?notrackpoints=true`)).body.static_map as string,
    ];
    const [owners, coachs] = [await addresses(ada), await addresses(ben)];
    const statuses = (urls: string[]) => Promise.all(urls.map(async (url) => (await at().call("GET", url)).status));
    expect([await statuses(owners), await statuses(coachs)]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ]);
    await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { permissions: "PRIVATE" } });
    expect([await statuses(owners), await statuses(coachs)]).toEqual([
      [200, 200, 200],
      [404, 404, 404],
    ]);
    await ada.call("DELETE", `/api/tracks/${track.id}/`);
    expect(await statuses(owners)).toEqual([404, 404, 404]);
  });

  it("of a source is valid for minutes", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx());
    const { url } = (await ada.call("GET", `/api/download/track/source/${track.id}/`)).body;
    const expires = Number(new URL(url, "http://x").searchParams.get("expires"));
    expect(expires).toBeLessThanOrEqual(Date.now() + LIMITS.download_address_s * 1000);
  });
});

onEveryDatabase("an upload", (at) => {
  it.each(["49er-kiel.fit", "ilca-weymouth.gpx", "formula-kite-palma.vakaros.csv", "470-hyeres.velocitek.csv"])(
    "of %s is analysed, and gets its numbers, place, zone and pictures",
    async (name) => {
      const ada = await at().signUp();
      const track = await ada.upload(name, readFixture(name));
      expect(track).toMatchObject({
        processing_status: 3,
        error: null,
        file_name: name,
        boat_name: "49er",
        permissions: "PUBLIC",
        full_name: "Ada Lovelace",
      });
      expect(track.metric!.distance).toBeGreaterThan(500);
      expect(track.metric!.max_speed).toBeGreaterThan(3);
      expect(Date.parse(track.end_time!)).toBeGreaterThan(Date.parse(track.start_time!));
      expect(track.tz).toMatch(/^[A-Z]\w+\/\w+/);
      expect(track.location).toMatch(/^.+, .+$/);
      for (const address of [track.static_map!, track.static_map_dark!]) {
        const picture = await at().call("GET", address);
        expect(picture.headers.get("content-type")).toBe("image/png");
        expect([...picture.bytes.subarray(1, 4)]).toEqual([..."PNG"].map((c) => c.charCodeAt(0)));
      }
    },
  );

  it("of a packed recording is the recording", async () => {
    const ada = await at().signUp();
    const packed = await ada.upload("session.gpx.gz", gzipSync(gpx()), { boat_name: "Laser" });
    const plain = await ada.upload("session.gpx", gpx(), { boat_name: "Laser" });
    expect(packed.metric).toEqual(plain.metric);
  });

  it("takes the names of classes that the terminal takes: ILCA 7 is Laser, in any letter case", async () => {
    for (const [name, boat_class] of [
      ["ILCA 7", "Laser"],
      [" 49erfx ", "49erFX"],
    ] as const) {
      const ada = await at().signUp();
      const form = trackForm("a.gpx", gpx(), { boat_name: name });
      const { status, body } = await ada.call("POST", "/api/tracks/", { form });
      expect([status, body.boat_name]).toEqual([201, boat_class]);
      await processed(ada.call, body.id);
      const changed = await ada.call("PATCH", `/api/tracks/${body.id}/`, { json: { boat_name: "ilca" } });
      expect([changed.status, changed.body.boat_name]).toEqual([200, "Laser"]);
      await processed(ada.call, body.id);
      expect((await ada.call("GET", "/api/reports/user/?class=ilca%206")).status).toBe(200);
    }
  });

  it("answers at once with a track that is being processed", async () => {
    const ada = await at().signUp();
    const { status, body } = await ada.call("POST", "/api/tracks", {
      form: trackForm("a.gpx", gpx(), { permissions: "PRIVATE", boat_name: "ilca 7" }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      processing_status: 1,
      permissions: "PRIVATE",
      boat_name: "Laser",
      metric: null,
      start_time: null,
    });
    await processed(ada.call, body.id);
  });

  it.each([
    ["broken/settings-only.fit", "not_a_track"],
    ["broken/no-times.gpx", "no_times"],
    ["broken/no-positions.gpx", "no_positions"],
    ["broken/unknown-columns.csv", "unknown_format"],
    ["broken/text.fit", "unknown_format"],
  ])("of %s ends in an error that says what is wrong", async (name, kind) => {
    const ada = await at().signUp();
    const track = await ada.upload(name.split("/")[1]!, readFixture(name));
    expect(track.processing_status).toBe(2);
    expect(track.error).toMatch(/^[A-Z].*\.$/s);
    expect(track.metric).toBeNull();
    const { body } = await ada.call("GET", `/api/tracks/${track.id}/analysis/`);
    expect(body).toMatchObject({ files: [], failed: [{ name: name.split("/")[1], kind, message: track.error }] });
  });

  it.each([
    ["nothing at all", new FormData(), { boat_name: ["Boat Class required"], file: ["Track File required"] }],
    ["no boat class", trackForm("a.gpx", gpx(), { boat_name: " " }), { boat_name: ["Boat Class required"] }],
    [
      "an unknown boat class",
      trackForm("a.gpx", gpx(), { boat_name: "Ark" }),
      { boat_name: ['"Ark" is not a boat class Leebow knows. Choose "Other" for it.'] },
    ],
    [
      "an invented visibility",
      trackForm("a.gpx", gpx(), { permissions: "SECRET" }),
      { permissions: [expect.any(String)] },
    ],
    ["a document", trackForm("report.pdf", gpx()), { file: [expect.stringMatching(/\.pdf.*\.fit, \.gpx and \.csv/)] }],
    ["an empty file", trackForm("a.fit", new Uint8Array()), { file: [expect.stringMatching(/empty/)] }],
  ])("of %s is refused field by field, and nothing is kept", async (_, form, expected) => {
    const ada = await at().signUp();
    const before = await filesIn(at(), "sources");
    const { status, body } = await ada.call("POST", "/api/tracks/", { form });
    expect(status).toBe(400);
    expect(body).toEqual(expected);
    expect(await filesIn(at(), "sources")).toEqual(before);
    expect(await filesIn(at(), "incoming")).toEqual([]);
    expect((await ada.call("GET", "/api/tracks/")).body.results).toEqual([]);
  });

  it("of two files at once is refused", async () => {
    const form = trackForm("a.gpx", gpx());
    form.append("file", new File([gpx() as BlobPart], "b.gpx"));
    const { status, body } = await (await at().signUp()).call("POST", "/api/tracks/", { form });
    expect([status, body.file]).toEqual([400, [expect.stringMatching(/one file at a time/)]]);
    expect(await filesIn(at(), "incoming")).toEqual([]);
  });

  it("that is no form is refused", async () => {
    const { status, body } = await (await at().signUp()).call("POST", "/api/tracks/", { json: { file: "x" } });
    expect([status, body]).toEqual([400, { file: ["Track File required"] }]);
  });

  it("of 100 MB is taken, and of one byte more is not and leaves nothing behind", async () => {
    const ada = await at().signUp();
    const before = await filesIn(at(), "sources");
    const more = await streamedUpload(at(), ada.session.access, () => zeros(LIMITS.upload_bytes + 1));
    expect(more.status).toBe(400);
    expect(await more.json()).toEqual({ file: [expect.stringMatching(/larger than 100 MB/)] });
    expect(await filesIn(at(), "sources")).toEqual(before);
    const exact = await streamedUpload(at(), ada.session.access, () => zeros(LIMITS.upload_bytes));
    expect(exact.status).toBe(201);
    const track = await processed(ada.call, ((await exact.json()) as { id: number }).id);
    expect(track.processing_status).toBe(2);
    expect(await filesIn(at(), "incoming")).toEqual([]);
  }, 120_000);

  it("that is interrupted leaves nothing behind", async () => {
    const ada = await at().signUp();
    const before = await filesIn(at(), "sources");
    function* torn() {
      yield* zeros(3 * 1024 * 1024);
      throw new Error("the phone went out of range");
    }
    const answer = await streamedUpload(at(), ada.session.access, torn);
    expect(await answer.json()).toEqual({ file: [expect.stringMatching(/did not arrive whole/)] });
    expect(await filesIn(at(), "sources")).toEqual(before);
    expect(await filesIn(at(), "incoming")).toEqual([]);
  });

  it("whose client hangs up leaves nothing behind, and its place is free", async () => {
    const ada = await at().signUp();
    await waitForJobs(at());
    const before = await filesIn(at(), "sources");
    const server = serve({ fetch: createApp(at().context).fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const head = [
      "POST /api/tracks/ HTTP/1.1",
      "Host: leebow.test",
      `Authorization: Bearer ${ada.session.access}`,
      "Content-Type: multipart/form-data; boundary=half",
      "Content-Length: 5000000",
      "",
      '--half\r\nContent-Disposition: form-data; name="file"; filename="half.gpx"\r\n\r\n',
    ];
    const sockets = Array.from({ length: LIMITS.uploads_per_user }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => {}).write(`${head.join("\r\n")}${"x".repeat(200_000)}`);
    await expect.poll(() => filesIn(at(), "incoming")).toHaveLength(sockets.length);
    const upload = () => ada.call("POST", "/api/tracks/", { form: trackForm("a.gpx", gpx()) });
    expect((await upload()).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => filesIn(at(), "incoming")).toEqual([]);
    expect(await filesIn(at(), "sources")).toEqual(before);
    await expect.poll(async () => (await upload()).status).toBe(201);
    server.close();
    // Its analysis writes into the same folder.
    await waitForJobs(at());
  });

  it("answers 507 when the disk is full, at whichever step", async () => {
    const ada = await at().signUp();
    const { storage } = at().context;
    const { receive } = storage;
    storage.receive = (source) => {
      async function* full() {
        let taken = 0;
        for await (const chunk of source) {
          taken += (chunk as Uint8Array).length;
          if (taken > 1_000_000) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
          yield chunk;
        }
      }
      return receive.call(storage, Readable.from(full()));
    };
    const answer = await streamedUpload(at(), ada.session.access, () => zeros(5_000_000));
    storage.receive = receive;
    expect([answer.status, await answer.json()]).toEqual([
      507,
      { detail: expect.stringMatching(/no room left/), code: "no_room" },
    ]);
    expect(at().errors.splice(0)).toHaveLength(1);
    expect(await filesIn(at(), "incoming")).toEqual([]);
  });

  it("whose row cannot be written leaves no file behind", async () => {
    const ada = await at().signUp();
    const before = await filesIn(at(), "sources");
    const { jobs } = at().context;
    const { enqueue } = jobs;
    jobs.enqueue = () => Promise.reject(new Error("the queue is gone"));
    const { status, body } = await ada.call("POST", "/api/tracks/", { form: trackForm("a.gpx", gpx()) });
    jobs.enqueue = enqueue;
    expect([status, body.detail]).toEqual([500, expect.stringMatching(/went wrong/)]);
    expect(body.detail).not.toMatch(/queue/);
    expect(at().errors.splice(0)).toHaveLength(1);
    expect(await filesIn(at(), "sources")).toEqual(before);
    expect((await ada.call("GET", "/api/tracks/")).body.results).toEqual([]);
  });

  it("is listed under its name without characters that change the direction of a text, and so is a file of a zip", async () => {
    const ada = await at().signUp();
    expect((await ada.upload("day\u202exif\u2066.gpx", gpx())).file_name).toBe("dayxif.gpx");
    const zip = zipOf([
      ["a\u202e.gpx", gpx()],
      ["a.gpx", Buffer.concat([gpx(), Buffer.from("\n\n\n")])],
    ] as const);
    const { body } = await ada.call("POST", "/api/tracks/", { form: trackForm("day.zip", zip) });
    const names = body.archive.tracks.map(({ file_name }: { file_name: string }) => file_name);
    expect(names).toEqual(["a.gpx", "a (2).gpx"]);
  });

  it("under a name that is markup or a path is kept under a name of our own", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("../../<b>é.gpx", gpx());
    expect(track.file_name).toBe("<b>é.gpx");
    expect(await filesIn(at(), "sources")).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}\.gpx$/)]),
    );
  });
});

onEveryDatabase("the sweep of the file storage", (at) => {
  it("deletes partly received files, moves files without a track to unclaimed, and reports them", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx());
    // The job may still be writing files that answers are made of.
    await waitForJobs(at());
    const { storage } = at().context;
    await storage.write("sources/orphan.gpx", gpx());
    await storage.write("incoming/half", gpx());
    await sweepFiles(at().context, 3_600_000);
    expect(await filesIn(at(), "sources")).toContain("orphan.gpx");
    await sweepFiles(at().context, 0);
    expect(await filesIn(at(), "incoming")).toEqual([]);
    expect(await filesIn(at(), "sources")).toHaveLength(1);
    expect(Buffer.compare(await storage.read("unclaimed/sources/orphan.gpx"), gpx())).toBe(0);
    expect(at().errors).toEqual([expect.objectContaining({ count: 1, files: ["sources/orphan.gpx"] })]);
    expect((await ada.call("GET", `/api/download/track/source/${track.id}/`)).status).toBe(200);
  });

  it("deletes no file of a track that the database lost", async () => {
    const ada = await at().signUp();
    const track = await ada.upload("a.gpx", gpx());
    const { db, storage } = at().context;
    const { source_key } = await db
      .selectFrom("tracks")
      .select("source_key")
      .where("id", "=", track.id)
      .executeTakeFirstOrThrow();
    // As a database restored from an older backup has it.
    await db.deleteFrom("tracks").where("id", "=", track.id).execute();
    await sweepFiles(at().context, 0);
    expect(Buffer.compare(await storage.read(`unclaimed/${source_key}`), gpx())).toBe(0);
    await storage.write(source_key, gpx());
    await sweepFiles(at().context, 0);
    expect(await filesIn(at(), "unclaimed/sources")).toHaveLength(2);
  });

  it("looks through 100,000 files page by page, and goes on where it was cut short", async () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `sources/${String(i).padStart(6, "0")}.gpx`);
    const aside: string[] = [];
    let [pages, limit] = [0, 40_000];
    const storage = {
      ...at().context.storage,
      sweepIncoming: async () => undefined,
      async *pages(folder: string, after?: string | null): AsyncGenerator<StoredPage> {
        if (folder !== "sources") return;
        for (let from = after ? keys.indexOf(after) + 1 : 0; from < keys.length; from += 1000) {
          pages += 1;
          const files = keys.slice(from, from + 1000).map((key) => ({ key, modified_ms: 0 }));
          yield { files, next: from + 1000 < keys.length ? files.at(-1)!.key : null };
        }
      },
      moveToUnclaimed: async (key: string) => {
        if (aside.length === limit) throw new Error("killed");
        aside.push(key);
        return key;
      },
    };
    const context = { ...at().context, storage };
    await expect(sweepFiles(context, 0)).rejects.toThrow("killed");
    expect(pages).toBe(41);
    limit = Infinity;
    await sweepFiles(context, 0);
    expect(pages).toBe(41 + 60 + 100);
    expect(new Set(aside).size).toBe(keys.length);
  });
});
