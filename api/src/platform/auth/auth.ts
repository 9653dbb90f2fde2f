import { betterAuth } from "better-auth";
import { bearer } from "better-auth/plugins/bearer";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { LIMITS } from "../limits.ts";
import type { Log } from "../log.ts";
import { enqueueMail } from "../mail/send-mail.ts";
import { deriveKey } from "../signature.ts";
import { clearLoginAttempts } from "./login-attempts.ts";
import { endResetLinks, updateUser } from "./users.ts";

declare module "../context.ts" {
  interface AppContext {
    auth: Auth;
  }
}

/** Request headers for better-auth. The gateway sets them on a new request, which a client's own never reach. */
export const CLIENT_ADDRESS_HEADER = "x-leebow-client-address";
export const OWN_ORIGIN_HEADER = "x-leebow-own-origin";

const DAY_S = 24 * 3600;
const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/** Our table and column names, by those of better-auth. */
const TABLES = {
  session: {
    modelName: "sessions",
    expiresIn: LIMITS.session_days * DAY_S,
    updateAge: DAY_S,
    fields: { ...TIMES, userId: "user_id", expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent" },
  },
  account: {
    modelName: "accounts",
    fields: {
      ...TIMES,
      userId: "user_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
    },
  },
  verification: {
    modelName: "verifications",
    // A copy of the table is not enough to reset a password.
    storeIdentifier: "hashed",
    fields: { ...TIMES, expiresAt: "expires_at" },
  },
  user: {
    modelName: "users",
    fields: { ...TIMES, emailVerified: "email_verified" },
    // `role` and `enabled_features` are absent, so that no call can set them.
    additionalFields: {
      first_name: { type: "string", required: true },
      last_name: { type: "string", required: true },
      primary_boat_class: { type: "string", required: false },
    },
  },
} as const;

/** Per client address; stored in the database, so that all processes share the counts. Windows in seconds. */
const RATE_LIMITS = {
  enabled: true,
  storage: "database",
  modelName: "rate_limits",
  fields: { lastRequest: "last_request" },
  window: 60,
  max: 100,
  customRules: {
    // Counted in login-attempts.ts, which knows devices.
    "/sign-in/email": false,
    "/sign-up/email": { window: 60, max: LIMITS.logins_per_minute },
    "/request-password-reset": { window: 60, max: LIMITS.resets_per_minute },
    "/reset-password": { window: 60, max: LIMITS.resets_per_minute },
  },
} as const;

/**
 * Authentication by e-mail and password with better-auth; sessions are signed bearer tokens. Its paths are not mounted:
 * our routes call its handler (gateway.ts), which applies its rate limits and origin checks.
 */
export function createAuth({ db, config, jobs, log }: { db: Db; config: Config; jobs: Jobs; log: Log }) {
  return betterAuth({
    appName: "Leebow",
    baseURL: config.public_url,
    basePath: "/auth",
    secret: deriveKey(config.secret, "auth"),
    database: { db, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => log.info("auth", { message }) },
    trustedOrigins: async (request) => {
      const own = request?.headers.get(OWN_ORIGIN_HEADER);
      return own ? [own] : [];
    },
    plugins: [bearer({ requireSignature: true })],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: LIMITS.password_chars,
      maxPasswordLength: LIMITS.password_max_chars,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LIMITS.reset_link_s,
      // The link came by mail: it confirms the address as well.
      async onPasswordReset({ user }) {
        await updateUser(db, Number(user.id), { email_verified: true });
        await endResetLinks(db, Number(user.id));
        await clearLoginAttempts({ db, config }, user.email);
      },
      sendResetPassword: ({ user, token }) =>
        enqueueMail({ jobs, config }, db, resetMail(config.public_url, user.email, token), LIMITS.reset_link_s),
    },
    ...TABLES,
    rateLimit: RATE_LIMITS,
    advanced: {
      database: { generateId: "serial" },
      // Explicit, because better-auth turns both checks off when NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

function resetMail(public_url: string, to: string, token: string) {
  const text = [
    "A new password was requested for your Leebow account. Set it here within an hour:",
    "",
    `${public_url}/reset/${encodeURIComponent(token)}`,
    "",
    "If you did not request it, ignore this mail: your password does not change.",
  ].join("\n");
  return { to, subject: "Your new Leebow password", text };
}
