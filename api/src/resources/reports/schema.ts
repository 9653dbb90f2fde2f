/** Messages of the reports. Importable by the browser. */
import { RECORD_IDS } from "@leebow/core";
import { z } from "zod";
import { boatClassText, DateText, Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

/**
 * Where no wind speed was measured, the boat's own mean upwind speed stands for it: sessions are slow, middle or fast by
 * the third of it that they are in, among all sessions of the person in that class.
 */
export const SPEED_BANDS = ["slow", "middle", "fast"] as const;
export type SpeedBand = (typeof SPEED_BANDS)[number];

export const PARQUET_TYPE = "application/vnd.apache.parquet";

const USER = "user is the number of a person.";

export const ReportQuery = z.object({
  start: DateText.optional(),
  end: DateText.optional(),
  class: boatClassText("This boat class is not known.").optional(),
  user: idText(USER).optional(),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export const LossBasisText = z.enum(["vmg", "speed"], { error: "basis is vmg or speed." });

export const SpeedBandText = z.enum(SPEED_BANDS);

/** These fields, and the number of a team whose athletes a report is about in the place of a person. */
export const ofPeople = <Shape extends typeof PERSON>(shape: Shape) =>
  z
    .object({ ...shape, team: idText("team is the number of a team.").optional() })
    .refine((query: { user?: unknown; team?: unknown }) => query.user === undefined || query.team === undefined, {
      error: "A report is about a person or about a team: give one of user and team.",
      path: ["team"],
    });

const PERSON = ReportQuery.pick({ user: true }).shape;
export const PersonQuery = ofPeople(PERSON);

export const TagQuery = ReportQuery.extend({
  basis: LossBasisText.optional().meta({
    description:
      "Losses along the wind (vmg), or by distance and speed, which are never mixed; without it those that most have",
  }),
  by: z.enum(["wind", "speed"], { error: "by is wind or speed." }).optional().meta({
    description: "speed: without wind speeds, by bands of the boat's own upwind speed, or over the entry speed",
  }),
  tag: z.enum(["T", "G"], { error: "tag is T for tacks or G for gybes." }),
});

export const UserStats = z
  .strictObject({
    sessions: z.int(),
    water_time: z.number().meta({ description: "s" }),
    tacks: z.int(),
    gybes: z.int(),
    accelerations: z.int(),
    sets: z.int(),
    douses: z.int(),
  })
  .meta({ id: "UserStats" });
export type UserStats = z.infer<typeof UserStats>;

export const WindConditions = z
  .strictObject({
    total_time: z.number().meta({ description: "s" }),
    time_in_conditions: z
      .strictObject({ Light: z.number(), Sf: z.number(), Df: z.number(), Windy: z.number() })
      .meta({ description: "s of measured wind" }),
    speed_bands: z
      .array(
        z.strictObject({
          boat_class: z.string(),
          sessions: z.int().meta({ description: "Of the person in this class on all days, with a mean upwind speed" }),
          slow_below_kn: z.number().nullable().meta({ description: "Null with fewer than three sessions" }),
          fast_above_kn: z.number().nullable(),
          time_in_bands: z.strictObject({ slow: z.number(), middle: z.number(), fast: z.number() }).meta({
            description: "s of the sessions whose mean upwind speed is in each third",
          }),
        }),
      )
      .meta({ description: "The thirds of the boat's own upwind speed, of each class sailed" }),
  })
  .meta({ id: "WindConditions" });
export type WindConditions = z.infer<typeof WindConditions>;

const loss_m = z.number().nullable();

export const Improvement = z
  .array(
    z.strictObject({
      date: z.string(),
      Light: loss_m,
      Sf: loss_m,
      Df: loss_m,
      Windy: loss_m,
      slow: loss_m,
      middle: loss_m,
      fast: loss_m,
      track_ids: z.array(Id).meta({ description: "Sessions of the day with a loss" }),
    }),
  )
  .meta({
    id: "Improvement",
    description: "Median loss in metres by date and wind, or by date and band of speed; null in the other form",
  });
export type Improvement = z.infer<typeof Improvement>;

export const ExpectedLoss = z
  .strictObject({
    x: z.string().meta({ description: "tws_kn, or entry_speed_kn without measured wind and by speed" }),
    losses: z.array(
      z.strictObject({
        x: z.number(),
        loss: z.number(),
        date: z.string(),
        type: z.string(),
        track_id: Id,
        maneuver_id: Id.meta({ description: "Of the segment" }),
      }),
    ),
    regression: z
      .strictObject({
        n: z.int(),
        slope: z.number(),
        intercept: z.number(),
        r2: z.number(),
        theil_sen_slope: z.number().nullable(),
      })
      .nullable(),
    loss_basis: LossBasisText.nullable().meta({ description: "Of all losses; null without any" }),
    loss_bases: z.array(LossBasisText).meta({ description: "Those of which there are losses" }),
    rline: z.array(z.strictObject({ x: z.number(), value: z.number(), type: z.string() })),
  })
  .meta({ id: "ExpectedLoss" });
export type ExpectedLoss = z.infer<typeof ExpectedLoss>;

export const Leaderboard = z
  .array(
    z.strictObject({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      profile_img: z.string().nullable(),
      time_on_water: z.number().meta({ description: "hours" }),
    }),
  )
  .meta({ id: "Leaderboard" });
export type Leaderboard = z.infer<typeof Leaderboard>;

export const RegattaResult = z
  .strictObject({
    date: z.string().meta({ description: "Last day of the regatta, YYYY-MM-DD" }),
    pos: z.int(),
    num_competitors: z.int().nullable(),
    regatta_name: z.string().nullable(),
    regatta_start: z.string(),
    regatta_end: z.string(),
    journal_id: Id.meta({ description: "The entry with the regatta report" }),
    track_ids: z.array(Id).meta({ description: "Tracks of the entry that the viewer may view" }),
  })
  .meta({ id: "RegattaResult" });
export type RegattaResult = z.infer<typeof RegattaResult>;
export const RegattaResults = z.array(RegattaResult).meta({ id: "RegattaResults", description: "Oldest first" });
export type RegattaResults = z.infer<typeof RegattaResults>;

export const ReportSession = z
  .strictObject({
    track_id: Id,
    start_time: Instant,
    date: z.string().meta({ description: "Day of the start in the zone of the track, YYYY-MM-DD" }),
    tz: z.string().nullable(),
    location: z.string().nullable(),
    boat_class: z.string(),
    water_time: z.number().meta({ description: "s" }),
    tacks: z.int(),
    gybes: z.int(),
    accelerations: z.int(),
    sets: z.int(),
    douses: z.int(),
    time_in_conditions: WindConditions.shape.time_in_conditions,
    upwind_kn: z.number().nullable().meta({ description: "Mean on upwind straights; null with too little of them" }),
    speed_band: SpeedBandText.nullable().meta({ description: "The third that this is in; null with too few sessions" }),
  })
  .meta({ id: "ReportSession" });
export type ReportSession = z.infer<typeof ReportSession>;
export const ReportSessions = z.array(ReportSession).meta({
  id: "ReportSessions",
  description: `The sessions that the figures add up, newest first, at most ${LIMITS.report_sessions}`,
});
export type ReportSessions = z.infer<typeof ReportSessions>;

export const SpeedRecords = z
  .array(
    z.strictObject({
      record: z.enum(RECORD_IDS).meta({ description: "As in Records of an analysis" }),
      speed_kn: z.number(),
      error_kn: z.number().meta({ description: "Standard deviation" }),
      start_time: Instant.nullable(),
      date: z.string().meta({ description: "Day of the session, YYYY-MM-DD" }),
      tz: z.string().nullable(),
      track_id: Id,
    }),
  )
  .meta({ id: "SpeedRecords", description: "The fastest of all sessions; a record that no session has is absent" });
export type SpeedRecords = z.infer<typeof SpeedRecords>;

export const BoatClasses = z.array(z.string()).meta({ id: "BoatClasses" });
