import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS } from "../../app/contract.ts";
import { tagKey } from "../tracks/schema.ts";

onEveryDatabase("a user's own tags", (at) => {
  let ada: Person;
  let grace: Person;
  beforeAll(async () => {
    ada = await at().signUp();
    grace = await at().signUp("Grace");
  });
  const create = (json: unknown, person = ada) => person.call("POST", "/api/user-tags/", { json });
  const list = async (person = ada) => (await person.call("GET", "/api/user-tags/")).body.tags;

  it("are none at first", async () => {
    expect(await list()).toEqual([]);
  });

  it("are green unless another colour is chosen", async () => {
    const { status, body } = await create({ value: " Flat water " });
    expect(status).toBe(201);
    expect(body.tag).toEqual({ id: expect.any(Number), value: "Flat water", color: "green", visible: true });
    expect((await create({ value: "Chop", color: "#FF8800" })).body.tag.color).toBe("#ff8800");
  });

  it("are listed by value", async () => {
    expect((await list()).map((tag: { value: string }) => tag.value)).toEqual(["Chop", "Flat water"]);
  });

  it("are reused when the value is typed again, in any case", async () => {
    const [, flat] = await list();
    const again = await create({ value: "FLAT WATER", color: "red" });
    expect([again.status, again.body.tag]).toEqual([200, flat]);
    const [first, second] = await Promise.all([create({ value: "Ørsted" }), create({ value: "ørsted" })]);
    expect(first.body.tag.id).toBe(second.body.tag.id);
    expect(await list()).toHaveLength(3);
  });

  it("can be hidden and shown, and typing a hidden one shows it again", async () => {
    const [chop] = await list();
    const hide = () => ada.call("POST", `/api/user-tags/${chop.id}/hide/`);
    expect((await hide()).body.tag).toEqual({ ...chop, visible: false });
    expect((await list())[0].visible).toBe(false);
    expect((await ada.call("POST", `/api/user-tags/${chop.id}/show/`)).body.tag).toEqual(chop);
    await hide();
    expect((await create({ value: "chop" })).body.tag).toEqual(chop);
  });

  it("are nobody else's", async () => {
    const [chop] = await list();
    expect(await list(grace)).toEqual([]);
    expect((await create({ value: "Chop" }, grace)).body.tag.id).not.toBe(chop.id);
    for (const what of ["hide", "show"]) {
      expect((await grace.call("POST", `/api/user-tags/${chop.id}/${what}/`)).status).toBe(404);
    }
    expect((await list())[0].visible).toBe(true);
  });

  it.each([
    [{ value: "  " }, { value: ["Write a tag."] }],
    [{}, { value: ["Write a tag."] }],
    [{ value: "x".repeat(LIMITS.tag_chars + 1) }, { value: ["A tag has 50 characters at most."] }],
    [{ value: "x", color: "red;background:url(//evil)" }, { color: ["Write a colour by its name or as #rrggbb."] }],
  ])("are refused with a sentence for %j", async (json, errors) => {
    const { status, body } = await create(json);
    expect([status, body]).toEqual([400, errors]);
  });

  it("have a largest number, and existing ones can be used then", async () => {
    const { db } = at().context;
    const user_id = grace.session.user.id;
    const have = (await list(grace)).length;
    const rows = Array.from({ length: LIMITS.tags_per_user - have }, (_, i) => ({
      user_id,
      value: `t${i}`,
      color: "red",
    }));
    await db
      .insertInto("user_tags")
      .values(rows.map((row) => ({ ...row, match_key: tagKey(row.value) })))
      .execute();
    const { status, body } = await create({ value: "one more" }, grace);
    expect([status, body.detail]).toEqual([409, "You have 500 tags, the most there can be. Use one of them."]);
    expect((await create({ value: "T7" }, grace)).status).toBe(200);
  });
});
