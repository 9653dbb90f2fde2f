import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { TrackPage } from "../../app/contract.ts";

onEveryDatabase("the list of tracks, as the track list screen asks for it", (at) => {
  let coach: Person;
  let ada: Person;
  let ben: Person;
  let stranger: Person;
  beforeAll(async () => {
    const signUp = (name: string) => at().signUp(name);
    coach = await signUp("Coach");
    ada = await signUp("Ada");
    ben = await signUp("Ben");
    stranger = await signUp("Stranger");
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "Skiffs" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE", permissions: "ALL" | "COACH_ONLY") =>
      db
        .insertInto("team_members")
        .values({ team_id: team.id, user_id: person.session.user.id, role, permissions })
        .execute();
    await member(coach, "COACH", "ALL");
    await member(ada, "ATHLETE", "ALL");
    await member(ben, "ATHLETE", "COACH_ONLY");
    let number = 0;
    const track = (person: Person, file_name: string, start: string, tz: string, local_date: string, secret = true) =>
      db
        .insertInto("tracks")
        .values({
          user_id: person.session.user.id,
          boat_name: "49er",
          permissions: secret ? "PRIVATE" : "PUBLIC",
          file_name,
          source_key: `sources/list-${number++}.gpx`,
          source_bytes: 1,
          processing_status: 3,
          start_time: start,
          sort_time: start,
          tz,
          local_date,
        })
        .execute();
    // 21:00 UTC on the 4th is the 5th in Auckland and the 4th in Kiel.
    await track(ada, "auckland.gpx", "2026-03-04T21:00:00Z", "Pacific/Auckland", "2026-03-05");
    await track(ada, "kiel.gpx", "2026-03-04T21:30:00Z", "Europe/Berlin", "2026-03-04");
    await track(ben, "ben.gpx", "2026-03-06T10:00:00Z", "Europe/Berlin", "2026-03-06");
    await track(stranger, "public.gpx", "2026-03-07T10:00:00Z", "Europe/Berlin", "2026-03-07", false);
  });

  const ask = async (path: string, person: Person) => (await person.call("GET", `/api/tracks/${path}`)).body;
  const names = async (query: string, person = coach) =>
    ((await ask(`?${query}`, person)) as TrackPage).results.map((track) => track.file_name);

  it("has the tracks of the viewer's teams, as far as each member shows them", async () => {
    expect(await names("")).toEqual(["ben.gpx", "kiel.gpx", "auckland.gpx"]);
    expect(await names("owner=team", ben)).toEqual(["ben.gpx", "kiel.gpx", "auckland.gpx"]);
    expect(await names("owner=team", ada)).toEqual(["kiel.gpx", "auckland.gpx"]);
    expect(await names("owner=mine", ben)).toEqual(["ben.gpx"]);
    expect(await names("", stranger)).toEqual(["public.gpx"]);
  });

  it("is narrowed to some people", async () => {
    const [one, two, other] = [ada, ben, stranger].map((person) => person.session.user.id);
    expect(await names(`filter_users=${two}`)).toEqual(["ben.gpx"]);
    expect(await names(`filter_users=${one}&filter_users=${two}`)).toHaveLength(3);
    expect(await names(`filter_users=${two}`, ada)).toEqual([]);
    expect(await names(`filter_users=${other}`)).toEqual([]);
  });

  it("takes dates as days of each track's own zone, whatever zone is sent, as its other dates are", async () => {
    expect(await names("start_date=2026-03-04&end_date=2026-03-04")).toEqual(["kiel.gpx"]);
    expect(await names("start_date=2026-03-05&end_date=2026-03-05")).toEqual(["auckland.gpx"]);
    expect(await names("start_date=2026-03-04&end_date=2026-03-04&tz=UTC")).toEqual(["kiel.gpx"]);
    expect(await names("start_date=2026-03-05&end_date=2026-03-05&tz=Pacific/Auckland")).toEqual(["auckland.gpx"]);
    expect(await names("start_date=2026-03-06&end_date=2026-03-04")).toEqual([]);
    expect(await names("day=2026-03-05")).toEqual(["auckland.gpx"]);
    expect(await names("day=2026-03-05&owner=mine", ada)).toEqual(["auckland.gpx"]);
    const { body } = await ada.call("GET", "/api/tracks/?owner=mine&day=2026-03-05");
    expect(body.results).toHaveLength(1);
  });

  it("has a calendar of the same days, and its oldest", async () => {
    expect(await ask("dates/", coach)).toEqual({ dates: ["2026-03-06", "2026-03-05", "2026-03-04"] });
    expect(await ask("dates/?owner=mine", ben)).toEqual({ dates: ["2026-03-06"] });
    expect(await ask("oldest_date/", coach)).toEqual({ date: "2026-03-04" });
    expect(await ask("oldest_date/?owner=mine", ben)).toEqual({ date: "2026-03-06" });
    expect(await ask("oldest_date/?owner=mine", coach)).toEqual({ date: null });
  });
});
