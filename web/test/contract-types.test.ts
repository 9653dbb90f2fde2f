import { describe, expect, it } from "vitest";
import { call, request } from "../src/server/client.ts";

/** Compiled, never called: the type check of the project fails when a line below is accepted, or one above it is not. */
async function typed(): Promise<unknown[]> {
  const track = await call("GET /tracks/{id}/", { params: { id: 1 }, query: { notrackpoints: "true" } });
  const name: string = track.full_name;
  const mayDelete: boolean = track.can.delete;
  // @ts-expect-error a field that the answer does not have
  const nothing = track.fullname;
  // @ts-expect-error a path that does not exist
  await call("GET /track/{id}/", { params: { id: 1 } });
  // @ts-expect-error a method that the path does not have
  await call("PUT /tracks/{id}/", { params: { id: 1 } });
  // @ts-expect-error the parameter of the path is missing
  await call("GET /tracks/{id}/");
  // @ts-expect-error another name of the parameter
  await call("GET /tracks/{id}/", { params: { track_id: 1 } });
  // @ts-expect-error a query parameter that does not exist
  await call("GET /tracks/", { query: { serach: "kiel" } });
  // @ts-expect-error a value that the query parameter does not have
  await call("GET /tracks/", { query: { owner: "others" } });
  // @ts-expect-error a field that the body does not have
  await call("PATCH /tracks/{id}/", { params: { id: 1 }, body: { boat: "49er" } });
  // @ts-expect-error a query on a call without one
  await call("GET /users/me/", { query: { full: "true" } });
  // @ts-expect-error a field of the body is missing
  await call("POST /users/login/", { body: { email: "a@b.example" } });
  const answer = await request("GET /download/exportCSV/{id}/", { params: { id: 1 } });
  // @ts-expect-error the 204 has no body
  const address: string = answer.body.url;
  const url: string | null = answer.status === 200 ? answer.body.url : null;
  const bytes: Uint8Array = await call("GET /tracks/{id}/columns/", { params: { id: 1 } });
  return [name, mayDelete, nothing, address, url, bytes];
}

describe("the types of the client", () => {
  // What they refuse is proved by the type check, which reads the function above.
  it("belong to functions that exist", () => expect([typeof typed, typeof call]).toEqual(["function", "function"]));
});
