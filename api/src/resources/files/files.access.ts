import { type AccessRows, toEveryone } from "../../../test/access.ts";
import type { FILE_ROUTES } from "./contract.ts";

export const FILE_ACCESS: AccessRows<typeof FILE_ROUTES> = {
  "GET /files/{key}/": { request: () => ({ params: { key: "sources/x.gpx" } }), statuses: toEveryone(403) },
  "PUT /files/{key}/": { request: () => ({ params: { key: "sources/x.gpx" } }), statuses: toEveryone(403) },
};
