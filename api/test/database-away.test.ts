import { setTimeout as wait } from "node:timers/promises";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { freshDatabase } from "./postgres.ts";
import { isServerBuilt, ServerProcess } from "./processes.ts";
import { type Answer, type Person, POSTGRES, trackForm } from "./test-server.ts";
import { signUpAt } from "./web-callers.ts";

const AWAY_MS = Number(process.env.DATABASE_AWAY_MS || 5000);
/** A process whose database has returned answers again within this time. */
const RECOVERY_MS = 5000;
const gpx = readFixture("ilca-weymouth.gpx");

describe.skipIf(!isServerBuilt || !POSTGRES)("a server whose PostgreSQL goes away for a while", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let proxy: CuttableProxy;
  let server: ServerProcess;
  let ada: Person;
  beforeAll(async () => {
    database = await freshDatabase(POSTGRES!);
    const url = new URL(database.url);
    proxy = new CuttableProxy(url);
    url.port = String(await proxy.open());
    url.hostname = "127.0.0.1";
    server = new ServerProcess("all", { DATABASE_URL: url.href });
    await server.start();
    ada = await signUpAt(server.address!, "Ada");
  }, 240_000);
  afterAll(async () => {
    await server?.kill();
    await proxy?.cut();
    await database?.drop();
  });

  let uploads = 0;
  const recording = () => trackForm("a.gpx", Buffer.concat([gpx, Buffer.from("\n".repeat(++uploads))]));
  const login = { email: "ada@leebow.test", password: "lee bow" };
  /** One of each kind: with a session, of the sessions, of the health, of the files. */
  const calls = (): Promise<Answer>[] => [
    ada.call("GET", "/api/tracks/"),
    ada.call("POST", "/api/users/login/", { json: login }),
    ada.call("GET", "/api/health/ready/"),
    ada.call("POST", "/api/tracks/", { form: recording() }),
  ];
  const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

  it("answers 503 meanwhile, and works again within seconds after its return", async () => {
    await ada.upload("first.gpx", gpx);
    // One recording is being analysed when the connection breaks.
    const running = await ada.call("POST", "/api/tracks/", { form: recording() });
    expect(running.status).toBe(201);
    // Some calls are on their way as well.
    const cut_calls = Array.from({ length: 10 }, calls).flat();
    await wait(100);
    await proxy.cut();
    for (const answer of await Promise.all(cut_calls)) expect([200, 201, 429, 503]).toContain(answer.status);
    for (const until = Date.now() + AWAY_MS; Date.now() < until; await wait(200)) {
      const answers = await Promise.all(calls());
      expect(statusesOf(answers)).toEqual([503, 503, 503, 503]);
      for (const { headers } of [answers[0]!, answers[1]!, answers[3]!])
        expect(headers.get("retry-after")).toBeTruthy();
      expect((await ada.call("GET", "/api/health/live/")).status).toBe(200);
    }
    expect(server.hasEnded, server.output).toBe(false);

    await proxy.open();
    const returned = Date.now();
    const works = async () => statusesOf(await Promise.all(calls())).every((status) => status < 300);
    await expect.poll(works, { timeout: RECOVERY_MS, interval: 100 }).toBe(true);
    const answered_s = (Date.now() - returned) / 1000;
    const waiting = async () => {
      const { body } = await ada.call("GET", "/api/tracks/");
      return body.results.filter((track: { processing_status: number }) => track.processing_status !== 3).length;
    };
    // The job that was running is given away when its heartbeat is missed.
    await expect.poll(waiting, { timeout: 90_000, interval: 200 }).toBe(0);
    const settled_s = (Date.now() - returned) / 1000;
    process.stderr.write(
      `PostgreSQL away for ${AWAY_MS / 1000} s: calls and uploads after ${answered_s.toFixed(1)} s, ` +
        `all ${uploads} recordings decided after ${settled_s.toFixed(1)} s\n`,
    );
  }, 240_000);
});
