import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS } from "../../app/contract.ts";

/** Pictures that are being decoded, and the most there were. */
const decoding = { now: 0, most: 0 };

/** Of all pictures; a mock of the module would miss those of code that was loaded before. */
const PICTURES = (sharp as unknown as { prototype: { toBuffer(): Promise<Buffer> } }).prototype;
const { toBuffer } = PICTURES;

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** The head of a PNG with so many RGB pixels, and no pixel data: decoding it fails. */
function pngHead(side_px: number, bits: 8 | 16): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side_px, 0);
  head.writeUInt32BE(side_px, 4);
  head.set([bits, 2, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const data = chunk("IDAT", deflateSync(Buffer.alloc(10)));
  return Buffer.concat([signature, chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

onEveryDatabase("an uploaded picture", (at) => {
  let ada: Person;
  let team: number;
  let journal: number;
  beforeAll(async () => {
    vi.spyOn(PICTURES, "toBuffer").mockImplementation(async function (this: typeof PICTURES) {
      decoding.most = Math.max(decoding.most, ++decoding.now);
      return toBuffer.call(this).finally(() => decoding.now--);
    });
    ada = await at().signUp();
    const { id } = ada.session.user;
    const enabled_features = '["coach_tools"]';
    await at().context.db.updateTable("users").set({ enabled_features }).where("id", "=", id).execute();
    const form = new FormData();
    form.set("name", "Squad");
    team = (await ada.call("POST", "/api/teams/", { form })).body.id;
    journal = (await ada.call("POST", "/api/journals/", { json: { content: "A day" } })).body.id;
  });

  afterAll(() => void vi.restoreAllMocks());

  const formOf = (field: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.set("name", "Squad");
    form.set(field, new File([bytes as BlobPart], "a.png"));
    return form;
  };
  const portrait = (person: Person, bytes: Uint8Array) =>
    person.call("POST", "/api/users/profileimg/", { form: formOf("file", bytes) });
  const PLACES = (): [method: string, path: string, field: string][] => [
    ["POST", "/api/users/profileimg/", "file"],
    ["POST", "/api/teams/", "logo"],
    ["PUT", `/api/teams/${team}/`, "logo"],
    ["POST", `/api/journals/${journal}/photo/`, "file"],
  ];

  it.each([
    ["49 megapixels of 16 bits", pngHead(7000, 16), "7000 × 7000"],
    ["64 megapixels", pngHead(8000, 8), "8000 × 8000"],
  ])("of %s is refused by its head, in every place that takes pictures", async (_, bytes, size) => {
    const sentence = `This picture of ${size} pixels is too large. Choose a smaller one, or save it as a JPEG of at most 50 megapixels.`;
    decoding.most = 0;
    for (const [method, path, field] of PLACES()) {
      const { status, body } = await ada.call(method, path, { form: formOf(field, bytes) });
      expect([path, status, body]).toEqual([path, 400, { [field]: [sentence] }]);
    }
    expect(decoding.most).toBe(0);
  });

  it("is refused as damaged where its head claims what can be decoded", async () => {
    const { status, body } = await portrait(ada, pngHead(3000, 8));
    expect([status, body]).toEqual([400, { file: [expect.stringMatching(/^This is not a picture/)] }]);
  });

  it("is decoded one at a time of a user, and some at a time of all", async () => {
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    decoding.most = 0;
    const own = await Promise.all(Array.from({ length: 5 }, () => portrait(ada, photo)));
    expect([own.map(({ status }) => status), decoding.most]).toEqual([[200, 200, 200, 200, 200], 1]);
    const others = await Promise.all(["Bob", "Eve", "Max", "Pia"].map((name) => at().signUp(name)));
    decoding.most = 0;
    const answers = await Promise.all(others.map((person) => portrait(person, photo)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(decoding.most).toBe(LIMITS.pictures_decoded);
  }, 60_000);

  it("is one of a number an hour", async () => {
    const eve = await at().signUp("Eve");
    for (let n = 0; n < LIMITS.picture_uploads_per_hour; n++) {
      expect((await portrait(eve, Buffer.from("no picture"))).status).toBe(400);
    }
    expect((await portrait(eve, Buffer.from("no picture"))).status).toBe(429);
  }, 60_000);
});
