import { type AccessRows, withSession } from "../../../test/access.ts";
import type { BOAT_ROUTES } from "./contract.ts";

export const BOAT_ACCESS: AccessRows<typeof BOAT_ROUTES> = { "GET /boats/": { statuses: withSession(200) } };
