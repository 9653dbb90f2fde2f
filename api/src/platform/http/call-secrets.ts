import type { Context } from "hono";
import type { Env } from "./viewer.ts";

/** Headers whose values open something, whole or by parts: sessions, consents, signatures. */
const HEADERS = ["authorization", "cookie", "stripe-signature"];
/** Fields of a body that open something. */
const FIELDS = /password|token|secret|uuid|code/i;
/** Ids and pages are no secrets. */
const PLAIN = /^[\d.,:TZ+-]*$/;

/** What a call carries in its address and headers that may open something: anything in it that is not a plain number. */
export function secretsOfAddress(c: Context<Env>): string[] {
  const { searchParams } = new URL(c.req.url);
  const headers = HEADERS.flatMap((name) => partsOf(c.req.header(name) ?? ""));
  return [...headers, ...searchParams.values()].filter((text) => !PLAIN.test(text));
}

/** Of the parameters of the path, once its route is known. */
export const secretsOfPath = (c: Context<Env>): string[] =>
  Object.values(c.req.param() as Record<string, string>).filter((text) => !PLAIN.test(text));

/** A header, and what it is made of: `Bearer x`, `name=x; other=y`, `t=1,v1=x`. */
const partsOf = (header: string): string[] => [
  header,
  ...header.split(/[\s,;]+/).map((part) => part.slice(part.indexOf("=") + 1)),
];

/** The values of a body of JSON whose fields are named like secrets. */
export function secretsOfBody(body: unknown): string[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => (typeof value === "string" && FIELDS.test(name) ? value : []));
}
