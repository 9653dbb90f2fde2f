/** Messages of the season reports. Importable by the browser. */
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LossBasisText, ofPeople, ReportQuery, SpeedRecords } from "./schema.ts";

/**
 * Wind of a session: the category of its mean measured wind; without one the third of the boat's own upwind speed
 * (schema.ts).
 */
export const SEASON_WINDS = ["Light", "Sf", "Df", "Windy", "upwind_slow", "upwind_middle", "upwind_fast"] as const;

const wind = z.enum(SEASON_WINDS, { error: "This wind is not known." }).optional();

export const SeasonQuery = ReportQuery.extend({ wind });
export type SeasonQuery = z.infer<typeof SeasonQuery>;

export const SeasonDataQuery = ofPeople(SeasonQuery.shape);

export const SeasonTeamQuery = SeasonQuery.omit({ user: true }).extend({
  team: idText("team is the number of a team."),
});
export type SeasonTeamQuery = z.infer<typeof SeasonTeamQuery>;

const Winds = z
  .array(
    z.strictObject({
      wind: z.enum(SEASON_WINDS),
      sessions: z.int(),
      from_kn: z.number().nullable().meta({ description: "Lowest upwind speed; null of measured wind" }),
      to_kn: z.number().nullable().meta({ description: "Highest upwind speed; null of measured wind" }),
    }),
  )
  .meta({ description: "Winds with sessions, whichever of them is asked for" });

const Day = z.strictObject({
  date: z.string().meta({ description: "In the zone of the tracks, YYYY-MM-DD" }),
  water_time_s: z.number(),
  distance_m: z.number(),
  tacks: z.int(),
  gybes: z.int(),
  sessions: z
    .array(
      z.strictObject({
        track_id: Id,
        start_time: Instant,
        tz: z.string().nullable(),
        location: z.string().nullable(),
        boat_class: z.string(),
        has_left_out: z
          .boolean()
          .meta({ description: "A part of the recording is left out; false for others than its owner" }),
      }),
    )
    .meta({ description: "Earliest first" }),
});

const Month = z.strictObject({
  month: z.string().meta({ description: "YYYY-MM" }),
  sessions: z.int(),
  water_time_s: z.number(),
  distance_m: z.number(),
});

export const SeasonLosses = z
  .strictObject({
    loss_basis: LossBasisText.nullable().meta({ description: "Of all losses; null without any" }),
    months: z
      .array(
        z.strictObject({
          month: z.string(),
          count: z.int().meta({ description: "Turns with a loss" }),
          lower_m: z.number().meta({ description: "First quartile" }),
          median_m: z.number(),
          upper_m: z.number().meta({ description: "Third quartile" }),
          compared: z.boolean().meta({ description: "Whether it has 10 turns, by which months are compared" }),
        }),
      )
      .meta({ description: "Months with a loss, oldest first" }),
    change: z
      .strictObject({
        from: z.string(),
        to: z.string(),
        from_m: z.number(),
        to_m: z.number(),
        half_90_m: z.number().meta({ description: "Half of the 90 % interval of to_m - from_m" }),
      })
      .nullable()
      .meta({
        description:
          "Medians of the first and the last month with 10 turns; null with fewer than two such months, or when no month has two sessions",
      }),
  })
  .meta({ id: "SeasonLosses" });
export type SeasonLosses = z.infer<typeof SeasonLosses>;

export const Season = z
  .strictObject({
    days: z.array(Day).meta({ description: "Days with a session, oldest first" }),
    months: z.array(Month).meta({ description: "Months with a session, oldest first" }),
    tack: SeasonLosses,
    gybe: SeasonLosses,
    bests: SpeedRecords,
    winds: Winds,
  })
  .meta({ id: "Season" });
export type Season = z.infer<typeof Season>;

const SeasonAthlete = z
  .strictObject({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable(),
    sessions: z.int(),
    water_time_s: z.number(),
    tacks: z.int(),
    last_date: z.string().nullable().meta({ description: "Of the last session, YYYY-MM-DD; null without one" }),
    loss: z
      .strictObject({
        median_m: z.number(),
        half_90_m: z.number().nullable().meta({ description: "Half of the 90 % interval; null of one session" }),
      })
      .nullable()
      .meta({ description: "Of tacks; null with fewer than 10" }),
    months: z
      .array(z.strictObject({ month: z.string(), median_m: z.number() }))
      .meta({ description: "Months with 10 tacks, oldest first" }),
    trend: z
      .strictObject({
        slope_m: z.number().meta({ description: "Of the monthly medians, m a month" }),
        half_90_m: z.number().meta({ description: "Half of the 90 % interval" }),
      })
      .nullable()
      .meta({ description: "Null with fewer than three months of 10 tacks, or when none has two sessions" }),
  })
  .meta({ id: "SeasonAthlete" });

export const SeasonTeam = z
  .strictObject({
    name: z.string(),
    athletes: z.array(SeasonAthlete).meta({ description: "By number" }),
    days: z
      .array(z.strictObject({ date: z.string(), athletes: z.int(), water_time_s: z.number() }))
      .meta({ description: "Days with a session, oldest first" }),
    loss_basis: LossBasisText.nullable().meta({ description: "Of all losses; null without any" }),
    boat_classes: z.array(z.string()).meta({ description: "Sailed by the team on these days, by name" }),
    winds: Winds,
  })
  .meta({ id: "SeasonTeam" });
export type SeasonTeam = z.infer<typeof SeasonTeam>;
