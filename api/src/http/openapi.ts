import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Env } from "../auth/viewer.ts";
import { fieldError, notFound } from "./errors.ts";

export const DetailSchema = z.object({ detail: z.string() }).openapi("Detail");
export const FieldErrorsSchema = z
  .record(z.string(), z.array(z.string()))
  .openapi("FieldErrors", { description: "Messages by field; {detail} when no field is to blame." });

/** A route that needs a session. */
export const SECURED = { security: [{ bearer: [] }] };

/** Paths are the same with and without a trailing slash: the router never sees one. */
export const withoutSlash = (request: Request): string => {
  const { pathname } = new URL(request.url);
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") || "/" : pathname;
};

/** An app whose validation errors come out as `{field: [message]}`. */
export function newApp(): OpenAPIHono<Env> {
  return new OpenAPIHono<Env>({
    getPath: withoutSlash,
    defaultHook: (result) => {
      if (result.success) return;
      // An id that cannot be one names nothing.
      if (result.target === "param") throw notFound();
      const fields: Record<string, string[]> = {};
      for (const issue of result.error.issues) {
        const field = String(issue.path[0] ?? "detail");
        // One message a field at a time: the first is the one to act upon.
        fields[field] ??= [issue.message];
      }
      throw fieldError(fields);
    },
  });
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The good answer and the refusals every route can give. */
export function answers<S extends number, T extends z.ZodType>(status: S, schema: T | "Detail", description: string) {
  const body = schema === "Detail" ? (DetailSchema as unknown as T) : schema;
  return { [status]: { description, content: { "application/json": { schema: body } } } } as {
    [K in S]: { description: string; content: { "application/json": { schema: T } } };
  };
}

export const emptyAnswer = (description: string) => ({ 204: { description } }) as const;

/** The document, with the paths as the specification writes them and the refusals added once for all. */
export function openapiDocument(app: OpenAPIHono<Env>, version: string) {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.openAPIRegistry.register("FieldErrors", FieldErrorsSchema);
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Leebow", version, description: "Tracks of sailing boats: upload, analysis, lists." },
    servers: [{ url: "/" }],
  });
  const paths: typeof document.paths = {};
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(item as Record<string, { responses?: object; security?: object[] }>)) {
      operation.responses = { ...operation.responses, ...refusals(operation.security !== undefined) };
    }
    paths[path.endsWith("}") || !path.split("/").pop()?.includes(".") ? `${path}/` : path] = item;
  }
  return { ...document, paths };
}

function refusals(secured: boolean) {
  const json = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  return {
    400: { description: "Something in the request must change", content: json("FieldErrors") },
    ...(secured ? { 401: { description: "No session, or it has ended", content: json("Detail") } } : {}),
  };
}
