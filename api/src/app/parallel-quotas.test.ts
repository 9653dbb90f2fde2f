import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type Answer, onEveryDatabase, type Person } from "../../test/test-server.ts";
import { LIMITS } from "../platform/limits.ts";

/** Calls that are sent at once: as many uploads as a user may send, which the forms of teams are, too. */
const CALLS = LIMITS.uploads_per_user;

onEveryDatabase("a quota with room for one more", (at) => {
  const db = () => at().context.db;
  const idOf = (person: Person) => person.session.user.id;
  const coach = async () => {
    const person = await at().signUp("Coach");
    await sql`update users set enabled_features = '["coach_tools"]' where id = ${idOf(person)}`.execute(db());
    return person;
  };
  const atOnce = (call: (nth: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: CALLS }, (_, i) => call(i)));
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
  const countOf = async (user_id: number, table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}
      where user_id = ${user_id}`.execute(db());
    return rows[0]!.count;
  };
  /** Makes the person a coach of so many teams. */
  const fillTeams = (person: Person, teams: number) =>
    sql`with made as (
        insert into teams (name, created_by)
        select 'Team ' || i, ${idOf(person)}::integer from generate_series(1, ${teams}::integer) as i returning id
      ) insert into team_members (team_id, user_id, role, accepted)
        select id, ${idOf(person)}::integer, 'COACH', true from made`.execute(db());
  const createTeam = (person: Person, name: string) => {
    const form = new FormData();
    form.set("name", name);
    return person.call("POST", "/api/teams/", { form });
  };
  const ONE = [201, ...Array.from({ length: CALLS - 1 }, () => 409)];

  it("of races takes one of the races that are made at the same time", async () => {
    const person = await coach();
    const bytes = readFixture("ilca-weymouth.gpx");
    const tracks = [await person.upload("a.gpx", bytes), await person.upload("b.gpx", bytes)].map(({ id }) => id);
    await sql`insert into races (user_id, name, processing_status, sort_time)
      select ${idOf(person)}::integer, 'Race ' || i, 3, now()
      from generate_series(1, ${LIMITS.races_per_user - 1}::integer) as i`.execute(db());
    const answers = await atOnce(() => person.call("POST", "/api/races/", { json: { tracks } }));
    expect(statuses(answers)).toEqual(ONE);
    expect(await countOf(idOf(person), "races")).toBe(LIMITS.races_per_user);
  }, 120_000);

  it("of teams takes one of the teams that are made at the same time", async () => {
    const person = await coach();
    await fillTeams(person, LIMITS.teams_per_user - 1);
    const answers = await atOnce((i) => createTeam(person, `Parallel ${i}`));
    expect(statuses(answers)).toEqual(ONE);
    expect(await countOf(idOf(person), "team_members")).toBe(LIMITS.teams_per_user);
  });

  it("of teams is not passed by an own team and an invitation at the same time", async () => {
    const [person, other] = [await coach(), await coach()];
    await fillTeams(person, LIMITS.teams_per_user - 1);
    const team = (await createTeam(other, "Of the other")).body;
    const { email } = person.session.user;
    const answers = await Promise.all([
      createTeam(person, "My own"),
      other.call("POST", `/api/teams/${team.id}/members/`, { json: { email } }),
    ]);
    expect(statuses(answers)).toEqual([201, 409]);
    expect(await countOf(idOf(person), "team_members")).toBe(LIMITS.teams_per_user);
  });

  it("of tags takes one of the tags that are made at the same time", async () => {
    const person = await at().signUp();
    await sql`insert into user_tags (user_id, value, match_key, color)
      select ${idOf(person)}::integer, 'Tag ' || i, 'tag ' || i, '#112233'
      from generate_series(1, ${LIMITS.tags_per_user - 1}::integer) as i`.execute(db());
    const answers = await atOnce((i) => person.call("POST", "/api/user-tags/", { json: { value: `Parallel ${i}` } }));
    expect(statuses(answers)).toEqual(ONE);
    expect(await countOf(idOf(person), "user_tags")).toBe(LIMITS.tags_per_user);
  });
});
