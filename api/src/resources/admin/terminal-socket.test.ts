import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { askServer, openTerminalSocket } from "./terminal-socket.ts";

onEveryDatabase("leebow-server user, while the server runs", (at) => {
  let data: string;
  let ada: Person;
  let close: () => Promise<void>;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "leebow-terminal-"));
    // Left by a process that was killed.
    await writeFile(join(data, "terminal.sock"), "");
    ada = await at().signUp("Ada");
    close = await openTerminalSocket(at().context.db, data);
  });
  afterAll(() => rm(data, { recursive: true, force: true }));
  const email = () => ada.session.user.email;

  it("is answered by a socket that nobody but the user of the server can open", async () => {
    expect((await stat(join(data, "terminal.sock"))).mode & 0o777).toBe(0o600);
    expect(await askServer(data, ["list"])).toEqual([
      `${email()}\tAda Lovelace\tathlete\t0 tracks\tathlete,auto_segmentation`,
    ]);
    expect(await askServer(data, ["list", "nobody"])).toEqual([]);
  });

  it("gives roles and features, disables and enables, by the rules and with the audit of the calls", async () => {
    expect(await askServer(data, ["role", email(), "administrator"])).toEqual([
      "Ada Lovelace has the role administrator and the features athlete, auto_segmentation.",
    ]);
    expect((await ada.call("GET", "/api/admin/users/")).status).toBe(200);
    await expect(askServer(data, ["disable", email()])).rejects.toThrow(/last administrator/);
    const ben = await at().signUp("Ben");
    const of_ben = ben.session.user.email;
    expect((await askServer(data, ["feature", of_ben, "coach_tools"]))![0]).toMatch(/coach_tools/);
    expect((await askServer(data, ["disable", of_ben, "asked", "for", "it"]))![0]).toMatch(/is disabled\.$/);
    expect((await ben.call("GET", "/api/users/me/")).status).toBe(401);
    expect((await askServer(data, ["enable", of_ben]))![0]).not.toMatch(/disabled/);
    const { rows } = await sql<{ action: string; by_command: boolean; reason: string | null }>`
      select action, by_command, reason from audit_log order by id`.execute(at().context.db);
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ["change_role", null],
      ["grant_features", null],
      ["disable_user", "asked for it"],
      ["enable_user", null],
    ]);
    expect(rows.every(({ by_command }) => by_command)).toBe(true);
  });

  it("answers a mistake with a sentence", async () => {
    const answers = (...words: string[]) => askServer(data, words);
    await expect(answers("role", "nobody@x.y", "coach")).rejects.toThrow("no account with the e-mail nobody@x.y");
    await expect(answers("role", email(), "queen")).rejects.toThrow('"queen" is not a role');
    await expect(answers("feature", email(), "wings")).rejects.toThrow("The features are athlete");
    await expect(answers("drop", email())).rejects.toThrow('"drop" is no command');
    await expect(answers("list", "x".repeat(20_000))).rejects.toThrow();
  });

  it("finds no server after it has stopped", async () => {
    await close();
    expect(await askServer(data, ["list"])).toBeNull();
  });
});
