/** Messages of a polar. Importable by the browser. Unknown or withheld is null. */
import { z } from "zod";
import { Id, Instant } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { ofPeople, ReportQuery } from "./schema.ts";

export const PolarQuery = ofPeople({
  ...ReportQuery.shape,
  class: ReportQuery.shape.class.meta({ description: "Without it the class that was sailed longest on these days" }),
  side: z.enum(["both", "port", "starboard"], { error: "side is both, port or starboard." }).optional(),
});
export type PolarQuery = z.infer<typeof PolarQuery>;

const Seconds = z.number();
const Percent = z.number().meta({ description: "%" });
const Sd = z.number().meta({ description: "Standard deviation" });
const Speeds = z
  .array(z.number().nullable())
  .meta({ description: "kn; null where nothing was sailed near this angle" });

const PolarTarget = z
  .strictObject({
    twa_deg: z.number().meta({ description: "Median angle sailed" }),
    twa_sd_deg: Sd.nullable(),
    speed_kn: z.number().meta({ description: "75th percentile of the speed near this angle" }),
    vmg_kn: z.number().meta({ description: "speed_kn · |cos twa_deg|" }),
    vmg_interval_kn: z.tuple([z.number(), z.number()]).nullable().meta({ description: "90 % interval of vmg_kn" }),
    median_kn: z.number(),
    q25_kn: z.number(),
    q75_kn: z.number(),
    time_s: Seconds,
    sessions: z.int(),
    is_published: z.boolean().meta({ description: "Whether there is enough for a target: 30 min and 3 sessions" }),
  })
  .meta({ id: "PolarTarget" });

const PolarCurve = z
  .strictObject({
    twa_deg: z.array(z.number()).meta({ description: "True wind angles from 0° to 180°; the other lists go along" }),
    q25_kn: Speeds,
    median_kn: Speeds,
    q75_kn: Speeds,
    time_s: z.array(Seconds),
  })
  .meta({ id: "PolarCurve" });

const PolarBand = z
  .strictObject({
    name: z.string(),
    from_kn: z.number().nullable().meta({ description: "Wind speed; null: open, or not known" }),
    to_kn: z.number().nullable(),
    time_s: Seconds,
    sessions: z.int(),
    curve: PolarCurve,
    upwind: PolarTarget.nullable(),
    downwind: PolarTarget.nullable(),
  })
  .meta({ id: "PolarBand" });

const SideDifference = z
  .strictObject({
    percent: Percent.meta({ description: "Speed on port tack against starboard tack; positive: faster on port" }),
    sd_percent: Sd,
    is_clear: z.boolean(),
  })
  .meta({ id: "PolarSideDifference" });

const SeasonPoint = z
  .strictObject({
    track_id: Id.meta({ description: "The session" }),
    start_time: Instant,
    date: z.string().meta({ description: "Day of the start in the zone of the track, YYYY-MM-DD" }),
    band: z.string().meta({ description: "Name of the band that it was sailed in most" }),
    percent: Percent.meta({ description: "Median VMG, of the target for its wind from all other sessions" }),
    sd_percent: Sd,
  })
  .meta({ id: "PolarSeasonPoint" });

const SeasonTrend = z
  .strictObject({
    points: z.array(SeasonPoint),
    line: z
      .array(
        z.strictObject({
          from_time: Instant,
          to_time: Instant,
          from_percent: Percent,
          to_percent: Percent,
          sd_percent: Sd,
        }),
      )
      .meta({ description: "Weighted least squares; empty with too few sessions" }),
    change_percent: Percent.nullable(),
    change_half_width_percent: Percent.nullable().meta({ description: "Half the width of the 90 % interval" }),
    change_vmg_kn: z.number().nullable(),
    is_clear: z.boolean().meta({ description: "Whether the interval excludes no change" }),
    too_little: z.enum(["sessions", "weeks", "targets"]).nullable(),
  })
  .meta({ id: "PolarSeasonTrend" });

const OfTarget = z
  .strictObject({ percent: Percent, half_width_percent: Percent.nullable(), time_s: Seconds })
  .nullable()
  .meta({
    id: "PolarOfTarget",
    description:
      "Mean of what was sailed, % of the mean target; half_width_percent is half of the 90 % interval between sessions, " +
      "null of fewer than three",
  });

const PolarTargetFile = z
  .strictObject({
    id: Id.meta({ description: "The caller's target polar that is in use for the class" }),
    name: z.string(),
    over_ground: z.boolean(),
    bands: z.array(
      z.strictObject({
        name: z.string(),
        from_kn: z.number().nullable(),
        to_kn: z.number().nullable(),
        sides: z
          .strictObject({ up: OfTarget, reach: OfTarget, down: OfTarget })
          .meta({ description: "Upwind and downwind the speed made good, on a reach the speed at the angle" }),
      }),
    ),
    outside_s: Seconds.meta({ description: "In winds and at angles that the polar does not have" }),
  })
  .meta({ id: "PolarTargetFile" });

export const Polar = z
  .strictObject({
    version: z.int(),
    boat_class: z.string().nullable().meta({ description: "null without a session" }),
    basis: z.enum(["wind_speed", "relative"]).nullable().meta({
      description:
        "relative: no wind speed is known, the bands are thirds of the own speed; null: nothing can be shown",
    }),
    sessions: z.int().meta({ description: `Sessions in it, the newest ${LIMITS.polar_sessions} at most` }),
    left_out: z.strictObject({ no_wind: z.int(), wind_speed_partly: z.int(), other_version: z.int() }),
    straight_s: Seconds.meta({ description: "Sailed straight" }),
    own_track_share: z.number().meta({ description: "Share of its sessions whose wind is estimated from the track" }),
    direction_sd_deg: Sd.nullable().meta({ description: "Of the wind's direction, median of those sessions" }),
    bands: z.array(PolarBand).meta({ description: "By wind speed, the lightest first" }),
    target: PolarTargetFile.nullable().meta({ description: "null without one in use, and without wind speeds" }),
    sides: z.strictObject({ upwind: SideDifference.nullable(), downwind: SideDifference.nullable() }),
    season: z
      .strictObject({
        upwind: SeasonTrend,
        downwind: SeasonTrend,
        splits: z
          .array(z.strictObject({ track_id: Id, start_time: Instant, date: z.string(), gear: z.string() }))
          .meta({
            description: "Sessions from which on the journal names a new kite or foil; lines end and begin there",
          }),
      })
      .nullable()
      .meta({ description: "null of a team: it would change with who sailed" }),
  })
  .meta({ id: "Polar" });
export type Polar = z.infer<typeof Polar>;
