import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveKey } from "../platform/signature.ts";
import { isLocal, readConfig } from "./config.ts";

describe("the configuration", () => {
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "leebow-config-"));
  });
  afterAll(() => rm(data, { recursive: true, force: true }));
  const read = (env: Record<string, string> = {}) => readConfig({ LEEBOW_DATA: join(data, "here"), ...env });

  it("has defaults: one process, the embedded database, connections from this machine only", async () => {
    expect(await read()).toMatchObject({
      host: "localhost",
      port: 4300,
      role: "all",
      database_url: undefined,
      database_connections: 10,
      smtp_url: undefined,
      trusted_proxies: [],
      public_url: "http://localhost:4300",
      data: join(data, "here"),
      map_style_url: undefined,
      operator: { name: null, contact: null },
      metrics_token: undefined,
      backup_folder: undefined,
      season_tables: [],
      log_calls: false,
      stop_delay_s: 0,
      has_port: false,
    });
  });

  it("reads the environment", async () => {
    const env = {
      PORT: "8080",
      HOST: "0.0.0.0",
      ROLE: "worker",
      DATABASE_URL: "postgres://x/y",
      DATABASE_CONNECTIONS: "25",
      PUBLIC_URL: "https://leebow.example//",
      TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2,",
      LEEBOW_SECRET: "given",
      OPERATOR_NAME: "Sailing Club Weymouth",
      OPERATOR_CONTACT: "privacy@club.example",
      SEASON_TABLES: "straights,maneuvers",
    };
    expect(await read(env)).toMatchObject({
      operator: { name: "Sailing Club Weymouth", contact: "privacy@club.example" },
      port: 8080,
      host: "0.0.0.0",
      role: "worker",
      database_url: "postgres://x/y",
      database_connections: 25,
      public_url: "https://leebow.example",
      trusted_proxies: ["10.0.0.1", "10.0.0.2"],
      secret: "given",
      season_tables: ["sessions", "maneuvers", "straights"],
    });
  });

  it.each(["1", "2.5", "many"])("refuses %s connections to the database", async (DATABASE_CONNECTIONS) => {
    await expect(read({ DATABASE_CONNECTIONS })).rejects.toThrow(/^DATABASE_CONNECTIONS=.* at least 2\.$/);
  });

  it("of one process of several needs what they share", async () => {
    await expect(read({ ROLE: "worker" })).rejects.toThrow(/^ROLE=worker .*set DATABASE_URL and LEEBOW_SECRET, .*\.$/);
    const env = { ROLE: "api", DATABASE_URL: "postgres://x/y" };
    await expect(read(env)).rejects.toThrow(/set LEEBOW_SECRET, for all of them to the same value\.$/);
  });

  it("sells nothing without Stripe: the embedded provider, which gives every plan for nothing, is for demonstrations", async () => {
    const billing = async (env: Record<string, string>, demo: boolean) =>
      (await readConfig({ LEEBOW_DATA: join(data, "here"), ...env }, { demo })).providers.billing;
    expect(await billing({}, false)).toBe("off");
    expect(await billing({}, true)).toBe("embedded");
    expect(await billing({ PUBLIC_URL: "https://leebow.example" }, true)).toBe("off");
    expect(await billing({ PUBLIC_URL: "https://leebow.example", BILLING: "embedded" }, true)).toBe("embedded");
    await expect(billing({ BILLING: "embedded" }, false)).rejects.toThrow(/^BILLING=embedded .* start with --demo\.$/);
  });

  it("names an object storage completely or not at all", async () => {
    expect((await read()).s3).toBeNull();
    const env = {
      S3_ENDPOINT: "https://storage.example/",
      S3_BUCKET: "leebow",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "key",
    };
    expect((await read(env)).s3).toEqual({
      endpoint: "https://storage.example",
      public_endpoint: null,
      region: "us-east-1",
      bucket: "leebow",
      access_key_id: "id",
      secret_access_key: "key",
    });
    await expect(read({ S3_BUCKET: "leebow" })).rejects.toThrow(/^Set S3_ENDPOINT, S3_ACCESS_KEY_ID, .*\.$/);
    await expect(read({ ...env, S3_ENDPOINT: "storage" })).rejects.toThrow(/^S3_ENDPOINT=storage is not an address/);
  });

  it.each([{ PORT: "http" }, { PORT: "70000" }, { PORT: "1.5" }, { ROLE: "cook" }, { SEASON_TABLES: "points,legs" }])(
    "refuses %j with a message that names it",
    async (env) => {
      await expect(read(env as unknown as Record<string, string>)).rejects.toThrow(
        new RegExp(`^${Object.keys(env)[0]}=${Object.values(env)[0]} is not .*\\.$`),
      );
    },
  );

  it("creates one secret, readable by the file owner only, even when several processes start together", async () => {
    const env = { LEEBOW_DATA: join(data, "new") };
    const secrets = await Promise.all(Array.from({ length: 8 }, async () => (await readConfig(env)).secret));
    expect(new Set(secrets).size).toBe(1);
    expect(Buffer.from(secrets[0]!, "base64url")).toHaveLength(32);
    expect((await stat(join(data, "new/secret"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(data, "new/secret"), "utf8")).toBe(secrets[0]);
  });

  it("never reads a secret that another process has not finished writing", async () => {
    for (let round = 0; round < 20; round++) {
      const env = { LEEBOW_DATA: join(data, `race-${round}`) };
      const secrets = await Promise.all(Array.from({ length: 30 }, async () => (await readConfig(env)).secret));
      expect(secrets.map((secret) => secret.length)).toEqual(secrets.map(() => 43));
      expect(await readdir(join(data, `race-${round}`))).toEqual(["secret"]);
    }
  });

  it("refuses a secret that is damaged", async () => {
    await mkdir(join(data, "damaged"));
    await writeFile(join(data, "damaged/secret"), "");
    await expect(readConfig({ LEEBOW_DATA: join(data, "damaged") })).rejects.toThrow(/is damaged\. Restore the file/);
  });

  it.each([
    [true, {}],
    [true, { HOST: "127.0.0.1" }],
    [true, { HOST: "::1", PUBLIC_URL: "http://[::1]:4300" }],
    [false, { HOST: "0.0.0.0" }],
    [false, { HOST: "::" }],
    [false, { HOST: "192.168.1.10" }],
    [false, { PUBLIC_URL: "https://leebow.example" }],
    [false, { TRUSTED_PROXIES: "127.0.0.1" }],
  ])("is local: %s with %j", async (local, env) => {
    expect(isLocal(await read(env as unknown as Record<string, string>))).toBe(local);
  });

  it("derives a different key for each purpose and secret", () => {
    const keys = [deriveKey("a", "auth"), deriveKey("a", "files"), deriveKey("b", "auth"), "a"];
    expect(new Set(keys).size).toBe(4);
  });
});
