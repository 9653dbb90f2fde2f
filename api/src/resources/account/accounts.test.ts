import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readFixture } from "@leebow/fixtures";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { type ArchiveEntry, pathPart, zipOf } from "../../platform/files/archive.ts";
import { LIMITS } from "../../platform/limits.ts";

const PASSWORD = "lee bow";
const idOf = (person: Person) => person.session.user.id;

describe("an archive", () => {
  it("has the files that were put into it, of any size and name", async () => {
    const large = Buffer.alloc(3_000_000, "leebow ");
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield { path: "empty.txt", content: new Uint8Array() };
      yield { path: "Kiel – Förde/größe.txt", content: Buffer.from("ä") };
      yield { path: "large.bin", content: Readable.from([large.subarray(0, 100), large.subarray(100)]) };
    }
    const files = unzipSync(await buffer(zipOf(entries())));
    expect(Object.keys(files)).toEqual(["empty.txt", "Kiel – Förde/größe.txt", "large.bin"]);
    expect(Buffer.from(files["large.bin"]!).equals(large)).toBe(true);
    expect(strFromU8(files["Kiel – Förde/größe.txt"]!)).toBe("ä");
  });

  it("ends with an error when a file of it cannot be read", async () => {
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield {
        path: "a",
        content: new Readable({
          read() {
            this.destroy(new Error("gone"));
          },
        }),
      };
    }
    await expect(buffer(zipOf(entries()))).rejects.toThrow("gone");
  });

  it("closes the file that it reads when the reader of the archive leaves", async () => {
    const endless = new Readable({ read: (size) => endless.push(randomBytes(size)) });
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield { path: "endless.bin", content: endless };
    }
    for await (const chunk of zipOf(entries())) if (chunk.length > 1000) break;
    await expect.poll(() => endless.destroyed).toBe(true);
  });

  it("has paths that stay inside the folder it is unpacked to", () => {
    expect(
      ["../../etc/passwd", "a\\b:c", ".hidden", "", "x\0y", "a\u202egpj.fit", "morning.fit"].map(pathPart),
    ).toEqual(["__.._etc_passwd", "a_b_c", "_hidden", "_", "x_y", "agpj.fit", "morning.fit"]);
  });
});

onEveryDatabase("the information about a person", (at) => {
  const info = (by: Person, id: unknown) => by.call("POST", "/api/users/info/", { json: { id } });

  it("is the name, for the person, for teammates, and for whoever may view a track", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const { db } = at().context;
    const expected = {
      id: idOf(ada),
      first_name: "Ada",
      last_name: "Lovelace",
      profile_img: null,
      primary_boat_class: "49er",
    };
    expect((await info(ada, idOf(ada))).body).toEqual(expected);
    const hidden = await info(ben, idOf(ada));
    const absent = await info(ben, 2_000_000_000);
    expect([hidden.status, hidden.body]).toEqual([404, absent.body]);
    const team = await db
      .insertInto("teams")
      .values({ name: "Kiel", created_by: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const members = [ada, ben].map((person) => ({ team_id: team.id, user_id: idOf(person), role: "ATHLETE" as const }));
    await db.insertInto("team_members").values(members).execute();
    expect((await info(ben, idOf(ada))).body).toEqual(expected);
    expect((await info(ben, "1")).status).toBe(400);
  });
});

onEveryDatabase("the export of one's data", (at) => {
  const archive = async (person: Person) => {
    const { body } = await person.call("POST", "/api/users/export/");
    const answer = await at().call("GET", body.url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(answer.headers.get("content-disposition")).toContain("leebow-export.zip");
    const files = unzipSync(answer.bytes);
    const json = (name: string) => JSON.parse(strFromU8(files[name]!));
    return { files, names: Object.keys(files), json, bytes: answer.bytes };
  };

  it("has profile, sources, analyses, teams and everything else, and no secret", async () => {
    const ada = await at().signUp();
    const source = readFixture("ilca-weymouth.gpx");
    const track = await ada.upload("../morning.gpx", source, { boat_name: "Laser", permissions: "PRIVATE" });
    const { db } = at().context;
    const team = await db
      .insertInto("teams")
      .values({ name: "Kiel", created_by: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("team_members")
      .values({ team_id: team.id, user_id: idOf(ada), role: "COACH" })
      .execute();
    const entry = { track: track.id, content: "Port tack was better.", tags: [{ value: "Speed/Tuning" }] };
    const journal = (await ada.call("POST", "/api/journals/", { json: entry })).body;
    await ada.call("POST", `/api/journals/${journal.id}/reply/`, { json: { content: "Was it?" } });
    const source_key = "windlogs/00000000-0000-4000-8000-000000000000.txt";
    await at().context.storage.write(source_key, Buffer.from("$WIMWV"));
    const log = { original_name: "mark.txt", source_key, source_bytes: 6, sha256: "0" };
    await db
      .insertInto("wind_files")
      .values({ ...log, user_id: idOf(ada) })
      .execute();
    const { files, names, json, bytes } = await archive(ada);
    expect(json("journals.json")).toMatchObject([{ content: entry.content, tags: ["Speed/Tuning"] }]);
    expect(json("other/journal_replies.author_id.json")).toMatchObject([{ content: "Was it?" }]);
    const wind = names.find((name) => name.endsWith("/source/mark.txt"))!;
    expect(strFromU8(files[wind]!)).toBe("$WIMWV");
    const folder = names.find((name) => name.endsWith("track.json"))!.replace("/track.json", "");
    expect(folder).toMatch(new RegExp(`^tracks/\\d{4}-\\d\\d-\\d\\d-${track.id}$`));
    const inside = names.filter((name) => name.startsWith(folder));
    expect(inside).toEqual([
      `${folder}/track.json`,
      expect.stringMatching(/\/source\/[^/]*morning\.gpx$/),
      `${folder}/analysis.json`,
    ]);
    expect(Buffer.from(files[inside[1]!]!).equals(source)).toBe(true);
    expect(json(`${folder}/analysis.json`)).toMatchObject({ summary: { tacks: track.metric!.tacks } });
    expect(json("profile.json")).toMatchObject({ email: ada.session.user.email, first_name: "Ada" });
    expect(json("teams.json")).toMatchObject([{ name: "Kiel", role: "COACH" }]);
    const text =
      Buffer.from(bytes).toString("latin1") + names.map((name) => Buffer.from(files[name]!).toString()).join();
    const { rows } = await sql<{ secret: string }>`select password as secret from accounts where user_id = ${idOf(ada)}
      union all select token from sessions where user_id = ${idOf(ada)}`.execute(db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { secret } of rows) expect(text).not.toContain(secret);
  });

  it("has nothing of other people, and an address that nobody can forge", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const { names } = await archive(ben);
    expect(names.filter((name) => name.startsWith("tracks/"))).toEqual([]);
    const { url } = (await ben.call("POST", "/api/users/export/")).body;
    const forged = url.replace(`user=${idOf(ben)}`, `user=${idOf(ada)}`);
    const late = url.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`);
    for (const address of [forged, late, "/api/users/export/"])
      expect((await at().call("GET", address)).status).toBe(403);
  });

  it("is limited", async () => {
    const ada = await at().signUp();
    const ask = async () => (await ada.call("POST", "/api/users/export/")).status;
    for (let i = 0; i < LIMITS.exports_per_hour; i++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});

onEveryDatabase("the deletion of an account", (at) => {
  const leave = (person: Person, current_password = PASSWORD) =>
    person.call("DELETE", "/api/users/me/", { json: { current_password } });
  const rowsAbout = async (id: number) => {
    const { db } = at().context;
    const { rows: references } = await sql<{ table: string; column: string }>`
      select s.relname as table, a.attname as column from pg_constraint r join pg_class s on s.oid = r.conrelid
      join pg_attribute a on a.attrelid = s.oid and a.attnum = r.conkey[1]
      where r.contype = 'f' and r.confrelid = 'users'::regclass`.execute(db);
    let count = 0;
    for (const { table, column } of references) {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
      count += rows.length;
    }
    return count;
  };

  it("needs the current password", async () => {
    const ada = await at().signUp();
    expect((await leave(ada, "wrong")).body).toEqual({ current_password: ["This is not your current password."] });
    expect((await leave(ada, "")).body).toEqual({
      current_password: ["Enter your current password to delete your account."],
    });
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(200);
  });

  it("takes every row and file along, ends the sessions, frees the address, and is told by mail", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const track = await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const kept = await ben.upload("b.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    const { db, storage } = at().context;
    const { source_key, result_key } = await db
      .selectFrom("tracks")
      .select(["source_key", "result_key"])
      .where("id", "=", track.id)
      .executeTakeFirstOrThrow();
    const { email } = ada.session.user;
    expect((await leave(ada)).status).toBe(204);
    await at().context.events.flush();
    expect((await ada.call("GET", "/api/users/me/")).status).toBe(401);
    expect(await rowsAbout(idOf(ada))).toBe(0);
    expect((await at().call("POST", "/api/users/login/", { json: { email, password: PASSWORD } })).status).toBe(400);
    expect((await at().mailsTo(email)).at(-1)).toContain("was deleted");
    for (const key of [source_key, `${result_key}/columns.arrow`]) await until(async () => !(await storage.open(key)));
    const of_ben = await ben.call("GET", `/api/tracks/${kept.id}/?notrackpoints=true`);
    expect([of_ben.status, of_ben.body.processing_status]).toEqual([200, 3]);
    const again = {
      first_name: "Ada",
      last_name: "Lovelace",
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      primary_boat_class: "470",
    };
    expect((await at().call("POST", "/api/users/register/", { json: again })).status).toBe(201);
    expect(at().errors).toEqual([]);
  });

  it("makes the member of longest standing coach of a team without another, and deletes a team without members", async () => {
    const [ada, ben, cleo] = [await at().signUp(), await at().signUp("Ben"), await at().signUp("Cleo")];
    const { db } = at().context;
    const team = async (...members: [Person, "COACH" | "ATHLETE"][]) => {
      const { id } = await db
        .insertInto("teams")
        .values({ name: "Kiel", created_by: idOf(ada) })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const [person, role] of members)
        await db
          .insertInto("team_members")
          .values({ team_id: id, user_id: idOf(person), role })
          .execute();
      return id;
    };
    const orphaned = await team([ada, "COACH"], [ben, "ATHLETE"], [cleo, "ATHLETE"]);
    const coached = await team([ada, "COACH"], [ben, "ATHLETE"], [cleo, "COACH"]);
    const alone = await team([ada, "COACH"]);
    expect((await leave(ada)).status).toBe(204);
    const seen = async (person: Person, id: number) => (await person.call("GET", `/api/teams/${id}/`)).body;
    expect(await seen(ben, orphaned)).toMatchObject({
      created_by: idOf(ben),
      membership: { role: "COACH" },
      can: { edit: true },
    });
    expect(await seen(cleo, coached)).toMatchObject({ created_by: idOf(cleo), coaches: [{ id: idOf(cleo) }] });
    expect((await at().mailsTo(ben.session.user.email)).at(-1)).toContain("You are the coach of a team");
    const left = await db.selectFrom("teams").select("id").where("id", "=", alone).execute();
    expect(left).toEqual([]);
  });

  it("by both coaches of a team at once leaves it to its athlete", async () => {
    const [ada, ben, cleo] = [await at().signUp(), await at().signUp("Ben"), await at().signUp("Cleo")];
    const { db } = at().context;
    const { id } = await db
      .insertInto("teams")
      .values({ name: "Kiel", created_by: idOf(ada) })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [person, role] of [
      [ada, "COACH"],
      [ben, "COACH"],
      [cleo, "ATHLETE"],
    ] as const) {
      await db
        .insertInto("team_members")
        .values({ team_id: id, user_id: idOf(person), role })
        .execute();
    }
    expect((await Promise.all([leave(ada), leave(ben)])).map(({ status }) => status)).toEqual([204, 204]);
    expect((await cleo.call("GET", `/api/teams/${id}/`)).body).toMatchObject({
      created_by: idOf(cleo),
      membership: { role: "COACH" },
    });
    expect(at().errors).toEqual([]);
  });
});
