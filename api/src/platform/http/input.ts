import type { Context } from "hono";
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { detailError, fieldError, notFound } from "./errors.ts";
import { jsonOf } from "./json-body.ts";
import type { RouteDefinition } from "./route.ts";
import { validationSentence } from "./validation-sentences.ts";
import type { Env } from "./viewer.ts";

/** Parameters, query and body of a request, as the definition of its call takes them. Throws 400 or 404. */
export async function readInput(definition: RouteDefinition, c: Context<Env>) {
  const { params, query, body, errors_by_path, access } = definition;
  const { body_bytes = access === "signed_in" ? LIMITS.small_json_bytes : LIMITS.open_json_bytes } = definition;
  const search = new URL(c.req.url).searchParams;
  if (!definition.is_from_outside) refuseUnknown(search, query);
  return {
    params: params && parseParams(params, c.req.param()),
    query: query && parse(query, queryOf(search, query)),
    body: body && parse(body, await jsonOf(c, body_bytes), errors_by_path),
  };
}

/** A parameter that cannot be one names nothing that exists. */
function parseParams(schema: z.ZodType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (!result.success || findNul(params)) throw notFound();
  return result.data;
}

/** Validated input. Throws a 400 with one message a field, or with a sentence when no field is at fault. */
function parse(schema: z.ZodType, value: unknown, by_path = false): unknown {
  const result = check(schema, value);
  if (!result.success) throw invalid(result.error, by_path);
  // PostgreSQL stores no NUL in a text. The definition bounds what is walked through here.
  const nul = findNul(value);
  if (nul) throw fieldError({ [nul]: ["This text contains a character that cannot be stored."] });
  return result.data;
}

/** A check of what a client sent, whose errors are sentences. */
export const check = <T extends z.ZodType>(schema: T, value: unknown) =>
  schema.safeParse(value, { error: validationSentence });

/** A validation error as the answer 400. */
function invalid(error: z.ZodError, by_path: boolean) {
  const whole = error.issues.find(({ path }) => path.length === 0);
  return whole ? detailError("bad_request", whole.message) : fieldError(fieldErrorsOf(error, by_path));
}

/** The first message of each field; fields within a field are named by their path when `by_path`. */
export function fieldErrorsOf(error: z.ZodError, by_path = false): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    fields[by_path ? path.map(String).join(".") : String(path[0])] ??= [message];
  }
  return fields;
}

/** Name of the first field with a NUL character in it, at any depth. */
function findNul(value: unknown, field = "detail"): string | null {
  if (typeof value === "string") return value.includes("\0") ? field : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const own = field === "detail" && !Array.isArray(value) ? name.replaceAll("\0", "") || "detail" : field;
    if (name.includes("\0")) return own;
    const found = findNul(part, own);
    if (found) return found;
  }
  return null;
}

/** Throws a 400 that names the parameters of a query which the call does not have: they would be without effect. */
function refuseUnknown(search: URLSearchParams, schema: z.ZodObject | undefined): void {
  const unknown = [...search.keys()].filter((name) => !schema || !Object.hasOwn(schema.shape, name));
  if (unknown.length === 0) return;
  throw fieldError(Object.fromEntries(unknown.map((name) => [name, ["This call has no parameter of this name."]])));
}

/** A parameter that is a list in the schema, or was given several times, is an array. */
function queryOf(search: URLSearchParams, schema: z.ZodObject): Record<string, string | string[]> {
  const isList = (name: string) => {
    const field = schema.shape[name];
    return (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray;
  };
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 && !isList(name) ? values[0]! : values];
    }),
  );
}
