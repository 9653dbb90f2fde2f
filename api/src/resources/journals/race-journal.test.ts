import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Journal } from "./schema.ts";

onEveryDatabase("the journal of a race", (at) => {
  let ada: Person;
  let coach: Person;
  let stranger: Person;
  let race: number;
  let entry: Journal;
  beforeAll(async () => {
    [ada, coach, stranger] = [await at().signUp("Ada"), await at().signUp("Coach"), await at().signUp("Stranger")];
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
    const members = [
      { team_id: team.id, user_id: coach.session.user.id, role: "COACH" as const },
      { team_id: team.id, user_id: ada.session.user.id, role: "ATHLETE" as const },
    ];
    await db.insertInto("team_members").values(members).execute();
    const tracks = await db
      .insertInto("tracks")
      .values(
        [1, 2].map(() => ({
          user_id: ada.session.user.id,
          boat_name: "49er",
          permissions: "PRIVATE" as const,
          file_name: "a.gpx",
          source_key: `sources/${randomUUID()}.gpx`,
          source_bytes: 1,
          processing_status: 3,
          sort_time: new Date(),
        })),
      )
      .returning("id")
      .execute();
    const user_id = coach.session.user.id;
    race = (await db.insertInto("races").values({ user_id, name: "Race" }).returning("id").executeTakeFirstOrThrow())
      .id;
    await db
      .insertInto("race_tracks")
      .values(tracks.map(({ id }) => ({ race_id: race, track_id: id })))
      .execute();
    const star = { jType: "star", s_point: "2026-07-01T10:00:00Z", e_point: "2026-07-01T10:01:00Z" };
    entry = (await coach.call("POST", "/api/journals/", { json: { race, content: "Start", ...star } })).body;
  });
  const list = (query = "", by?: Person) =>
    (by ?? at()).call("GET", `/api/races/${race}/journal/${query}`) as ReturnType<Person["call"]>;

  it("is read by those who may view the race", async () => {
    expect(entry).toMatchObject({ race, track: null, static_map: null, subject: { name: "Race", boat_name: null } });
    for (const by of [ada, coach]) {
      const { status, body } = await list("", by);
      expect([status, body.results.map(({ id }: Journal) => id)]).toEqual([200, [entry.id]]);
      expect((await by.call("GET", "/api/journals/")).body.results.map(({ id }: Journal) => id)).toEqual([entry.id]);
    }
    expect((await list("", stranger)).status).toBe(404);
    expect((await list()).status).toBe(401);
    expect((await stranger.call("GET", `/api/journals/${entry.id}/`)).status).toBe(404);
  });

  it("is shown with its photos to the holder of the link, who may change nothing, until the link is revoked", async () => {
    const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("file", new File([photo as BlobPart], "a.png"));
    expect((await coach.call("POST", `/api/journals/${entry.id}/photo/`, { form })).status).toBe(201);
    await ada.call("POST", `/api/journals/${entry.id}/reply/`, { json: { content: "Yes" } });
    await at()
      .context.db.updateTable("tracks")
      .set({ permissions: "PUBLIC" })
      .where("user_id", "=", ada.session.user.id)
      .execute();
    const { share_id } = (await coach.call("POST", `/api/races/${race}/share/`, { json: {} })).body;
    const { status, body } = await list(`?share_id=${share_id}`);
    expect(status).toBe(200);
    const [shown] = body.results as [Journal];
    expect(shown.can).toEqual({ edit: false, delete: false, reply: false, hide: false });
    expect(shown.replies.map(({ can }) => can)).toEqual([{ edit: false, delete: false, hide: false }]);
    expect((await at().call("GET", shown.photos[0]!.file)).status).toBe(200);
    expect((await list("?share_id=wrong")).status).toBe(404);
    await coach.call("DELETE", `/api/races/${race}/share/`);
    expect((await list(`?share_id=${share_id}`)).status).toBe(404);
    expect((await at().call("GET", shown.photos[0]!.file)).status).toBe(404);
  });

  it("goes with the race", async () => {
    expect((await coach.call("DELETE", `/api/races/${race}/`)).status).toBe(204);
    expect((await coach.call("GET", `/api/journals/${entry.id}/`)).status).toBe(404);
  });
});
