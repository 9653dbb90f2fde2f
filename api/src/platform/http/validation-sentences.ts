import type { z } from "zod";

/** What a value of a type is called in a sentence, by zod's name of the type. */
const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Record<string, string> = {
  datetime: "a time such as 2026-07-30T12:34:56Z",
  date: "a date such as 2026-07-30",
  email: "an e-mail address",
  url: "an address that begins with https://",
  uuid: "a UUID",
};

/** Allowed values that a sentence lists. */
const MAX_LISTED = 12;

/**
 * What a field must be, as a sentence for the sender, for checks that have no message of their own: `"track" must be a whole
 * number.` An error map of zod.
 */
export function validationSentence(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  if (issue.code === "unrecognized_keys") return `${quoted([...path, issue.keys[0]!])} is not a field of this call.`;
  const name = path.length > 0 ? quoted(path) : "The body";
  const is_missing = issue.code !== "invalid_union" && issue.input === undefined;
  return is_missing ? `${name} is missing: it ${demandOf(issue)}.` : `${name} ${demandOf(issue)}.`;
}

const quoted = (path: readonly PropertyKey[]) => `"${path.map(String).join(".")}"`;

function demandOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? "another kind of value"}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin !== "number" && issue.origin !== "int"
        ? "must not be empty"
        : `must ${amount(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `must ${amount(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : "has a form that is not allowed here";
    case "invalid_value":
      return issue.values.length > MAX_LISTED
        ? "must be one of the values that the documentation lists"
        : `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    default:
      return "has a form that this call does not take";
  }
}

/** `have at most 20 entries`, `be at least 3`. */
function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === "string") return `have ${bound} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (["array", "set", "map", "object"].includes(origin)) {
    return `have ${bound} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  }
  return `be ${bound} ${limit}`;
}
