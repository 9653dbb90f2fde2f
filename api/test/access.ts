/**
 * The access matrix: for every call, what each kind of caller is answered. A resource writes its rows in a file
 * `<resource>.access.ts` of its folder; src/app/access-matrix.test.ts runs them all.
 */
import type { World } from "./world.ts";

/**
 * Who makes a call. All relations are to `owner`, whose things the calls are about: `coach` coaches a team of the owner's;
 * `teammate_all` is in a team where the owner shows tracks to ALL, `teammate_coach_only` in one with COACH_ONLY;
 * `removed_member` was in the first team; `administrator` has given the reason to look at each PRIVATE track of the owner's,
 * `administrator_without_reason` has not; `coach_type` has role 2, `coach_tools` the feature; the holders of share links
 * have no session: of the owner's race, of another race, and of one whose link was revoked.
 */
export const CALLERS = [
  "nobody",
  "expired",
  "owner",
  "coach",
  "teammate_all",
  "teammate_coach_only",
  "removed_member",
  "stranger",
  "administrator",
  "administrator_without_reason",
  "coach_type",
  "coach_tools",
  "share_holder",
  "share_holder_other",
  "share_holder_revoked",
] as const;
export type Caller = (typeof CALLERS)[number];

export const WITHOUT_SESSION = [
  "nobody",
  "expired",
  "share_holder",
  "share_holder_other",
  "share_holder_revoked",
] as const satisfies readonly Caller[];

/** What a row sends beside method and path. */
export interface RequestParts {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

export interface AccessRow {
  /** Tells this row from others of its call. */
  about?: string;
  /** Made for each call anew; the world gives each thing once, and again after a call has changed something. */
  request?: (world: World, caller: Caller) => RequestParts | Promise<RequestParts>;
  /** Status by caller. */
  statuses: Record<Caller, number>;
}

/** Rows of a table of routes; a call without a row is a type error. */
export type AccessRows<T> = { readonly [R in keyof T]: AccessRow | readonly AccessRow[] };

type Groups = Partial<Record<Caller, number>>;

const all = (status: number) => Object.fromEntries(CALLERS.map((caller) => [caller, status])) as Record<Caller, number>;

/** An administrator without a reason is answered as one with it, unless a row says otherwise. */
const named = (but: Groups): Groups =>
  but.administrator === undefined ? but : { administrator_without_reason: but.administrator, ...but };

/** The same answer for everybody, but for the callers named. */
export const toEveryone = (status: number, but: Groups = {}) => ({ ...all(status), ...named(but) });

/** This answer with a session, 401 without one. */
export const withSession = (status: number, but: Groups = {}) => ({
  ...all(status),
  ...Object.fromEntries(WITHOUT_SESSION.map((caller) => [caller, 401])),
  ...named(but),
});

/** This answer for these callers, 404 for others with a session, 401 without one. */
export const onlyTo = (callers: readonly Caller[], status: number, but: Groups = {}) =>
  withSession(404, { ...Object.fromEntries(callers.map((caller) => [caller, status])), ...but });

/** Who may view a PRIVATE track of the owner. */
export const VIEWERS_OF_PRIVATE = [
  "owner",
  "coach",
  "teammate_all",
  "administrator",
] as const satisfies readonly Caller[];

/** A call that shows or changes what a PRIVATE track of the owner holds: an administrator gives a reason first. */
export const intoPrivate = (status: number, but: Groups = {}) =>
  onlyTo(VIEWERS_OF_PRIVATE, status, { ...but, administrator_without_reason: 409 });
