import { type AccessRows, toEveryone, withSession } from "../../../test/access.ts";
import type { USER_ROUTES } from "./contract.ts";

export const USER_ACCESS: AccessRows<typeof USER_ROUTES> = {
  "POST /users/register/": { statuses: toEveryone(400) },
  "POST /users/login/": { statuses: toEveryone(400) },
  "POST /users/forgot/": { statuses: toEveryone(400) },
  "POST /users/reset/": { statuses: toEveryone(400) },
  "GET /users/me/": { statuses: withSession(200) },
  "PATCH /users/": { request: () => ({ json: {} }), statuses: withSession(200) },
  "GET /users/confirm-email/": { statuses: toEveryone(410) },
  "POST /users/confirm-email/": { statuses: toEveryone(410) },
  "POST /users/confirm-email/resend/": { statuses: withSession(200) },
  // The sessions of the others are needed by the rows that follow.
  "POST /users/logout/": { statuses: withSession(204, {}), about: "last" },
  "POST /users/profileimg/": { statuses: withSession(400) },
  "DELETE /users/profileimg/": { statuses: withSession(204) },
};
