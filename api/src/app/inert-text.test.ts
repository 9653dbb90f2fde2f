import { readFixture } from "@leebow/fixtures";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, it } from "vitest";
import { FORMULA_PAYLOADS, XSS_PAYLOADS } from "../../test/payloads.ts";
import { type Answer, onEveryDatabase, type Person, trackForm } from "../../test/test-server.ts";
import { LIMITS, type Track, type TrackDetail } from "./contract.ts";

const PAYLOADS = [...XSS_PAYLOADS, ...FORMULA_PAYLOADS];
/** Uploads take longer than other calls. */
const SOME = PAYLOADS.filter((_, i) => i % 10 === 0);
/** Names of people are one line of at most 64 characters. */
const isName = (text: string) =>
  text.length <= 64 && !/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);
const FORMULA_START = /^[=+\-@\t\r]/;

/** The answer is JSON that no browser takes for a page, with this text as it was written in this field. */
function expectLiteral({ headers, body }: Answer, field: (body: Answer["body"]) => unknown, text: string) {
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(field(body)).toBe(text);
}

/** No cell is a formula, nor would one be after the workbook was saved as CSV. */
async function expectInert(bytes: Uint8Array): Promise<string[]> {
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    if (name.endsWith(".xml")) expect(Buffer.from(part).toString(), name).not.toMatch(/<f[\s>]|<hyperlink/);
  }
  const { sheets } = await readXlsx(bytes);
  const texts = sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => typeof cell === "string");
  expect(texts.filter((text) => FORMULA_START.test(text))).toEqual([]);
  return texts;
}

onEveryDatabase("a text that a user wrote", (at) => {
  let ada: Person;
  let track: Track;
  let straight: number;
  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"));
    const { segments } = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    straight = segments.find(({ label }) => label === "S")!.id;
  });
  const report = () => ada.call("GET", `/api/reports/track/?track_id=${track.id}`);

  it("comes from two hundred payloads", () => {
    expect([XSS_PAYLOADS.length, FORMULA_PAYLOADS.length, new Set(PAYLOADS).size]).toEqual([100, 100, 200]);
  });

  it("is inert as a person's name: in JSON, in XLSX, in the names of downloads", async () => {
    let accepted = 0;
    for (const [i, text] of PAYLOADS.entries()) {
      const json = { first_name: text, last_name: text };
      const changed = await ada.call("PATCH", "/api/users/", { json });
      const name = text.trim();
      if (!isName(name)) {
        expect([changed.status, Object.keys(changed.body as object)]).toEqual([400, ["first_name", "last_name"]]);
        continue;
      }
      accepted++;
      expectLiteral(changed, (body) => body.first_name, name);
      const shown = await ada.call("GET", `/api/tracks/${track.id}/?notrackpoints=true`);
      expectLiteral(shown, (body) => body.full_name, `${name} ${name}`);
      // A workbook takes longer than a page of JSON; the tags below try every payload in one.
      if (i % 5 > 0) continue;
      const { bytes, headers } = await report();
      const expected = FORMULA_START.test(name) ? `'${name} ${name}` : `${name} ${name}`;
      const lines = (value: string) => value.replaceAll(/\r\n?/g, "\n");
      expect((await expectInert(bytes)).map(lines)).toContain(lines(expected));
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+-track-report\.xlsx$/);
    }
    expect(accepted).toBeGreaterThan(150);
    await ada.call("PATCH", "/api/users/", { json: { first_name: "Ada", last_name: "Lovelace" } });
  }, 300_000);

  it("is inert as the name of a file: in JSON, and in the name of its download", async () => {
    for (const [i, text] of SOME.entries()) {
      const name = `${text.replaceAll(/["/\\\t\r\n]/g, "_")}.gpx`;
      const form = trackForm(name, Buffer.from(`<gpx/>${" ".repeat(i)}`));
      const uploaded = await ada.call("POST", "/api/tracks/", { form });
      expectLiteral(uploaded, (body) => body.file_name, name);
      const { body } = await ada.call("GET", `/api/download/track/source/${uploaded.body.id}/`);
      const file = await at().call("GET", body.url);
      expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''\d{6}Lovelace\.gpx$/);
      expect(file.headers.get("content-type")).toBe("application/octet-stream");
    }
  }, 120_000);

  it("is inert as a tag of a segment: in JSON, and in XLSX", async () => {
    const tags: string[] = [];
    for (const value of PAYLOADS.filter((text) => text.length <= LIMITS.tag_chars)) {
      const made = await ada.call("POST", "/api/user-tags/", { json: { value } });
      // Some differ from an earlier one in case or form alone.
      if (made.status === 201) expectLiteral(made, (body) => body.tag.value, value.trim());
      tags.push(made.body.tag.value);
      const row = { segment_id: straight, tag_id: made.body.tag.id };
      await at()
        .context.db.insertInto("segment_tags")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    expect(tags.length).toBeGreaterThan(150);
    const { body } = await ada.call("GET", `/api/segments/${straight}/`);
    expect(new Set(body.user_tags.map((tag: { value: string }) => tag.value))).toEqual(new Set(tags));
    await expectInert((await report()).bytes);
  }, 120_000);

  it("is no colour of a tag", async () => {
    for (const color of PAYLOADS) {
      const { status, body } = await ada.call("POST", "/api/user-tags/", { json: { value: "colourful", color } });
      expect([status, Object.keys(body)]).toEqual([400, ["color"]]);
    }
  }, 60_000);

  it("is inert as the name of a straight-line analysis", async () => {
    const json = { track: track.id, segments: [straight], name: PAYLOADS[0] };
    const { id } = (await ada.call("POST", "/api/straights/", { json })).body;
    for (const name of PAYLOADS) {
      await ada.call("PATCH", `/api/straights/${id}/`, { json: { name } });
      if (!SOME.includes(name)) continue;
      const shown = await ada.call("GET", `/api/straights/${id}/?notrackpoints=true`);
      expectLiteral(shown, (body) => body.name, name.trim());
    }
  }, 60_000);
});
