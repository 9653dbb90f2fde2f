import { beforeAll, expect, it } from "vitest";
import { openEvents } from "../../../test/event-reader.ts";
import { idOf, insertTrack } from "../../../test/rows.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS } from "../../platform/limits.ts";

const HIDDEN_START = "2026-05-01T09:00:00.000Z";
const SHOWN_START = "2026-05-01T10:30:00.000Z";

/** Rows of `tracks` and `races`: what is shown of a race does not depend on its points. */
onEveryDatabase("start and place of a race whose first track is private", (at) => {
  let coach: Person;
  let owner: Person;
  let sailor: Person;
  let race: number;
  let hidden_track: number;

  const track = (person: Person, permissions: "PUBLIC" | "PRIVATE", start_time: string, location: string) =>
    insertTrack(at().context.db, person, {
      permissions,
      start_time,
      location,
      sort_time: new Date(start_time),
      tz: "Europe/Madrid",
    });

  beforeAll(async () => {
    [coach, owner, sailor] = [await at().signUp("Coach"), await at().signUp("Owner"), await at().signUp("Sailor")];
    const { db } = at().context;
    hidden_track = await track(owner, "PRIVATE", HIDDEN_START, "Secretbay, Spain");
    const shown_track = await track(sailor, "PUBLIC", SHOWN_START, "El Saler, Spain");
    const { id: team_id } = await db
      .insertInto("teams")
      .values({ name: "T" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") =>
      ({ team_id, user_id: idOf(person), role, permissions: "COACH_ONLY", accepted: true }) as const;
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(owner, "ATHLETE"), member(sailor, "ATHLETE")])
      .execute();
    const values = { user_id: idOf(coach), name: "Final", processing_status: 3 };
    const times = { start_time: HIDDEN_START, sort_time: new Date(HIDDEN_START), location: "Secretbay, Spain" };
    const row = await db
      .insertInto("races")
      .values({ ...values, ...times })
      .returning("id")
      .executeTakeFirstOrThrow();
    race = row.id;
    await db
      .insertInto("race_tracks")
      .values([hidden_track, shown_track].map((track_id) => ({ race_id: race, track_id })))
      .execute();
  });

  const SHOWN = { start_time: SHOWN_START, tz: "Europe/Madrid", location: "El Saler, Spain" };
  const WHOLE = { start_time: HIDDEN_START, tz: "Europe/Madrid", location: "Secretbay, Spain" };
  const list = async (person: Person, query = "") =>
    (await person.call("GET", `/api/races/?owner=team${query}`)).body.results;

  it("are those of the first track that the reader views: by the race, the list, and an entry about it", async () => {
    const { body: entry } = await coach.call("POST", "/api/journals/", { json: { race, content: "Good start" } });
    const places = async (person: Person) => [
      (await person.call("GET", `/api/races/info/${race}/`)).body,
      (await list(person))[0],
      (await person.call("GET", `/api/journals/${entry.id}/`)).body.subject,
      (await person.call("GET", `/api/races/${race}/journal/`)).body.results[0].subject,
      (await person.call("GET", "/api/journals/")).body.results[0].subject,
    ];
    for (const place of await places(sailor)) expect(place).toMatchObject(SHOWN);
    for (const place of await places(coach)) expect(place).toMatchObject(WHOLE);
    expect(JSON.stringify(await places(sailor))).not.toContain("Secretbay");
  });

  it("are found by the search as they are shown", async () => {
    expect(await list(sailor, "&search=secretbay")).toEqual([]);
    expect(await list(sailor, "&search=saler")).toMatchObject([{ id: race }]);
    expect(await list(coach, "&search=secretbay")).toMatchObject([{ id: race }]);
  });

  it("order the list as they are shown, on each of its pages", async () => {
    const { db } = at().context;
    const between = "2026-05-01T09:45:00.000Z";
    const second = await track(sailor, "PUBLIC", between, "El Saler, Spain");
    for (let n = 0; n < LIMITS.page_size; n++) {
      const values = { user_id: idOf(coach), name: "Between", processing_status: 3, sort_time: new Date(between) };
      const { id } = await db.insertInto("races").values(values).returning("id").executeTakeFirstOrThrow();
      await db.insertInto("race_tracks").values({ race_id: id, track_id: second }).execute();
    }
    const pages = async (person: Person) => {
      const first = (await person.call("GET", "/api/races/")).body;
      const next = (await person.call("GET", `/api/races/?cursor=${first.next}`)).body;
      return [first, next].map(({ results }) => results.findIndex(({ id }: { id: number }) => id === race));
    };
    expect(await pages(sailor)).toEqual([0, -1]);
    expect(await pages(coach)).toEqual([-1, 0]);
    await db.deleteFrom("races").where("name", "=", "Between").execute();
  });

  it("are not in the events of the race, which reach those who see it", async () => {
    const { events } = at().context;
    const stranger = await at().signUp("Stranger");
    await events.flush();
    const [own, other] = [await openEvents(at(), sailor), await openEvents(at(), stranger)];
    for (const stream of [own, other]) await stream.next("ready");
    await coach.call("PATCH", `/api/races/${race}/`, { json: { name: "Semi-final" } });
    expect((await own.next("race")).data).toEqual({ type: "race", race_id: race, processing_status: 3 });
    await stranger.call("POST", "/api/users/logout/");
    expect((await other.rest()).map(({ name }) => name)).not.toContain("race");
    await own.close();
  });

  it("of a race without tracks are none, whatever it had before", async () => {
    const { db } = at().context;
    const values = { user_id: idOf(coach), name: "Old", processing_status: 3, location: "Secretbay, Spain" };
    const { id } = await db
      .insertInto("races")
      .values({ ...values, start_time: HIDDEN_START })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect((await coach.call("GET", `/api/races/info/${id}/`)).body).toMatchObject({
      start_time: null,
      location: null,
    });
  });
});
