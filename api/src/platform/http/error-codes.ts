import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * Stable names of errors, by which programs tell them apart, with their HTTP status. The sentences beside them may change.
 * The first of a status is the general one, where it has one. Importable by the browser.
 */
export const ERROR_CODES = {
  bad_request: 400,
  wrong_credentials: 400,
  link_void: 400,
  upload_broken: 400,
  wind_file_not_read: 400,
  wind_does_not_fit: 400,
  no_wind_report: 400,
  not_signed_in: 401,
  forbidden: 403,
  account_disabled: 403,
  address_unconfirmed: 403,
  address_expired: 403,
  plan_required: 403,
  not_found: 404,
  track_pending: 404,
  track_not_explained: 404,
  method_not_allowed: 405,
  upload_stalled: 408,
  already_exists: 409,
  limit_reached: 409,
  not_analysed: 409,
  reason_required: 409,
  last_administrator: 409,
  last_coach: 409,
  own_account: 409,
  already_member: 409,
  job_state: 409,
  job_not_cancellable: 409,
  address_used: 409,
  garmin_off: 409,
  garmin_connected: 409,
  no_subscription: 409,
  current_plan: 409,
  in_link: 409,
  left_out_of_link: 409,
  too_few_boats: 409,
  no_sailing: 409,
  not_one_track: 409,
  one_file: 409,
  changed: 412,
  too_large: 413,
  storage_limit_reached: 413,
  too_many_requests: 429,
  fault: 500,
  busy: 503,
  storage_unavailable: 503,
  database_unavailable: 503,
  results_missing: 503,
  payment_unavailable: 503,
  no_room: 507,
} as const satisfies Record<string, ContentfulStatusCode>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The codes of a status, the general one first; empty for a status that no error of ours has. */
export const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => ERROR_CODES[code] === status);
