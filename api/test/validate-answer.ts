import { ROUTES } from "../src/app/resources.ts";
import { callsOf } from "../src/platform/http/calls.ts";
import { codesOf } from "../src/platform/http/error-codes.ts";
import { ErrorDetail, RequestErrors } from "../src/platform/http/error-schemas.ts";
import { isFile } from "../src/platform/http/openapi.ts";
import { errorStatuses, type RouteDefinition } from "../src/platform/http/route.ts";

/** Definitions by method, with the pattern of their paths; as in the router, the first that fits. */
const DEFINED = Object.entries<RouteDefinition>(ROUTES).map(([name, definition]) => {
  const [method, path] = name.split(" ") as [string, string];
  const pattern = path.replace(/\/$/, "").replace(/\{(\w+)\}/g, (_, param) => (param === "key" ? ".+" : "[^/]+"));
  return { name, method, pattern: new RegExp(`^/api${pattern}/?$`), definition };
});

/**
 * Throws when an answer is not what the definition of its route declares: a status it does not list, or a body that
 * its schema does not accept to the last field. Answers outside the contract (documentation, screens) pass.
 */
export function validateAnswer({ method, url }: Request, { status, headers }: Response, bytes: Uint8Array): void {
  const { pathname } = new URL(url);
  const isRefused = status === 405 && callsOf(ROUTES).literal_paths.includes(pathname.replace("/api", ""));
  const found = !isRefused && DEFINED.find((one) => one.method === method && one.pattern.test(pathname));
  if (!found) return;
  const { name, definition } = found;
  const content_type = headers.get("content-type") ?? "";
  const text = () => (headers.has("content-encoding") ? null : Buffer.from(bytes).toString());
  const fail = (why: string) => {
    throw new Error(`${name} answered ${status}, ${why}`);
  };
  if (status in definition.answers) {
    const answer = definition.answers[status]!;
    if (answer === null) {
      if (bytes.length > 0) fail("which has a body against its definition");
      return;
    }
    if (isFile(answer)) {
      if (!answer.content_types.includes(content_type)) fail(`of the undeclared type ${content_type}`);
      return;
    }
    if ("event" in answer) {
      if (content_type !== "text/event-stream") fail(`of the undeclared type ${content_type}`);
      return;
    }
    if ("html" in answer) {
      if (!content_type.startsWith("text/html")) fail(`of the undeclared type ${content_type}`);
      return;
    }
    const body = text();
    if (body === null) return;
    const result = ("streamed" in answer ? answer.streamed : answer).safeParse(JSON.parse(body));
    if (!result.success) fail(`which does not fit its schema: ${result.error.message}`);
    return;
  }
  if ((status === 304 || status === 307) && Object.values(definition.answers).some(isFile)) return;
  if (!errorStatuses(definition).includes(status)) fail("which its definition does not list");
  const error = (status === 400 ? RequestErrors : ErrorDetail).safeParse(JSON.parse(text()!));
  if (!error.success) throw new Error(`${name} answered ${status}, whose body is not an error: ${error.error.message}`);
  const { code } = error.data;
  if (typeof code === "string" && !codesOf(status).includes(code)) fail(`whose code ${code} is of another status`);
}
