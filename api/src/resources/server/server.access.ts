import { type AccessRows, toEveryone } from "../../../test/access.ts";
import type { SERVER_ROUTES } from "./contract.ts";

export const SERVER_ACCESS: AccessRows<typeof SERVER_ROUTES> = {
  "GET /health/": { statuses: toEveryone(200) },
  "GET /health/live/": { statuses: toEveryone(200) },
  "GET /health/ready/": { statuses: toEveryone(200) },
  "GET /config/": { statuses: toEveryone(200) },
  "POST /page-views/": { request: () => ({ json: { page: "/home" } }), statuses: toEveryone(204) },
};
