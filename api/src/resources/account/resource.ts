import { REQUEST_RESET } from "../../platform/mail/request-reset.ts";
import { SEND_MAIL } from "../../platform/mail/send-mail.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { ACCOUNT_ROUTES, USER_ROUTES } from "./contract.ts";
import { exportProfile } from "./exports.ts";
import { ACCOUNT_HANDLERS, USER_HANDLERS } from "./handlers.ts";
import { USER_FILES } from "./profile-image.ts";

export const ACCOUNT = defineResource({
  name: "account",
  routes: { ...USER_ROUTES, ...ACCOUNT_ROUTES },
  handlers: { ...USER_HANDLERS, ...ACCOUNT_HANDLERS },
  files: [USER_FILES],
  jobs: [SEND_MAIL, REQUEST_RESET],
  account: { exported: exportProfile, tables: ["users", "sessions", "accounts"] },
});
