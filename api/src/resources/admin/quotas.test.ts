import { randomUUID } from "node:crypto";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { AdminUser, AuditEntry } from "../../app/contract.ts";
import { LIMITS } from "../../platform/limits.ts";
import { runUserCommand } from "./user-commands.ts";

const FILES = ["ilca-weymouth.gpx", "49er-kiel.fit"] as const;
const GB = 1024 ** 3;

onEveryDatabase("the quota of a user", (at) => {
  let ada: Person;
  let ben: Person;

  const idOf = ({ session }: Person) => session.user.id;
  const change = (json: object, by = ada) => by.call("PATCH", `/api/admin/users/${idOf(ben)}/`, { json });
  const shown = async (): Promise<AdminUser> =>
    (await ada.call("GET", "/api/admin/users/?search=ben-")).body.results[0];
  const audit = async (): Promise<AuditEntry[]> =>
    (await ada.call("GET", "/api/admin/audit/?search=quota")).body.results;
  const send = async (name: (typeof FILES)[number]) => {
    const form = new FormData();
    form.append("boat_name", "Laser");
    form.append("file", new File([readFixture(name) as BlobPart], name));
    return ben.call("POST", "/api/tracks/", { form });
  };
  /** Recordings of these sizes in the database alone. */
  const store = async (...sizes: number[]) => {
    const rows = sizes.map((source_bytes) => ({
      user_id: idOf(ben),
      boat_name: "Laser",
      permissions: "PUBLIC" as const,
      file_name: "a.gpx",
      source_key: `sources/${randomUUID()}.gpx`,
      source_bytes,
      processing_status: 2,
      sort_time: new Date(),
    }));
    await at().context.db.insertInto("tracks").values(rows).execute();
  };

  beforeAll(async () => {
    [ada, ben] = [await at().signUp("Ada"), await at().signUp("Ben")];
    await sql`update users set role = 1 where id = ${idOf(ada)}`.execute(at().context.db);
  }, 60_000);

  it("is the server's until an administrator gives another, which the audit names with the former one", async () => {
    const usual = { quota_bytes: LIMITS.stored_bytes_per_user, quota_tracks: LIMITS.tracks_per_user, own_quota: false };
    expect(await shown()).toMatchObject(usual);
    const given = await change({ quota: { bytes: 20 * GB, tracks: 9000 }, reason: "a coach" });
    expect(given.body).toMatchObject({ quota_bytes: 20 * GB, quota_tracks: 9000, own_quota: true });
    expect((await change({ quota: { bytes: 20 * GB, tracks: 9000 } })).status).toBe(200);
    expect((await change({ quota: null })).body).toMatchObject(usual);
    expect((await audit()).map(({ did, why }) => [did, why])).toEqual([
      ["changed the quota of Ben Lovelace: the usual one, was 20 GB and 9000 tracks", null],
      ["changed the quota of Ben Lovelace: 20 GB and 9000 tracks, was the usual one", "a coach"],
    ]);
    const refused = async (bytes: number, tracks: number) => (await change({ quota: { bytes, tracks } })).body;
    expect(await refused(-1, 5)).toEqual({ quota: ["Write the storage in bytes, up to 100 TB."] });
    expect(await refused(GB, 1.5)).toEqual({ quota: ["Write a number of tracks, up to 1,000,000."] });
    expect((await change({ quota: { bytes: GB, tracks: 1 } }, ben)).status).toBe(403);
  });

  it("ends uploads when it is reached, of simultaneous ones too, and nothing is deleted when it is made smaller", async () => {
    await change({ quota: { bytes: 20 * GB, tracks: 3 } });
    await store(1000, 1000);
    const [one, two] = await Promise.all(FILES.map(send));
    expect([one!.status, two!.status].sort()).toEqual([201, 409]);
    expect([one!, two!].find(({ status }) => status === 409)!.body.detail).toMatch(/^You have 3 tracks, the most/);
    const taken = (await shown()).stored_bytes;
    expect((await shown()).tracks).toBe(3);
    await change({ quota: { bytes: taken, tracks: 10 } });
    const [first, second] = await Promise.all(FILES.map(send));
    // The one that is there is answered as before.
    expect([first!.status, second!.status].sort()).toEqual([200, 413]);
    expect([first!, second!].find(({ status }) => status === 413)!.body.detail).toMatch(
      /^Your recordings would take more/,
    );
    await change({ quota: { bytes: 1, tracks: 0 } });
    expect((await shown()).tracks).toBe(3);
    expect((await ada.call("GET", "/api/admin/storage/")).body.nearly_full).toBe(1);
    await change({ quota: null });
    expect((await ada.call("GET", "/api/admin/storage/")).body.nearly_full).toBe(0);
    expect((await Promise.all(FILES.map(send))).map(({ status }) => status).sort()).toEqual([200, 201]);
  });

  it("is changed by the operator in a terminal", async () => {
    const { db } = at().context;
    const run = (...words: string[]) => runUserCommand(db, ["quota", ben.session.user.email, ...words]);
    expect(await run("50", "12000")).toEqual([expect.stringMatching(/ and the quota 50 GB and 12000 tracks\.$/)]);
    expect(await shown()).toMatchObject({ quota_bytes: 50 * GB, quota_tracks: 12_000 });
    expect((await run("0.5"))[0]).toMatch(/ and the quota 0\.5 GB and 7000 tracks\.$/);
    expect((await run("usual"))[0]).not.toContain("quota");
    await expect(run("much")).rejects.toThrow('"much" is not a size');
    await expect(run("5", "-2")).rejects.toThrow("up to 1,000,000");
    expect((await audit())[0]!.who).toBe("the operator of the server");
  });
});
