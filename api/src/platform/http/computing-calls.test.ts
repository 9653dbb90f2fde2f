import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Caller as MatrixCaller } from "../../../test/access.ts";
import { MATRIX, send } from "../../../test/matrix.ts";
import { onEveryDatabase } from "../../../test/test-server.ts";
import { makeWorld, type World } from "../../../test/world.ts";
import { ROUTES } from "../../app/resources.ts";
import { LIMITS } from "../limits.ts";
import { asCaller, type Caller, inTurn, inTurns, isComputingStalled } from "./computing-calls.ts";
import type { RouteDefinition } from "./route.ts";

const COMPUTING = Object.entries<RouteDefinition>(ROUTES)
  .filter(([, { computes }]) => computes)
  .map(([name]) => name as keyof typeof MATRIX);
const LIMITS_OF_TWO = { running: 2, running_per_caller: 1, waiting: 8, waiting_per_caller: 3, wait_ms: 10_000 };

/** Turns of a process, with works that are ended by hand. `log` has the names in the order in which they began. */
function process(limits = LIMITS_OF_TWO) {
  const context = {};
  const turn = inTurns(new WeakMap(), limits);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: Caller, name: string) =>
    asCaller(caller, () =>
      turn(context, async () => {
        log.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        return name;
      }),
    );
  const begun = () => new Promise(setImmediate);
  const end = async (name: string) => {
    ends.get(name)!();
    await begun();
  };
  return { context, turn, log, ask, begun, end };
}

const user = (name: string): Caller => ({ name, is_link: false });
const link = (name: string): Caller => ({ name, is_link: true });
const statusOf = (error: { getResponse(): Response }) => error.getResponse().status;

describe("turns of computing", () => {
  it("are held by what computes: work inside of it waits for no other turn", async () => {
    const { context, turn } = process();
    const nested = () => turn(context, () => turn(context, async () => "done"));
    const both = ["ada", "ben"].map((name) => asCaller(user(name), nested));
    expect(await Promise.all(both)).toEqual(["done", "done"]);
  });

  it("end with the work: what it left running takes a turn of its own", async () => {
    const { context, turn, ask, end, log } = process();
    let later = () => {};
    let left: Promise<void> | undefined;
    await asCaller(user("ada"), () =>
      turn(context, async () => {
        left = new Promise<void>((go) => (later = go)).then(() => turn(context, async () => void log.push("left")));
      }),
    );
    const all = [ask(user("ben"), "b"), ask(user("cy"), "c")];
    later();
    await new Promise(setImmediate);
    expect(log).toEqual(["b", "c"]);
    await end("b");
    await left;
    await end("c");
    await Promise.all(all);
    expect(log).toEqual(["b", "c", "left"]);
  });

  it("go to the caller with the fewest, and of equals to the one that waited longest", async () => {
    const { ask, begun, end, log } = process();
    const all = [
      ask(user("greedy"), "g1"),
      ask(user("greedy"), "g2"),
      ask(user("greedy"), "g3"),
      ask(user("ada"), "a1"),
      ask(user("ben"), "b1"),
    ];
    await begun();
    expect(log).toEqual(["g1", "a1"]);
    await end("a1");
    expect(log).toEqual(["g1", "a1", "b1"]);
    await end("g1");
    await end("b1");
    await end("g2");
    await end("g3");
    expect(log).toEqual(["g1", "a1", "b1", "g2", "g3"]);
    await Promise.all(all);
  });

  it("go to links last, and to all links together as to one caller", async () => {
    const { ask, begun, end, log } = process();
    const all = [ask(link("198.51.100.1"), "l1"), ask(link("198.51.100.2"), "l2"), ask(user("ada"), "a1")];
    await begun();
    expect(log).toEqual(["l1", "a1"]);
    all.push(ask(user("ben"), "b1"));
    await end("l1");
    expect(log).toEqual(["l1", "a1", "b1"]);
    for (const name of ["a1", "b1", "l2"]) await end(name);
    await Promise.all(all);
  });

  it("are refused to a caller who has many waiting with 429, and with 503 when all places are taken", async () => {
    const { ask, end } = process({ ...LIMITS_OF_TWO, waiting: 4 });
    const all = ["g1", "g2", "g3", "g4"].map((name) => ask(user("greedy"), name));
    expect(await ask(user("greedy"), "g5").catch(statusOf)).toBe(429);
    all.push(ask(user("ada"), "a1"), ask(user("ben"), "b1"));
    expect(await ask(user("cy"), "c1").catch(statusOf)).toBe(503);
    for (const name of ["a1", "b1", "g1", "g2", "g3", "g4"]) await end(name);
    await Promise.all(all);
  });

  it("are waited for no longer than a limit, and not by a caller who has hung up", async () => {
    const { ask, end, log } = process({ ...LIMITS_OF_TWO, wait_ms: 20 });
    const hung = new AbortController();
    const all = [ask(user("ada"), "a1"), ask(user("ben"), "b1")];
    const late = ask(user("ada"), "a2").catch(statusOf);
    const gone = ask({ ...user("ben"), signal: hung.signal }, "b2").catch(statusOf);
    hung.abort();
    expect(await gone).toBe(503);
    expect(await late).toBe(503);
    for (const name of ["a1", "b1"]) await end(name);
    await Promise.all(all);
    expect(log).toEqual(["a1", "b1"]);
  });
});

onEveryDatabase(
  "calls that compute a recording",
  (at) => {
    let world: World;
    beforeAll(async () => {
      world = await makeWorld(at());
    }, 240_000);
    afterEach(() => vi.restoreAllMocks());

    /** A call that the caller may make: 409 says that it found nothing to do. */
    const isAnswered = (status: number) => status < 300 || status === 409;

    /** The first row of a call's access that this caller may use. */
    async function call(name: keyof typeof MATRIX, caller: MatrixCaller = "owner") {
      const row = [MATRIX[name]].flat().find(({ statuses }) => isAnswered(statuses[caller]))!;
      return send(world, name, caller, (await row.request?.(world, caller)) ?? {});
    }

    /** Takes every turn, for as long as `act` lasts. */
    async function whileFull(act: () => Promise<void>): Promise<void> {
      let end = () => {};
      const ended = new Promise<void>((done) => (end = done));
      const { context } = at();
      const names = Array.from({ length: LIMITS.computing_calls + LIMITS.computing_calls_waiting }, (_, i) => `${i}`);
      const full = Promise.allSettled(names.map((name) => asCaller(user(name), () => inTurn(context, () => ended))));
      await act().finally(end);
      await full;
    }

    it("are all answered when each is sent twice at once", async () => {
      for (const name of COMPUTING) {
        const answers = await Promise.all([call(name), call(name)]);
        expect([name, ...answers.map(({ status }) => isAnswered(status))]).toEqual([name, true, true]);
      }
    });

    it("are all answered when links to a race send them twice at once", async () => {
      const shared = COMPUTING.filter((name) =>
        [MATRIX[name]].flat().some(({ statuses }) => statuses.share_holder < 300),
      );
      expect(shared).toContain("GET /races/{id}/report/spreadsheet/");
      const answers = await Promise.all([...shared, ...shared].map((name) => call(name, "share_holder")));
      expect(answers.map(({ status }) => status < 300)).not.toContain(false);
    });

    it("leave a turn to others: one caller with many connections keeps nobody waiting", async () => {
      const { core } = at().context;
      let end_first = () => {};
      const first = new Promise<void>((resolve) => {
        end_first = resolve;
      });
      let [now, most, refused] = [0, 0, 0];
      vi.spyOn(core, "why").mockImplementation(async () => {
        most = Math.max(most, ++now);
        await (now === 1 ? first : new Promise((wake) => setTimeout(wake, 20)));
        now--;
        return { answer: "sailed straight on" } as never;
      });
      const name = "GET /tracks/{id}/why/";
      const begun = call(name);
      await expect.poll(() => now).toBe(1);
      const many = Array.from({ length: 29 }, () => call(name).then(({ status }) => status === 429 && refused++));
      const others = await Promise.all((["coach", "stranger", "administrator"] as const).map((one) => call(name, one)));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      const most_waiting = LIMITS.computing_calls_waiting_per_caller;
      await expect.poll(() => refused).toBe(29 - most_waiting);
      end_first();
      expect((await begun).status).toBe(200);
      await Promise.all(many);
      expect([most, refused]).toEqual([LIMITS.computing_calls, 29 - most_waiting]);
    });

    it("are refused with the time to try again while too many wait, and a written document is not", async () => {
      const read = () => call("GET /tracks/{id}/");
      expect((await read()).status).toBe(200);
      await whileFull(async () => {
        for (const name of ["GET /tracks/{id}/why/", "GET /reports/polar/"] as const) {
          const { status, headers, body } = await call(name);
          expect([status, headers.get("retry-after"), body.code]).toEqual([503, "5", "busy"]);
        }
        expect((await read()).status).toBe(200);
        vi.spyOn(at().context.storage, "open").mockResolvedValue(null);
        expect((await read()).status).toBe(503);
      });
    });

    it("end the readiness of a process in which all of them hang", async () => {
      const { context } = at();
      await whileFull(async () => {
        expect(isComputingStalled(context)).toBe(false);
        expect(isComputingStalled(context, performance.now() + 121_000)).toBe(true);
        vi.spyOn(performance, "now").mockReturnValue(performance.now() + 121_000);
        expect(await at().call("GET", "/api/health/ready/")).toMatchObject({ status: 503, body: { computing: false } });
      });
    });
  },
  { trusted_proxies: ["127.0.0.1"] },
);
