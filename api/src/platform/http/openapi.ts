import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { codesOf } from "./error-codes.ts";
import { ErrorDetail, RequestErrors } from "./error-schemas.ts";
import { type Answer, errorStatuses, type RouteDefinition, type RouteTable } from "./route.ts";

type Json = Record<string, unknown>;

const ERRORS: Record<number, string> = {
  400: "Something in the request must change",
  401: "No session, or it has ended",
  403: "Not allowed for this user, or from here",
  404: "Does not exist, or is not shared with this user",
  408: "Nothing more of the upload arrived, or too little",
  409: "Conflicts with what is stored",
  412: "Changed since the version of If-Match",
  413: "Larger than the call takes, or than there is room for",
  429: "Too many attempts; Retry-After tells how many seconds to wait",
  503: "More calls than the server can do; Retry-After tells how many seconds to wait",
  500: "A fault of the server",
  507: "The server's disk is full",
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "ETag of the version to change; without it any version is changed",
  schema: { type: "string" },
};

/** Calls, and what an id in their paths names by the segment before it. */
interface Documented {
  routes: RouteTable;
  ids?: Readonly<Record<string, string>>;
}

/** The OpenAPI 3.1 document of the calls of these resources. */
export function openapiDocument(resources: readonly Documented[], version: string): Json {
  const table: RouteTable = Object.assign({}, ...resources.map(({ routes }) => routes));
  const things: Record<string, string> = Object.assign({}, ...resources.map(({ ids }) => ids));
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [name, definition] of Object.entries(table)) {
    const [method, path] = name.split(" ") as [string, string];
    paths[`/api${path}`] = {
      ...paths[`/api${path}`],
      [method.toLowerCase()]: operationOf(definition, path, schemas, things),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Leebow", version, description: "Tracks of sailing boats: upload, analysis, lists, reports." },
    servers: [{ url: "/" }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  };
}

function operationOf(definition: RouteDefinition, path: string, schemas: Json, things: Record<string, string>): Json {
  const { operationId, tag, summary, description, access, params, query, if_match, answers } = definition;
  const parameters = [
    ...parametersIn("path", params, path, schemas, things),
    ...parametersIn("query", query, path, schemas, things),
    ...(if_match ? [IF_MATCH] : []),
  ];
  const requestBody = requestBodyOf(definition, schemas);
  const responses: Json = {};
  for (const [status, answer] of Object.entries(answers)) responses[status] = responseOf(summary, answer, schemas);
  if (Object.values(answers).some((answer) => isFile(answer))) responses[304] = { description: "Not changed" };
  if (access === "signed_address" && responses[304]) responses[307] = { description: "The file is at another address" };
  for (const status of errorStatuses(definition)) {
    const schema = schemaOf(status === 400 ? RequestErrors : ErrorDetail, "output", schemas);
    const description = `${ERRORS[status]}. Code: ${codesOf(status).join(", ")}`;
    responses[status] = { description, content: { "application/json": { schema } } };
  }
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(access === "signed_in" && { security: [{ bearer: [] }] }),
    // A session, or the share id among the parameters.
    ...(access === "shared" && { security: [{ bearer: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses,
  };
}

function requestBodyOf({ body, form, bytes }: RouteDefinition, schemas: Json): Json | null {
  const binary = { type: "string", format: "binary" };
  const content: Json = {};
  for (const type of bytes?.content_types ?? []) content[type] = { schema: binary };
  if (body) content["application/json"] = { schema: schemaOf(body, "input", schemas) };
  if (form) content["multipart/form-data"] = { schema: schemaOf(form, "input", schemas) };
  return Object.keys(content).length > 0 ? { required: true, content } : null;
}

function parametersIn(
  place: "path" | "query",
  schema: z.ZodObject | undefined,
  path: string,
  schemas: Json,
  things: Record<string, string>,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description: own, ...rest } = schemaOf(field as z.ZodType, "output", schemas) as { description?: string };
    const description = own ?? descriptionOf(place, name, path, things);
    const required = place === "path" || !z.safeParse(field as z.ZodType, undefined).success;
    return { name, in: place, required, ...(description && { description }), schema: rest };
  });
}

function responseOf(description: string, answer: Answer, schemas: Json): Json {
  if (answer === null) return { description: "Done; no body" };
  if (isFile(answer)) {
    const content = answer.content_types.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
    return { description, content: Object.fromEntries(content) };
  }
  if ("event" in answer) {
    return { description, content: { "text/event-stream": { schema: eventSchema(answer.event, schemas) } } };
  }
  if ("html" in answer) return { description, content: { "text/html": { schema: { type: "string" } } } };
  const schema = schemaOf("streamed" in answer ? answer.streamed : answer, "output", schemas);
  return { description, content: { "application/json": { schema } } };
}

/** An event of a stream: its name, and its message as JSON in a text. */
function eventSchema(message: z.ZodType, schemas: Json): Json {
  const contentSchema = schemaOf(message, "output", schemas);
  const data = { type: "string", contentMediaType: "application/json", contentSchema };
  return { type: "object", required: ["data"], properties: { event: { type: "string" }, data } };
}

export function isFile(answer: Answer): answer is { content_types: readonly string[] } {
  return answer !== null && "content_types" in answer;
}

/**
 * A tuple of equal members as an array of that length: generators of clients stop at `items: false`, which closes the
 * members of a tuple one by one.
 */
function withoutPrefixItems({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { prefixItems } = jsonSchema;
  if (!prefixItems || !isDeepStrictEqual(prefixItems, Array(prefixItems.length).fill(prefixItems[0]))) return;
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, { items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length });
}

/** JSON Schema of a message. Schemas with an id become components; a component of that name must be the same schema. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  // As a property, so that the schema itself becomes a component too when it has an id.
  const options = { io, unrepresentable: "any", override: withoutPrefixItems } as const;
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), options);
  const components = JSON.parse(JSON.stringify($defs).replaceAll("#/$defs/", "#/components/schemas/"));
  for (const [id, component] of Object.entries<Json>(components)) {
    delete component.id;
    schemas[id] ??= component;
  }
  return JSON.parse(JSON.stringify(properties!.root).replaceAll("#/$defs/", "#/components/schemas/"));
}

/** What parameters mean that have one meaning in all calls; a field with a description of its own says more. */

const NAMED: Record<string, string> = {
  b: "Id of the other boat's track, as the report names it",
  checkout_session_id: "The provider's id of the checkout",
  class: "Sessions of this boat class; all without it",
  code: "What the provider gives for its consent",
  code_challenge: "S256 challenge of RFC 7636",
  cursor: "`next` or `previous` of another page of this list; the first page without it",
  end: "Last day, in the zone of each track; open without it",
  end_date: "Last day, in the zone of each track",
  end_time: "End of the window, later than its start",
  error: "Why the provider has refused",
  expires: "Part of the signed address: until when it is good",
  filter_users: "Tracks of these people; repeat the parameter for several",
  group: "Which accounts; all without it",
  max: "Part of the signed address: the most bytes that it takes",
  name: "Of the kind of job; all without it",
  notrackpoints: "true: without the points of the track",
  order: "Ascending or descending",
  owner: "Of the caller, of his teams, or of everybody (administrators only)",
  photo_id: "Id of the photo, as the entry names it",
  price_id: "Id of the price, as the list of plans names it",
  redirect_uri: "Where the consent leads back to",
  reply_id: "Id of the reply, as the entry names it",
  search: "Words that all occur in an entry of the list",
  secret: "Of the webhook, as it is registered with the provider",
  share_id: "Of the link to a shared race, which needs no session",
  side: "One tack alone; both without it",
  signature: "Part of the signed address",
  sort: "What the list is sorted by",
  start: "First day, in the zone of each track; open without it",
  start_date: "First day, in the zone of each track",
  start_time: "Start of the window",
  state: "Unguessable text that ties the answer to the request for it",
  tag: "T: tacks, G: gybes",
  team: "Id of the team whose athletes it is about, in the place of one person",
  theme: "Colours of the picture",
  time: "The moment, with its zone",
  token: "Of the link in the mail",
  track: "Id of the track",
  track_id: "Id of the track",
  type: "Part of the signed address: the content type that it takes",
  user: "Id of the person whose sessions it is about; the caller without it",
  wind: "Sessions in this wind; all without it",
};

/** Of a parameter of this call, by its name; undefined when it has no meaning of its own everywhere. */
function descriptionOf(
  place: "path" | "query",
  name: string,
  path: string,
  things: Record<string, string>,
): string | undefined {
  const segments = path.split("/");
  const thing = place === "path" ? things[segments[segments.indexOf(`{${name}}`) - 1] ?? ""] : undefined;
  return thing ? `Id of the ${thing}` : NAMED[name];
}
