import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../context.ts";
import type { Viewer } from "../http/viewer.ts";
import { LIMITS } from "../limits.ts";
import { deriveKey, isEqualSecret, signatureOf } from "../signature.ts";

declare module "../context.ts" {
  interface AppContext {
    sessions: Sessions;
  }
}

/** The check of bearer tokens. */
export interface Sessions {
  /** The user of an Authorization header; undefined without a valid session. */
  find(authorization: string): Promise<Viewer | undefined>;
}

interface CachedSession {
  viewer: Viewer;
  until_ms: number;
}

const DAY_S = 24 * 3600;

/**
 * Sessions by their tokens: the signature is verified, the row is read once and kept for a short while. Any change of the
 * user or end of a session, in whatever process, ends the entry by an event; while events may be missed nothing is kept.
 */
export function openSessions({ db, config, events }: Pick<AppContext, "db" | "config" | "events">): Sessions {
  const key = deriveKey(config.secret, "auth");
  const cached = new LRUCache<string, CachedSession>({ max: LIMITS.cached_sessions });
  // Of the last invalidation: a row that was read before it is not kept.
  let generation = 0;
  events.subscribe({
    onEvent(event) {
      if (event.type !== "account") return;
      generation++;
      for (const [token, { viewer }] of cached.entries()) if (viewer.id === event.user_id) cached.delete(token);
    },
    onGap() {
      generation++;
      cached.clear();
    },
    onClose: () => cached.clear(),
  });

  return {
    async find(authorization) {
      const token = tokenOf(authorization);
      if (!token) return undefined;
      const found = cached.get(token);
      if (found && found.until_ms > Date.now()) return found.viewer;
      const id = verifiedId(token, key);
      if (!id) return undefined;
      const before = generation;
      const session = await readSession(db, id);
      if (session && generation === before && events.isConnected()) cached.set(token, session);
      return session?.viewer;
    },
  };
}

const tokenOf = (authorization: string): string | undefined => /^bearer (.+)$/i.exec(authorization)?.[1]?.trim();

/** The session's id in an Authorization header that was checked before. */
export const sessionIdOf = (authorization: string): string => decoded(tokenOf(authorization) ?? "").split(".")[0]!;

/** What base64 and base64url are written with: Node skips other characters when it reads them. */
const BASE64 = /^[\w+/-]+=*$/;

/** The session's id in a token `id.signature`, percent-encoded or not; null unless the signature, an HMAC-SHA256, is right. */
function verifiedId(token: string, key: string): string | null {
  const [id, signature, ...rest] = decoded(token).split(".");
  if (!id || !signature || !BASE64.test(signature) || rest.length > 0) return null;
  const given = Buffer.from(signature, "base64").toString("base64url");
  return isEqualSecret(given, signatureOf(key, id)) ? id : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Ends the sessions of a user that are too many: those that were used the longest time ago. */
export async function endOldSessions(db: AppContext["db"], user_id: number): Promise<void> {
  const last = db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user_id)
    // Prolonged while it is used.
    .orderBy("expires_at", "desc")
    .orderBy("id", "desc")
    .limit(LIMITS.sessions_per_user);
  await db.deleteFrom("sessions").where("user_id", "=", user_id).where("id", "not in", last).execute();
}

/** The session that has not ended, with its user. A session in use is prolonged once a day. */
async function readSession(db: AppContext["db"], token: string): Promise<CachedSession | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .select("sessions.expires_at")
    .where("sessions.token", "=", token)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at, ...viewer } = row;
  const now_ms = Date.now();
  const full_ms = LIMITS.session_days * DAY_S * 1000;
  if (expires_at.getTime() < now_ms + full_ms - DAY_S * 1000) {
    await db
      .updateTable("sessions")
      .set({ expires_at: new Date(now_ms + full_ms) })
      .where("token", "=", token)
      .where("expires_at", "=", expires_at)
      .execute();
  }
  // Shared by the calls of the session.
  Object.freeze(viewer);
  return { viewer, until_ms: Math.min(now_ms + LIMITS.cached_session_s * 1000, expires_at.getTime()) };
}
