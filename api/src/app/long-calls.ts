/** Calls that last long, by the route table: what a client names in its headers does not make a call one of them. */
import { ROUTES } from "../contract.ts";
import { matcherOf } from "../platform/http/paths.ts";
import type { RouteDefinition } from "../platform/http/route.ts";

const UPLOADS = callsWhere(({ form, bytes }) => Boolean(form ?? bytes));
const STREAMS = callsWhere(({ answers }) => Object.values(answers).some((answer) => answer && "event" in answer));

/** Whether the call of this method at a path, which may have a query, receives an upload. */
export const isUpload = (method: string, path: string): boolean => isOneOf(UPLOADS, method, path);

/** Whether it answers with a stream of events. */
export const isStream = (method: string, path: string): boolean => isOneOf(STREAMS, method, path);

function callsWhere(isWanted: (definition: RouteDefinition) => boolean): [method: string, pattern: RegExp][] {
  const wanted = Object.entries<RouteDefinition>(ROUTES).filter(([, definition]) => isWanted(definition));
  return wanted.map(([name]) => name.split(" ") as [string, string]).map(([method, path]) => [method, matcherOf(path)]);
}

function isOneOf(calls: [string, RegExp][], method: string, path: string): boolean {
  const [address] = path.replace(/^\/api/, "").split("?", 1) as [string];
  return calls.some(([of, pattern]) => of === method && pattern.test(address));
}
