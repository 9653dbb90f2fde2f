import { type AccessRows, withSession } from "../../../test/access.ts";
import type { EVENT_ROUTES } from "./contract.ts";

export const EVENT_ACCESS: AccessRows<typeof EVENT_ROUTES> = {
  "GET /events/": { statuses: withSession(200) },
};
