/** The rows of the access matrix, and how a call is sent for one of them. */

import type { Routes } from "../src/app/contract.ts";
import { RESOURCES, ROUTES } from "../src/app/resources.ts";
import type { RouteDefinition } from "../src/platform/http/route.ts";
import type { AccessRows, Caller, RequestParts } from "./access.ts";
import type { World } from "./world.ts";

const FILES = import.meta.glob<Record<string, object>>("../src/resources/*/*.access.ts", { eager: true });
/** In the order of the resources: what a row changes is of no use to those before it. Last the accounts, with the log-out of everybody. */
const rankOf = (path: string): number => {
  const folder = path.split("/").at(-2)!;
  return folder === "account" ? RESOURCES.length : RESOURCES.findIndex(({ name }) => name === folder);
};
const IN_ORDER = Object.entries(FILES).sort(([a], [b]) => rankOf(a) - rankOf(b));

const isTable = (exported: object) => Object.keys(exported).some((name) => /^[A-Z]+ \//.test(name));

/** The rows of every resource; a call without a row is a failed test. */
export const MATRIX: AccessRows<Routes> = Object.assign(
  {},
  ...IN_ORDER.flatMap(([, file]) => Object.values(file)).filter(isTable),
);

let calls = 0;
/** Sends the call from another address each time, so that no rate limit answers in place of the check. */
export async function send(
  world: World,
  name: string,
  caller: Caller,
  { params = {}, query = {}, ...body }: RequestParts,
) {
  const [method, path] = name.split(" ") as [string, string];
  const filled = path.replace(/\{(\w+)\}/g, (_, param) => String(params[param]));
  const search = new URLSearchParams(query).toString();
  const { access } = ROUTES[name as keyof Routes] as RouteDefinition;
  // A call that needs no session has no parameter for a link: its holder is anybody.
  const by = caller in world.shares && !["shared", "signed_in"].includes(access) ? "nobody" : caller;
  const headers = { "x-forwarded-for": `198.51.${(calls >> 8) % 256}.${calls++ % 256}` };
  return world.call(by, method, `/api${filled}${search && `?${search}`}`, { ...body, headers });
}
