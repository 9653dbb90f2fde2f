/** Messages about corrections of a race by hand. Importable by the browser. */
import type { RaceCorrection as EngineRaceCorrection } from "@leebow/core";
import { z } from "zod";
import { Instant } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

/** Longest difference of a clock, s: a day, as the engine has it. */
const MAX_CLOCK_S = 86_400;

const POSITION = { lat_deg: z.number().min(-90).max(90), lon_deg: z.number().min(-180).max(180) };
const at = Instant.meta({ description: "Any moment of the race that it belongs to" });
const end = z.enum(["pin", "committee"]);
const track = z.string().max(20).meta({ description: "As the report names it" });

export const RatingSystem = z.enum(["time_on_time", "time_on_distance"]);
export const RaceScore = z.enum(["dns", "ocs", "ufd", "bfd", "nsc", "dnf", "ret", "dsq"]);

/** A correction is matched by a moment of its race, so that it survives an analysis that finds the race's ends elsewhere. */
export const RaceCorrection = z
  .discriminatedUnion("action", [
    z
      .strictObject({ action: z.literal("set_gun"), at, gun_time: Instant })
      .meta({ description: "When the gun was. Where no race was found at this time, one begins" }),
    z
      .strictObject({ action: z.literal("set_clock"), track, ahead_s: z.number().min(-MAX_CLOCK_S).max(MAX_CLOCK_S) })
      .meta({ description: "The clock of a track was ahead by these seconds; negative: behind" }),
    z
      .strictObject({
        action: z.literal("place_mark"),
        at,
        waypoint: z.int().min(0).max(1000),
        mark: z.int().min(0).max(1).meta({ description: "1: of a gate the one on the right looking upwind" }),
        ...POSITION,
      })
      .meta({ description: "Puts a mark of a waypoint" }),
    z
      .strictObject({ action: z.literal("place_line_end"), at, end, ...POSITION })
      .meta({ description: "Puts an end of the starting line" }),
    z
      .strictObject({ action: z.literal("set_finish"), at, end, ...POSITION })
      .meta({ description: "Puts an end of the finishing line" }),
    z.strictObject({ action: z.literal("merge_race"), at }).meta({ description: "One race with the next one" }),
    z
      .strictObject({ action: z.literal("split_race"), at })
      .meta({ description: "Two races, the second from this moment" }),
    z
      .strictObject({ action: z.literal("exclude_boat"), at, track })
      .meta({ description: "This track took no part in the race" }),
    z
      .strictObject({ action: z.literal("set_handicap"), system: RatingSystem })
      .meta({ description: "How the ratings of all races are applied; time on time by default" }),
    z
      .strictObject({
        action: z.literal("set_rating"),
        track,
        rating: z.number().min(-2000).max(3000).meta({ description: "Time correction factor, or allowance in s/nm" }),
        start_after_s: z.number().min(-MAX_CLOCK_S).max(MAX_CLOCK_S).optional().meta({
          description: "By which the gun of the boat's class was after that of the race",
        }),
      })
      .meta({ description: "The rating of a boat in all races" }),
    z
      .strictObject({ action: z.literal("set_course_length"), at, length_nm: z.number().min(0.01).max(30_000) })
      .meta({ description: "Length of the course for time on distance; along its marks without this" }),
    z
      .strictObject({ action: z.literal("set_score"), at, track, score: RaceScore })
      .meta({ description: "This boat is scored without a place" }),
  ])
  .meta({ id: "RaceCorrection" }) satisfies z.ZodType<EngineRaceCorrection>;

export const ReplaceRaceCorrections = z
  .object({
    corrections: z
      .array(RaceCorrection)
      .max(LIMITS.race_corrections, `A race can have ${LIMITS.race_corrections} corrections.`),
  })
  .meta({ id: "ReplaceRaceCorrections" });
