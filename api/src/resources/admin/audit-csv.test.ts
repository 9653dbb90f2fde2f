import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";

onEveryDatabase("the audit as CSV", (at) => {
  let ada: Person;
  let ben: Person;
  const csv = async (query = "") => {
    const { status, headers, bytes } = await ada.call("GET", `/api/admin/audit/csv/${query}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''leebow-audit-\d{4}-\d\d-\d\d\.csv$/,
    );
    return new TextDecoder().decode(bytes).split("\r\n");
  };
  const change = (json: object) => ada.call("PATCH", `/api/admin/users/${ben.session.user.id}/`, { json });

  beforeAll(async () => {
    [ada, ben] = [await at().signUp("Ada"), await at().signUp("Ben")];
    await sql`update users set role = 1 where id = ${ada.session.user.id}`.execute(at().context.db);
  }, 60_000);

  it("has every line, newest first, or those of a search", async () => {
    await change({ role: 2, reason: "a coach, since May" });
    await change({ role: null });
    const lines = await csv();
    expect(lines[0]).toBe("time,who,did,why");
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    expect(lines[1]).toMatch(
      new RegExp(`^${time},Ada Lovelace,"changed the role of Ben Lovelace: athlete, was coach",$`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${time},Ada Lovelace,"changed .*","a coach, since May"$`));
    expect(lines.slice(3)).toEqual([""]);
    expect(await csv("?search=May")).toEqual([lines[0], lines[2], ""]);
    expect(await csv("?search=nothing")).toEqual([lines[0], ""]);
    expect((await ben.call("GET", "/api/admin/audit/csv/")).status).toBe(403);
  });

  it("has no cell that a spreadsheet program evaluates, and quotes what would end a cell", async () => {
    await change({ role: 2, reason: '=HYPERLINK("http://evil.example")' });
    await change({ role: null, reason: "@SUM(A1)" });
    await change({ role: 2, reason: 'two\nlines and "quotes"' });
    const text = (await csv()).join("\r\n");
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain(",'@SUM(A1)\r\n");
    expect(text).toContain('"two\nlines and ""quotes"""');
  });

  it("is read from the database in pieces: a long one is complete, and no line is there twice", async () => {
    await sql`insert into audit_log (by_command, action, user_id, reason)
      select true, 'enable_user', ${ben.session.user.id}, 'number ' || n from generate_series(1, 2500) as n`.execute(
      at().context.db,
    );
    const reasons = (await csv("?search=number+")).slice(1, -1).map((line) => line.split(",").at(-1));
    expect(reasons).toEqual(Array.from({ length: 2500 }, (_, i) => `number ${2500 - i}`));
  });
});
