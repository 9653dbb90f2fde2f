import { readFixture } from "@leebow/fixtures";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { onEveryDatabase, type Person } from "../../test/test-server.ts";
import { ROUTES } from "../contract.ts";
import { LIMITS } from "../limits.ts";
import { inTurn } from "./computing-calls.ts";
import type { RouteDefinition } from "./route.ts";

const CALLS = 100;
const { computing_calls: AT_A_TIME, computing_calls_waiting: WAITING } = LIMITS;
const COMPUTING = Object.entries<RouteDefinition>(ROUTES).filter(([, { computes }]) => computes);

onEveryDatabase("calls that compute a recording", (at) => {
  let ada: Person;
  let id: number;
  beforeAll(async () => {
    ada = await at().signUp();
    id = (await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" })).id;
  });
  afterEach(() => vi.restoreAllMocks());

  const statusesOf = (answers: { status: number }[]) => ({
    answered: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 503).length,
  });

  it("read and compute a few recordings at a time, let some wait, and refuse the rest with the time to try again", async () => {
    const { core, storage } = at().context;
    let [now, most] = [0, 0];
    const read = vi.spyOn(storage, "read");
    vi.spyOn(core, "why").mockImplementation(async () => {
      most = Math.max(most, ++now);
      await new Promise((wake) => setTimeout(wake, 20));
      now--;
      return { answer: "sailed straight on" } as never;
    });
    const path = `/api/tracks/${id}/why/?time=2026-06-13T13:00:00Z`;
    const fetchUnchecked = (url: string) =>
      at().fetch(
        new Request(`http://leebow.test${url}`, { headers: { authorization: `Bearer ${ada.session.access}` } }),
      );
    const answers = await Promise.all(Array.from({ length: CALLS }, () => fetchUnchecked(path)));
    expect(most).toBe(AT_A_TIME);
    expect(statusesOf(answers)).toEqual({ answered: AT_A_TIME + WAITING, refused: CALLS - AT_A_TIME - WAITING });
    const sources = read.mock.calls.filter(([key]) => key.startsWith("sources/"));
    expect(sources).toHaveLength(AT_A_TIME + WAITING);
    const refused = answers.find(({ status }) => status === 503)!;
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await refused.json()) as object).toEqual({
      detail: expect.stringMatching(/Try again in a few seconds\.$/),
      code: "busy",
    });
    expect((await fetchUnchecked(path)).status).toBe(200);
  });

  /** Takes every turn and every place of those that wait, meanwhile. */
  async function whileFull(act: () => Promise<void>): Promise<void> {
    let end = () => {};
    const ended = new Promise<void>((done) => (end = done));
    const full = Array.from({ length: AT_A_TIME + WAITING }, () => inTurn(at().context, () => ended));
    await act().finally(end);
    await Promise.all(full);
  }

  it.each(COMPUTING)("are refused while too many are in progress, whatever they are about: %s", async (name, route) => {
    const [method, path] = name.split(" ") as [string, string];
    const time = "2026-06-13T13:00:00Z";
    const values: Record<string, string> = {
      track_id: String(id),
      vals: "sog",
      time,
      start_time: time,
      end_time: "2026-06-13T14:00:00Z",
    };
    const fields = Object.keys(route.query?.shape ?? {}).filter((field) => field in values);
    const query = new URLSearchParams(fields.map((field) => [field, values[field]!]));
    await whileFull(async () => {
      const answer = await ada.call(method, `/api${path.replace(/\{\w+\}/, String(id))}?${query}`);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    });
  });

  it("take turns when a document of a track must be written again, and not when it is there", async () => {
    const read = () => ada.call("GET", `/api/tracks/${id}/`);
    expect((await read()).status).toBe(200);
    await whileFull(async () => {
      expect((await read()).status).toBe(200);
      vi.spyOn(at().context.storage, "open").mockResolvedValue(null);
      expect((await read()).status).toBe(503);
    });
  });
});
