/** Calls on accounts and sessions. Importable by the browser. */
import { HTML, route } from "../http/route.ts";
import { Detail } from "../http/schemas.ts";
import { LIMITS } from "../limits.ts";
import { ConfirmEmailQuery, Forgot, ImageForm, Login, Register, Reset, Session, UpdateUser, User } from "./schema.ts";

const ANONYMOUS = { tag: "Users", access: "anonymous" } as const;
const SIGNED_IN = { tag: "Users", access: "signed_in" } as const;

const perMinute = (max: number) => ({ rateLimit: { per: "address", max, window_s: 60 } }) as const;

export const USER_ROUTES = {
  "POST /users/register/": route({
    ...ANONYMOUS,
    ...perMinute(LIMITS.logins_per_minute),
    operationId: "register",
    summary: "Open an account",
    body: Register,
    answers: { 201: Session },
    errors: [403],
  }),
  "POST /users/login/": route({
    ...ANONYMOUS,
    operationId: "logIn",
    summary: "Begin a session",
    description:
      "Failed logins delay the next ones: of a known device by its own, of others by those for the account from their " +
      "address and from all unknown devices (auth/login-attempts.ts).",
    body: Login,
    answers: { 200: Session },
    errors: [403],
  }),
  "POST /users/logout/": route({
    ...SIGNED_IN,
    operationId: "logOut",
    summary: "End this session",
    answers: { 204: null },
    errors: [403],
  }),
  "POST /users/forgot/": route({
    ...ANONYMOUS,
    ...perMinute(LIMITS.resets_per_minute),
    operationId: "requestPasswordReset",
    summary: "Send a link for a new password; the answer is the same for every address",
    body: Forgot,
    answers: { 200: Detail },
  }),
  "POST /users/reset/": route({
    ...ANONYMOUS,
    ...perMinute(LIMITS.resets_per_minute),
    operationId: "resetPassword",
    summary: "Set a new password with the token of the link; ends every session",
    body: Reset,
    answers: { 200: Detail },
    errors: [403],
  }),
  "GET /users/me/": route({
    ...SIGNED_IN,
    operationId: "readMe",
    summary: "The signed-in user",
    answers: { 200: User },
  }),
  "PATCH /users/": route({
    ...SIGNED_IN,
    operationId: "updateMe",
    summary: "Change the own profile",
    description:
      "A new e-mail or password needs current_password. A new password ends the other sessions. A new e-mail takes " +
      "effect when the link mailed to it is confirmed; the answer is the same whether or not an account has it.",
    rateLimit: {
      per: "user",
      max: LIMITS.credential_changes_per_hour,
      window_s: 3600,
      counts: (body: UpdateUser) => body.current_password !== undefined,
    },
    body: UpdateUser,
    answers: { 200: User },
  }),
  "GET /users/confirm-email/": route({
    ...ANONYMOUS,
    ...perMinute(LIMITS.logins_per_minute),
    operationId: "readEmailConfirmation",
    summary: "Page behind the link that confirms an e-mail, with a button; 410 when the link is void",
    description: "Opening it changes nothing: programs that check mails open the links in them.",
    query: ConfirmEmailQuery,
    is_from_outside: true,
    answers: { 200: HTML, 410: HTML },
  }),
  "POST /users/confirm-email/": route({
    ...ANONYMOUS,
    ...perMinute(LIMITS.logins_per_minute),
    operationId: "confirmEmail",
    summary: "Confirm the e-mail that the link names; 410 when the link is void",
    query: ConfirmEmailQuery,
    is_from_outside: true,
    answers: { 200: HTML, 410: HTML },
  }),
  "POST /users/confirm-email/resend/": route({
    ...SIGNED_IN,
    rateLimit: { per: "user", max: LIMITS.confirmations_per_hour, window_s: 3600 },
    operationId: "resendConfirmation",
    summary: "Mail the link that confirms the own e-mail again",
    answers: { 200: Detail },
  }),
  "POST /users/profileimg/": route({
    ...SIGNED_IN,
    rateLimit: { per: "user", max: LIMITS.picture_uploads_per_hour, window_s: 3600 },
    operationId: "uploadProfileImage",
    summary: "Set the own picture",
    form: ImageForm,
    answers: { 200: User },
  }),
  "DELETE /users/profileimg/": route({
    ...SIGNED_IN,
    operationId: "deleteProfileImage",
    summary: "Remove the own picture",
    answers: { 204: null },
  }),
} as const;
