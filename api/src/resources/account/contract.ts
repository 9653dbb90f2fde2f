import { file, HTML, route } from "../../platform/http/route.ts";
import { Detail } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import {
  ConfirmEmailQuery,
  DeleteAccount,
  ExportAddress,
  ExportQuery,
  Forgot,
  ImageForm,
  Login,
  Register,
  Reset,
  Session,
  UpdateUser,
  User,
  UserInfo,
  UserInfoQuery,
} from "./schema.ts";

/** Calls about other people, and on leaving with one's data. Importable by the browser. */

const SIGNED_IN = { tag: "Users", access: "signed_in" } as const;

export const ACCOUNT_ROUTES = {
  "POST /users/info/": route({
    ...SIGNED_IN,
    operationId: "readUserInfo",
    summary: "Name and picture of a person: oneself, a teammate, or somebody with a track the viewer may view",
    body: UserInfoQuery,
    answers: { 200: UserInfo },
    errors: [404],
  }),
  "DELETE /users/me/": route({
    ...SIGNED_IN,
    operationId: "deleteAccount",
    summary: "Delete the own account with all its data, for good",
    description:
      "Tracks, journals, tags, analyses, races and files of the account are deleted. A team that loses its last coach " +
      "gets the member of longest standing as coach; a team without other members is deleted.",
    rateLimit: { per: "user", max: LIMITS.credential_changes_per_hour, window_s: 3600 },
    body: DeleteAccount,
    answers: { 204: null },
  }),
  "POST /users/export/": route({
    ...SIGNED_IN,
    operationId: "requestExport",
    summary: "Address of a zip file with all of the own data",
    rateLimit: { per: "user", max: LIMITS.exports_per_hour, window_s: 3600 },
    answers: { 200: ExportAddress },
  }),
  "GET /users/export/": route({
    tag: "Users",
    access: "signed_address",
    operationId: "downloadExport",
    summary: "The zip file of a signed address, made while it is sent",
    rateLimit: { per: "address", max: LIMITS.export_downloads_per_hour, window_s: 3600 },
    query: ExportQuery,
    answers: { 200: file("application/zip") },
    errors: [404],
  }),
} as const;

/** Calls on accounts and sessions. Importable by the browser. */

const ANONYMOUS = { tag: "Users", access: "anonymous" } as const;

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
