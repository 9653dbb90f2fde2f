import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Stats } from "sharp";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS } from "../../app/contract.ts";
import { sweep } from "../../platform/ops/sweep.ts";
import type { Journal, JournalReply } from "./schema.ts";

/** A JPEG with the place where it was taken. */
const picture = (colour: string) =>
  sharp({ create: { width: 3000, height: 1500, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: "Secret" }, IFD3: { GPSLatitude: "54/1 26/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();

const form = (...files: (Buffer | string)[]) => {
  const made = new FormData();
  for (const [i, bytes] of files.entries()) made.append("file", new File([bytes as BlobPart], `${i}.jpg`));
  return made;
};

onEveryDatabase("an entry of a journal", (at) => {
  let ada: Person;
  let grace: Person;
  let admin: Person;
  let id: number;
  beforeAll(async () => {
    [ada, grace, admin] = [await at().signUp("Ada"), await at().signUp("Grace"), await at().signUp("Admin")];
    const { db } = at().context;
    await db.updateTable("users").set({ role: 1 }).where("id", "=", admin.session.user.id).execute();
    const track = await db
      .insertInto("tracks")
      .values({
        user_id: ada.session.user.id,
        boat_name: "49er",
        permissions: "PUBLIC",
        file_name: "a.gpx",
        source_key: "sources/a.gpx",
        source_bytes: 1,
        processing_status: 3,
        sort_time: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const json = { track: track.id, content: "A" };
    id = (await ada.call("POST", "/api/journals/", { json })).body.id;
  });
  const read = async (by = ada) => (await by.call("GET", `/api/journals/${id}/`)).body as Journal;
  const reply = (by: Person, method: string, json?: object, query = "") =>
    by.call(method, `/api/journals/${id}/reply/${query}`, json && { json });
  const post = (by: Person, body: FormData) => by.call("POST", `/api/journals/${id}/photo/`, { form: body });
  const stored = async () => (await readdir(join(at().config.data, "files", "photos")).catch(() => [])).sort();

  it("is replied to, and a reply is changed by its author and by role 1 alone", async () => {
    const { status, body } = await reply(grace, "POST", { content: " Why? " });
    expect([status, body]).toMatchObject([
      201,
      { journal: id, content: "Why?", author: { first_name: "Grace" }, can: { edit: true, delete: true } },
    ]);
    const { id: reply_id } = body as JournalReply;
    expect((await read()).replies).toEqual([{ ...body, can: { edit: false, delete: false, hide: true } }]);
    expect((await reply(ada, "PATCH", { reply_id, content: "No" })).status).toBe(403);
    expect((await reply(ada, "DELETE", undefined, `?reply_id=${reply_id}`)).status).toBe(403);
    const changed = (await reply(grace, "PATCH", { reply_id, content: "How?" })).body;
    expect(changed).toMatchObject({ id: reply_id, content: "How?", created: body.created });
    expect(changed.modified > body.modified).toBe(true);
    expect((await reply(admin, "DELETE", undefined, `?reply_id=${reply_id}`)).status).toBe(204);
    expect((await reply(grace, "PATCH", { reply_id, content: "How?" })).status).toBe(404);
    expect((await read()).replies).toEqual([]);
  });

  it.each([{}, { content: "" }, { content: "   " }])("takes no reply without words: %j", async (json) => {
    expect(await reply(grace, "POST", json)).toMatchObject({
      status: 400,
      body: { content: ["Reply content is required."] },
    });
  });

  it("takes no more replies than it can be answered with", async () => {
    const entry = (await ada.call("POST", "/api/journals/", { json: { content: "Long" } })).body.id;
    const replies = Array.from({ length: LIMITS.journal_replies - 1 }, (_, n) => ({
      journal_id: entry,
      author_id: ada.session.user.id,
      content: `${n}`,
    }));
    await at().context.db.insertInto("journal_replies").values(replies).execute();
    const send = () => ada.call("POST", `/api/journals/${entry}/reply/`, { json: { content: "More" } });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect((await send()).body).toEqual({ content: [expect.stringMatching(/^This entry has 200 replies/)] });
  });

  it("does not change a reply by the address of another entry", async () => {
    const { body } = await reply(grace, "POST", { content: "Here" });
    const own = (await grace.call("POST", "/api/journals/", { json: { content: "B" } })).body.id;
    const json = { reply_id: body.id, content: "There" };
    expect((await grace.call("PATCH", `/api/journals/${own}/reply/`, { json })).status).toBe(404);
  });

  it("shows several photos in their order, smaller, and without the place where they were taken", async () => {
    const { status, body } = await post(ada, form(await picture("red"), await picture("blue")));
    expect(status).toBe(201);
    expect(body.photos).toHaveLength(2);
    const shown = await Promise.all(body.photos.map(({ file }: { file: string }) => at().call("GET", file)));
    for (const { headers, bytes } of shown) {
      expect(headers.get("content-type")).toBe("image/webp");
      const { width, height, exif } = await sharp(bytes).metadata();
      expect([width, height, exif]).toEqual([2048, 1024, undefined]);
      expect(Buffer.from(bytes).includes("Secret")).toBe(false);
    }
    const [{ dominant: first }, { dominant: second }] = await Promise.all(
      shown.map(({ bytes }) => sharp(bytes).stats()) as [Promise<Stats>, Promise<Stats>],
    );
    expect([first.r > first.b, second.b > second.r]).toEqual([true, true]);
    const file = new URL(body.photos[0].file, "http://x");
    expect((await at().call("GET", file.pathname)).status).toBe(403);
  });

  it("shows a photo of a phone held upright as it was taken, once its direction is left out", async () => {
    const left = { input: { create: { width: 100, height: 100, channels: 3 as const, background: "red" } } };
    const turned = await sharp({ create: { width: 200, height: 100, channels: 3, background: "blue" } })
      .composite([{ ...left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { photos } = (await post(ada, form(turned))).body as Journal;
    const { bytes } = await at().call("GET", photos.at(-1)!.file);
    const { width, height, orientation } = await sharp(bytes).metadata();
    expect([width, height, orientation]).toEqual([100, 200, undefined]);
    const [red, , blue] = (await sharp(bytes)
      .extract({ left: 50, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer()) as Buffer;
    expect(red! > blue!).toBe(true);
    await ada.call("DELETE", `/api/journals/${id}/photo/?photo_id=${photos.at(-1)!.id}`);
  });

  it("loses a photo with its file, by its author alone", async () => {
    const { photos } = await read();
    const [photo] = photos;
    const query = `?photo_id=${photo!.id}`;
    expect((await grace.call("DELETE", `/api/journals/${id}/photo/${query}`)).status).toBe(403);
    expect((await ada.call("DELETE", `/api/journals/${id}/photo/${query}`)).status).toBe(204);
    expect((await ada.call("DELETE", `/api/journals/${id}/photo/${query}`)).status).toBe(404);
    expect((await at().call("GET", photo!.file)).status).toBe(404);
    // By a job, as that of the photo that was deleted before.
    const count = async () => (await stored()).length;
    await expect.poll(count, { timeout: 30_000 }).toBe(photos.length - 1);
  });

  it("takes photos from nobody else, and no other files; then it stores none of them", async () => {
    const before = await stored();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://evil.example/"/></svg>';
    expect((await post(grace, form(await picture("red")))).status).toBe(403);
    for (const body of [form(), form(svg), form(await picture("red"), "not a picture"), form("")]) {
      expect((await post(ada, body)).body.file).toEqual([expect.stringMatching(/Choose a/)]);
    }
    const many = Array.from({ length: LIMITS.journal_photos }, () => svg);
    for (const body of [form(...many, svg), form(svg, ...many)]) {
      expect((await post(ada, body)).body.file).toEqual(["An entry has at most 10 photos. Delete one first."]);
    }
    expect(await stored()).toEqual(before);
    expect((await ada.call("POST", `/api/journals/${id}/photo/`, { json: {} })).status).toBe(400);
  });

  it("has no more than ten photos", async () => {
    const one = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const now = (await read()).photos.length;
    expect((await post(ada, form(...Array.from({ length: 10 - now }, () => one)))).status).toBe(201);
    const before = await stored();
    expect((await post(ada, form(one))).body.file).toEqual(["An entry has at most 10 photos. Delete one first."]);
    expect(await stored()).toEqual(before);
  });

  it("shows its photos no more to those who may no longer read it", async () => {
    const { photos, track } = await read(grace);
    expect((await at().call("GET", photos[0]!.file)).status).toBe(200);
    await ada.call("PATCH", `/api/tracks/${track}/`, { json: { permissions: "PRIVATE" } });
    expect((await at().call("GET", photos[0]!.file)).status).toBe(404);
  });

  it("goes with its track, and the files of its photos within the hour", async () => {
    const { track } = await read();
    expect((await stored()).length).toBeGreaterThan(0);
    await ada.call("DELETE", `/api/tracks/${track}/`);
    await sweep(at().context);
    expect(await stored()).toEqual([]);
    expect(await readdir(join(at().config.data, "files", "unclaimed")).catch(() => [])).toEqual([]);
    expect(await at().context.db.selectFrom("deleted_photos").selectAll().execute()).toEqual([]);
  });
});
