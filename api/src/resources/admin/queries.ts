import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { likePattern, searchWords } from "../../platform/db/search.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Feature } from "../account/schema.ts";
import { quotaOf, STORED_FILES } from "../tracks/queries.ts";
import { userCan } from "./change-user.ts";
import type { AdminUser, UserGroup, UserSort, UsersQuery } from "./schema.ts";

interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  image: string | null;
  role: number | null;
  enabled_features: Feature[];
  granted_features: Feature[];
  disabled_at: Date | null;
  quota_bytes: number | null;
  quota_tracks: number | null;
  last_seen: Date | null;
  tracks: number;
  stored_bytes: string | number;
}

const GROUPS: Record<UserGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  athletes: sql`users.role is null`,
  coaches: sql`users.role = 2`,
  administrators: sql`users.role = 1`,
  disabled: sql`users.disabled_at is not null`,
};

/** A session in use is prolonged once a day, so that its end tells the day of its last use. */
const SESSION = sql`make_interval(days => ${LIMITS.session_days}::integer)`;

/** How accounts are ordered: what is read of all of them for it, and the value. */
const SORTS: Record<UserSort, { joins: RawBuilder<unknown>; by: RawBuilder<unknown> }> = {
  name: { joins: sql``, by: sql`lower(users.last_name || ' ' || users.first_name)` },
  role: { joins: sql``, by: sql`coalesce(users.role, 3)` },
  last_seen: {
    joins: sql`left join (select user_id, max(expires_at) as at from sessions group by user_id) as ended
        on ended.user_id = users.id
      left join (select user_id, max(created_at) as at from tracks group by user_id) as uploaded
        on uploaded.user_id = users.id`,
    by: sql`greatest(ended.at - ${SESSION}, uploaded.at)`,
  },
  tracks: {
    joins: sql`left join (select user_id, count(*) as tracks from tracks group by user_id) as stored
      on stored.user_id = users.id`,
    by: sql`coalesce(stored.tracks, 0)`,
  },
  storage: {
    joins: sql`left join (select user_id, sum(source_bytes) as bytes from ${STORED_FILES} as files group by user_id) as stored
      on stored.user_id = users.id`,
    by: sql`coalesce(stored.bytes, 0)`,
  },
};

/** What is read of the accounts that are shown. */
const DETAILS = sql`cross join lateral (select coalesce(sum(tracks), 0)::integer as tracks, coalesce(sum(source_bytes), 0) as bytes,
      max(created_at) as at from ${STORED_FILES} as files where user_id = users.id) as stored
  cross join lateral (select max(expires_at) as at from sessions where user_id = users.id) as ended`;

const COLUMNS = sql`users.id, users.email, users.first_name, users.last_name, users.image, users.role,
  users.enabled_features, users.disabled_at, users.quota_bytes, users.quota_tracks,
  greatest(ended.at - ${SESSION}, stored.at) as last_seen, stored.tracks, stored.bytes as stored_bytes,
  (select coalesce(jsonb_agg(feature order by feature), '[]') from feature_grants where user_id = users.id)
    as granted_features`;

/** A page of the accounts and how many there are. */
export async function listUsers(db: Db, { search, group = "all", sort, order, page = 1 }: UsersQuery) {
  const conditions = [
    GROUPS[group],
    ...searchWords(search).map((word) => sql`concat_ws(' ', users.name, users.email) ilike ${likePattern(word)}`),
  ];
  const where = sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from users ${where}`.execute(
    db,
  );
  const direction = (order ?? "desc") === "asc" ? sql`asc nulls last` : sql`desc nulls last`;
  const { joins, by } = SORTS[sort ?? "last_seen"];
  const { rows } = await sql<UserRow>`with page as (
      select users.id, row_number() over (order by ${by} ${direction}, users.id) as place from users ${joins} ${where}
      order by place limit ${LIMITS.page_size}::integer offset ${(page - 1) * LIMITS.page_size}::bigint
    ) select ${COLUMNS} from page join users on users.id = page.id ${DETAILS} order by page.place`.execute(db);
  return { count: counted[0]!.count, rows };
}

export async function findAdminUser(db: Db, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from users ${DETAILS} where users.id = ${id}::integer`.execute(db);
  return rows[0];
}

/** How many accounts with role 1 are not disabled. */
export async function countAdministrators(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users where role = 1 and disabled_at is null`.execute(db);
  return rows[0]!.count;
}

export function presentAdminUser(row: UserRow, viewer_id: number, administrators: number, storage: Storage): AdminUser {
  const { image, disabled_at, last_seen, stored_bytes, quota_bytes, quota_tracks, ...user } = row;
  const quota = quotaOf({ quota_bytes, quota_tracks });
  return {
    ...user,
    profile_img: image && storage.signedPath(image),
    disabled: disabled_at?.toISOString() ?? null,
    last_seen: last_seen?.toISOString() ?? null,
    stored_bytes: Number(stored_bytes),
    quota_bytes: quota.bytes,
    quota_tracks: quota.tracks,
    own_quota: quota_bytes !== null || quota_tracks !== null,
    is_self: user.id === viewer_id,
    can: userCan(viewer_id, row, administrators),
  };
}
