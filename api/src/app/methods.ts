import { ROUTES } from "../contract.ts";
import { detailError } from "../platform/http/errors.ts";
import { matcherOf } from "../platform/http/paths.ts";

const CALLS = Object.keys(ROUTES).map((name) => name.split(" ") as [method: string, path: string]);
const PATTERNS = new Map(CALLS.map(([, path]) => [path, matcherOf(path)]));

/** The methods that calls of the contract have at an address. */
export function methodsOf(address: string): string[] {
  return CALLS.filter(([, path]) => PATTERNS.get(path)!.test(address)).map(([method]) => method);
}

/** The methods of the calls with exactly this path. */
export const methodsAt = (path: string): string[] => CALLS.filter((call) => call[1] === path).map(([method]) => method);

/** Paths such as /tracks/dates/, which are of the form of /tracks/{id}/ too: its methods are not theirs. */
export const LITERAL_PATHS: readonly string[] = [...PATTERNS.keys()].filter(
  (path) => !path.includes("{") && [...PATTERNS].some(([other, pattern]) => other !== path && pattern.test(path)),
);

export function notAllowed(methods: string[]) {
  const Allow = methods.join(", ");
  return detailError("method_not_allowed", `This address takes ${Allow}.`, { Allow });
}
