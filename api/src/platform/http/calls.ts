import { detailError } from "./errors.ts";
import { matcherOf } from "./paths.ts";
import type { RouteDefinition, RouteTable } from "./route.ts";

/** What the route table says of the calls at an address: what a client names in its headers makes a call none of them. */
export interface Calls {
  /** Whether the call of this method at a path, which may have a query, receives an upload. */
  isUpload(method: string, path: string): boolean;
  /** Whether it answers with a stream of events. */
  isStream(method: string, path: string): boolean;
  /** The methods that calls have at an address. */
  methodsOf(address: string): string[];
  /** The methods of the calls with exactly this path. */
  methodsAt(path: string): string[];
  /** Paths such as /tracks/dates/, which are of the form of /tracks/{id}/ too: its methods are not theirs. */
  literal_paths: readonly string[];
}

export function callsOf(table: RouteTable): Calls {
  const calls = Object.entries<RouteDefinition>(table).map(([name, definition]) => {
    const [method, path] = name.split(" ") as [string, string];
    return { method, path, definition, pattern: matcherOf(path) };
  });
  const isOneOf = (chosen: typeof calls) => (method: string, path: string) => {
    const [address] = path.replace(/^\/api/, "").split("?", 1) as [string];
    return chosen.some((call) => call.method === method && call.pattern.test(address));
  };
  const isLong = ({ answers }: RouteDefinition) => Object.values(answers).some((answer) => answer && "event" in answer);
  const isLiteral = (path: string) =>
    !path.includes("{") && calls.some((other) => other.path !== path && other.pattern.test(path));
  return {
    isUpload: isOneOf(calls.filter(({ definition: { form, bytes } }) => Boolean(form ?? bytes))),
    isStream: isOneOf(calls.filter(({ definition }) => isLong(definition))),
    methodsOf: (address) => calls.filter(({ pattern }) => pattern.test(address)).map(({ method }) => method),
    methodsAt: (path) => calls.filter((call) => call.path === path).map(({ method }) => method),
    literal_paths: [...new Set(calls.map(({ path }) => path))].filter(isLiteral),
  };
}

export function notAllowed(methods: string[]) {
  const Allow = methods.join(", ");
  return detailError("method_not_allowed", `This address takes ${Allow}.`, { Allow });
}
