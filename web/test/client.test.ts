import type { User } from "@leebow/api/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverConfig } from "../src/server/client";
import { call, errorHandlers, queryString, request } from "../src/server/client.ts";
import { type ApiFailure, NO_ANSWER } from "../src/server/failure.ts";
import { beginSession, endSession, isLoggedIn } from "../src/server/session.ts";

const marta = { id: 1, email: "marta@example.org", first_name: "Marta", last_name: "Vidal" } as User;

function answer(status: number, body?: unknown): { address: string; init: RequestInit }[] {
  const asked: { address: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  });
  return asked;
}

const failureOfCall = async (): Promise<ApiFailure> =>
  call("GET /tracks/").then(
    () => {
      throw new Error("The call was not refused.");
    },
    (cause: ApiFailure) => cause,
  );

describe("a call to the server", () => {
  beforeEach(() => {
    errorHandlers.unauthorized = vi.fn();
    errorHandlers.forbidden = vi.fn();
  });
  afterEach(() => {
    endSession();
    vi.unstubAllGlobals();
  });

  it("carries the bearer token once there is a session, and none before", async () => {
    const asked = answer(200, {});
    await call("GET /tracks/dates/");
    beginSession({ user: marta, access: "abc", device: "d" });
    await call("PATCH /users/", { body: { first_name: "Marta" } });
    expect(asked.map(({ init }) => (init.headers as Record<string, string>).authorization)).toEqual([
      undefined,
      "Bearer abc",
    ]);
    expect(asked[1]).toMatchObject({
      address: "/api/users/",
      init: { method: "PATCH", body: '{"first_name":"Marta"}' },
    });
  });

  it("gives nothing for a 204", async () => {
    answer(204);
    expect(await call("POST /users/logout/")).toBeUndefined();
    expect(await request("DELETE /tracks/{id}/", { params: { id: 1 } })).toEqual({ status: 204, body: undefined });
  });

  it("puts parameters into the path and reads bytes as bytes", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      return new Response(new Uint8Array([1, 2]), {
        headers: { "content-type": "application/vnd.apache.arrow.stream" },
      });
    });
    expect(await call("GET /tracks/{id}/columns/", { params: { id: 7 } })).toEqual(new Uint8Array([1, 2]));
    expect(asked).toEqual(["/api/tracks/7/columns/"]);
  });

  it("ends the session on a 401", async () => {
    answer(401, { detail: "Log in again." });
    beginSession({ user: marta, access: "old", device: "d" });
    expect((await failureOfCall()).detail).toBe("Log in again.");
    expect(errorHandlers.unauthorized).toHaveBeenCalledTimes(1);
  });

  it("does not end a new session when a request of an old one is answered with 401 late", async () => {
    let respond = (_: Response) => {};
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (respond = resolve)));
    beginSession({ user: marta, access: "old", device: "d" });
    const late = failureOfCall();
    endSession();
    beginSession({ user: marta, access: "new", device: "d" });
    respond(new Response(JSON.stringify({ detail: "Log in again." }), { status: 401 }));
    expect((await late).status).toBe(401);
    expect(errorHandlers.unauthorized).not.toHaveBeenCalled();
  });

  it("ends no session on a 401 without one: the password was wrong", async () => {
    answer(401, { detail: "Wrong." });
    await failureOfCall();
    expect(errorHandlers.unauthorized).not.toHaveBeenCalled();
  });

  it("calls the handler of a 403", async () => {
    answer(403, { detail: "Not yours." });
    await failureOfCall();
    expect(errorHandlers.forbidden).toHaveBeenCalledTimes(1);
  });

  it("gives the detail, or else each field's messages, one at a time", async () => {
    answer(400, { boat_name: ["Boat Class required"], file: ["Track File required"] });
    expect((await failureOfCall()).sentences).toEqual(["Boat Class required", "Track File required"]);
  });

  it("has a sentence for a server that does not answer", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    expect((await failureOfCall()).sentences).toEqual([NO_ANSWER]);
  });

  it("leaves undefined values out of the query and repeats lists", () => {
    expect(queryString({ cursor: undefined, owner: "mine", filter_users: [3, 4] })).toBe(
      "?owner=mine&filter_users=3&filter_users=4",
    );
    expect(queryString({})).toBe("");
  });
});

describe("the session", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    vi.resetModules();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("is restored at the next visit and gone after logging out", async () => {
    const first = await import("../src/server/session.ts");
    first.beginSession({ user: marta, access: "abc", device: "d" });
    vi.resetModules();
    const second = await import("../src/server/session.ts");
    expect([second.isLoggedIn(), second.session.user?.first_name]).toEqual([true, "Marta"]);
    second.endSession();
    // The device is known for the next login.
    expect([...kept.keys()]).toEqual(["leebow.devices"]);
  });

  it("starts empty when the stored text cannot be read", async () => {
    kept.set("leebow.session", "{half");
    const store = await import("../src/server/session.ts");
    expect(store.isLoggedIn()).toBe(false);
  });

  it("of the module imported above is unchanged by that", () => expect(isLoggedIn()).toBe(false));
});

describe("the configuration of the server", () => {
  it("is requested again after a call that failed, and not after one that was answered", async () => {
    answer(503);
    expect(await serverConfig()).toBeNull();
    const config = { map_style_url: null };
    const asked = answer(200, config);
    expect(await serverConfig()).toEqual(config);
    expect(await serverConfig()).toEqual(config);
    expect(asked).toHaveLength(1);
  });
});
