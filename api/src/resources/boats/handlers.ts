import type { Handlers } from "../../platform/http/mount.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { BOAT_ROUTES } from "./contract.ts";

export const BOAT_HANDLERS: Handlers<typeof BOAT_ROUTES> = {
  "GET /boats/": () => ({ status: 200, body: CATALOGUE }),
};
