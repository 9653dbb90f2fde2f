import { z } from "@hono/zod-openapi";
import {
  BOAT_CLASSES_EDIT,
  type ExpectedLossReport,
  type ImprovementReport,
  type LeaderboardReport,
  type UserStatsReport,
  type WindConditionsReport,
} from "../contract.ts";

const day = z.iso.date("Write dates as YYYY-MM-DD.").optional();

export const ReportQuery = z.object({
  start: day,
  end: day,
  class: z.enum(BOAT_CLASSES_EDIT, { error: "This boat class is not known." }).optional(),
  user: z.coerce
    .number("user is the number of a person.")
    .int("user is the number of a person.")
    .positive("user is the number of a person.")
    .optional(),
});

export const TagQuery = ReportQuery.extend({
  tag: z.enum(["T", "G"], { error: "tag is T for tacks or G for gybes." }),
});

export const UserStatsSchema = z
  .object({
    sessions: z.number().int(),
    water_time: z.number().openapi({ description: "seconds" }),
    tacks: z.number().int(),
    gybes: z.number().int(),
    accelerations: z.number().int(),
    sets: z.number().int(),
    douses: z.number().int(),
  })
  .openapi("UserStats") satisfies z.ZodType<UserStatsReport>;

const inConditions = z.object({ Light: z.number(), Sf: z.number(), Df: z.number(), Windy: z.number() });

export const WindConditionsSchema = z
  .object({
    total_time: z.number().openapi({ description: "seconds" }),
    time_in_conditions: inConditions.openapi({ description: "seconds of measured wind" }),
  })
  .openapi("WindConditions") satisfies z.ZodType<WindConditionsReport>;

const metres = z.number().nullable();
export const ImprovementSchema = z
  .array(z.object({ date: z.string(), Light: metres, Sf: metres, Df: metres, Windy: metres }))
  .openapi("Improvement", {
    description: "Median loss in metres by date and wind",
  }) satisfies z.ZodType<ImprovementReport>;

export const ExpectedLossSchema = z
  .object({
    x: z.string().openapi({ description: "tws_kn, or entry_speed_kn without measured wind" }),
    losses: z.array(z.object({ x: z.number(), loss: z.number(), date: z.string(), type: z.string() })),
    regression: z
      .object({
        n: z.number().int(),
        slope: z.number(),
        intercept: z.number(),
        r2: z.number(),
        theil_sen_slope: z.number().nullable(),
      })
      .nullable(),
    rline: z.array(z.object({ x: z.number(), value: z.number(), type: z.string() })),
  })
  .openapi("ExpectedLoss") satisfies z.ZodType<ExpectedLossReport>;

export const LeaderboardSchema = z
  .array(
    z.object({
      id: z.number().int(),
      first_name: z.string(),
      last_name: z.string(),
      profile_img: z.string().nullable(),
      time_on_water: z.number().openapi({ description: "hours" }),
    }),
  )
  .openapi("Leaderboard") satisfies z.ZodType<LeaderboardReport>;

export const BoatClassesSchema = z.array(z.string()).openapi("BoatClasses");
