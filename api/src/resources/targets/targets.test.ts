import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS, type Target } from "../../app/contract.ts";

const FILE = "twa/tws;8;12\n45;5;6\n90;6;8\n150;5;7\n";

onEveryDatabase("the target polars of an account", (at) => {
  let ada: Person;
  let grace: Person;
  beforeAll(async () => {
    ada = await at().signUp();
    grace = await at().signUp("Grace");
  });
  const keep = (name: string, more: object = {}) =>
    ada.call("POST", "/api/targets/", { json: { boat_class: "ILCA 7", name, file: FILE, ...more } });
  const list = async (person = ada): Promise<Target[]> => (await person.call("GET", "/api/targets/")).body.results;
  const inUse = async () => (await list()).filter(({ in_use }) => in_use).map(({ name }) => name);

  it("are none at first", async () => {
    expect(await list()).toEqual([]);
  });

  it("are read from a file and belong to a class, in any spelling, and a name", async () => {
    const { status, body } = await keep(" Tuning guide ");
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      boat_class: "Laser",
      name: "Tuning guide",
      over_ground: false,
      in_use: true,
      format: "qtvlm",
      damage: [],
      winds: [
        { tws_kn: 8, twa_deg: [45, 90, 150], speed_kn: [5, 6, 5] },
        { tws_kn: 12, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] },
      ],
      created: expect.any(String),
    });
    expect(await list()).toEqual([body]);
    expect(await list(grace)).toEqual([]);
  });

  it("are several of a class, of which one is in use", async () => {
    const { body } = await keep("From ORC", { file: FILE.replace("8\n150", "80\n150"), over_ground: true });
    expect(body.damage).toEqual([
      "80 kn at 90° in 12 kn does not fit its neighbours. Left out; what lies between is used: 6.4 kn.",
    ]);
    await keep("Of the 49er", { boat_class: "49er" });
    expect(await inUse()).toEqual(["Of the 49er", "From ORC"]);
    const [, , guide] = await list();
    const changed = await ada.call("PATCH", `/api/targets/${guide!.id}/`, { json: { in_use: true, name: "Guide" } });
    expect([changed.status, changed.body.name]).toEqual([200, "Guide"]);
    expect(await inUse()).toEqual(["Of the 49er", "Guide"]);
    await ada.call("PATCH", `/api/targets/${guide!.id}/`, { json: { in_use: false } });
    expect(await inUse()).toEqual(["Of the 49er"]);
  });

  it("are changed and deleted by nobody else", async () => {
    const [first] = await list();
    for (const [method, json] of [
      ["PATCH", { in_use: false }],
      ["DELETE", undefined],
    ] as const)
      expect((await grace.call(method, `/api/targets/${first!.id}/`, { json })).status).toBe(404);
    expect((await ada.call("DELETE", `/api/targets/${first!.id}/`)).status).toBe(204);
    expect(await list()).toHaveLength(2);
  });

  it("are refused with a sentence where the file is none or the class unknown", async () => {
    const none = await keep("Results", { file: "Place,Boat\n1,Ada\n2,Ben\n" });
    expect([none.status, none.body.file[0]]).toEqual([400, expect.stringMatching(/^This is no polar\./)]);
    const unknown = await keep("Boat", { boat_class: "Bathtub" });
    expect([unknown.status, unknown.body.boat_class[0]]).toEqual([400, expect.stringContaining("not a boat class")]);
    expect((await keep(" ")).body.name).toEqual(["Name the polar."]);
    expect((await keep("Two\nlines")).status).toBe(400);
  });

  it("are so many at most", async () => {
    const { db } = at().context;
    const { user_id } = await db.selectFrom("targets").select("user_id").executeTakeFirstOrThrow();
    const row = {
      user_id,
      boat_class: "470",
      over_ground: false,
      in_use: false,
      format: "csv" as const,
      damage: "[]",
      winds: "[]",
    };
    const missing = LIMITS.targets_per_user - (await list()).length;
    await db
      .insertInto("targets")
      .values(Array.from({ length: missing }, (_, i) => ({ ...row, name: `${i}` })))
      .execute();
    const { status, body } = await keep("One more");
    expect([status, body.detail]).toEqual([
      409,
      `You have ${LIMITS.targets_per_user} polars, the most there can be. Delete one of them.`,
    ]);
  });
});
