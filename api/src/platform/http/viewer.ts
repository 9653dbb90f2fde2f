import type { Selectable } from "kysely";
import type { AppContext } from "../context.ts";
import type { UsersTable } from "../db/schema.ts";

/** The signed-in user of a call, as stored. */
export type Viewer = Selectable<UsersTable>;

/** Of each call. `route` is the name of its definition, where there is one. */
export type Env = { Variables: { client_address: string; route?: string } };

/** The user of a bearer token; undefined without a valid one. */
export async function findViewer(
  { sessions }: Pick<AppContext, "sessions">,
  authorization: string | undefined,
): Promise<Viewer | undefined> {
  return authorization ? sessions.find(authorization) : undefined;
}

const ADMINISTRATOR = 1;
const COACH = 2;

type Roled = Pick<Viewer, "role" | "email_verified">;

/** A role is given to an address: it counts once the address is confirmed. */
const hasRole = (viewer: Roled, role: number) => viewer.role === role && viewer.email_verified;
export const isAdministrator = (viewer: Roled) => hasRole(viewer, ADMINISTRATOR);
/** Role 2 with a confirmed address. */
export const isCoachType = (viewer: Roled) => hasRole(viewer, COACH);
