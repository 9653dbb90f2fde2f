/** The report of a race: what the engine finds in the tracks of a race. Importable by the browser. Unknown is null. */
import type { Duel as EngineDuel, RaceDay as EngineRaceDay, RaceOfTarget as RaceAgainstTarget } from "@leebow/core";
import { z } from "zod";
import { Id, Instant, ProcessingStatus } from "../../platform/http/schemas.ts";
import { RaceCorrection, RaceScore, RatingSystem } from "./corrections-schema.ts";

const TrackName = z.string().meta({ description: "Id of the track, as text; of a boat with several the first" });

const RaceNote = z
  .strictObject({
    code: z.enum([
      "no_start",
      "no_wind",
      "wind_may_be_reversed",
      "few_boats",
      "one_boat",
      "no_gun",
      "no_line",
      "clock_differs",
      "mixed_classes",
      "stopped_early",
      "joined_late",
      "spectator",
      "course_differs",
      "no_finish",
      "other_day",
      "correction_not_applied",
      "same_boat",
    ]),
    text: z.string().meta({ description: "A sentence" }),
    track: TrackName.nullable(),
    clock_ahead_s: z.number().optional().meta({ description: "What a correction `set_clock` of the track would say" }),
  })
  .meta({ id: "RaceNote" });

const PLACE = {
  lat_deg: z.number(),
  lon_deg: z.number(),
  sd_m: z.number().meta({ description: "Standard deviation, metres" }),
  basis: z.enum(["device", "hand", "estimated"]),
};

const StartLine = z
  .strictObject({
    pin: z.strictObject(PLACE),
    committee: z.strictObject(PLACE),
    length_m: z.number(),
    bearing_deg: z.number().meta({ description: "From the pin to the committee boat" }),
    bearing_sd_deg: z.number(),
    bias_deg: z.number().nullable().meta({
      description: "Positive: the committee end is ahead. Null where the first leg is no beat or the wind is not known",
    }),
    bias_sd_deg: z.number().nullable(),
    bias_m: z.number().nullable().meta({ description: "The same in metres to windward" }),
    bias_sd_m: z.number().nullable(),
    favoured: z.enum(["pin", "committee"]).nullable().meta({ description: "Null where no end was clearly ahead" }),
  })
  .meta({ id: "StartLine" });

const RaceWaypoint = z
  .strictObject({
    id: z.int().meta({ description: "Number from the start, which is 0" }),
    kind: z.enum(["line", "mark", "gate", "offset", "finish"]),
    side: z
      .enum(["port", "starboard", "either"])
      .nullable()
      .meta({ description: "On which side of the boats it is left" }),
    marks: z.array(z.strictObject({ ...PLACE, passings: z.int().meta({ description: "Boats that passed it" }) })).meta({
      description: "One mark, the two of a gate or the ends of a line; empty when only the time of passing is known",
    }),
    moved: z.boolean().meta({ description: "Whether it lay elsewhere than in another lap" }),
  })
  .meta({ id: "RaceWaypoint" });

const RaceLeg = z
  .strictObject({
    from: z.int(),
    to: z.int(),
    kind: z.enum(["up", "reach", "down"]),
    length_m: z.number(),
    axis_deg: z.number(),
    twd_deg: z.number().nullable().meta({ description: "Mean wind while the fleet sailed it" }),
    twd_sd_deg: z.number().nullable(),
  })
  .meta({ id: "RaceLeg" });

const BoatStart = z
  .strictObject({
    to_line_m: z.number().nullable().meta({ description: "From the bow to the line at the gun; negative: beyond it" }),
    to_line_sd_m: z.number().nullable(),
    speed_at_gun_kn: z.number().nullable(),
    crossed_after_s: z.number().nullable(),
    crossed_sd_s: z.number().nullable(),
    returned: z.boolean().meta({ description: "Whether the boat went back behind the line after the gun" }),
    line_position: z.number().nullable().meta({ description: "0 at the pin, 1 at the committee boat" }),
    over: z.enum(["over", "may_be_over", "no"]).nullable(),
    places_after_60_s: z
      .tuple([z.int(), z.int()])
      .nullable()
      .meta({ description: "Best and worst place by distance to windward after a minute, 90 %" }),
  })
  .meta({ id: "BoatStart" });

const Passing = z
  .strictObject({
    waypoint: z.int(),
    time: Instant,
    sd_s: z.number(),
    place: z.int(),
    place_sure: z.boolean(),
    behind_s: z.number().meta({ description: "Behind the first boat" }),
  })
  .meta({ id: "Passing" });

const BoatLeg = z
  .strictObject({
    time_s: z.number(),
    sailed_m: z.number(),
    sailed_over_shortest_pct: z.number(),
    vmg_kn: z.number(),
    sog_kn: z.number(),
    tacks: z.int(),
    gybes: z.int(),
    places_gained: z.int(),
    gain_s: z.number().meta({ description: "Against the median boat; positive: gained" }),
    gain_sd_s: z.number(),
  })
  .meta({ id: "BoatLeg" });

const RacingBoat = z
  .strictObject({
    track: TrackName,
    state: z.enum(["finished", "retired", "course_differs", "late"]),
    place: z.int().nullable().meta({ description: "Among the boats of this report" }),
    place_sure: z.boolean(),
    elapsed_s: z.number().nullable().meta({ description: "From the gun to the finish" }),
    sailed_m: z.number().nullable(),
    start: BoatStart.nullable(),
    passings: z.array(Passing.nullable()).meta({ description: "At each waypoint after the start" }),
    legs: z.array(BoatLeg.nullable()),
  })
  .meta({ id: "RacingBoat" });

const HandicapBoat = z
  .strictObject({
    track: TrackName,
    rating: z.number().nullable().meta({ description: "Time correction factor, or allowance in s/nm" }),
    start_after_s: z.number().meta({ description: "By which the gun of her class was after that of the race" }),
    score: RaceScore.nullable().meta({ description: "A boat with a score has no place" }),
    elapsed_s: z.number().nullable().meta({ description: "From the gun of her class to the finish" }),
    corrected_s: z.number().nullable(),
    place: z.int().nullable(),
    place_sure: z.boolean(),
    behind_s: z.number().nullable().meta({ description: "Behind the first boat by corrected time" }),
  })
  .meta({ id: "HandicapBoat" });

const HandicapResult = z
  .strictObject({
    system: RatingSystem.nullable().meta({ description: "Null without ratings: corrected times are the elapsed ones" }),
    course_nm: z.number().nullable().meta({ description: "Length of the course for time on distance" }),
    course_basis: z.enum(["stated", "marks"]).nullable(),
    boats: z.array(HandicapBoat).meta({ description: "By place; boats without one last" }),
  })
  .meta({ id: "HandicapResult" });

const SailedRace = z
  .strictObject({
    start_time: Instant,
    end_time: Instant,
    gun_basis: z.enum(["timer", "typed", "whole_minute", "estimated"]),
    gun_sd_s: z.number(),
    gun_candidates: z.array(z.strictObject({ time: Instant, score: z.number() })),
    recalls: z.array(Instant),
    tracks: z.array(TrackName),
    wind_source: z.enum(["fleet", "measured", "boats"]),
    twd_deg: z.number().nullable(),
    twd_sd_deg: z.number().nullable(),
    line: StartLine.nullable(),
    waypoints: z.array(RaceWaypoint),
    legs: z.array(RaceLeg),
    boats: z.array(RacingBoat).meta({ description: "By place; boats without one last" }),
    handicap: HandicapResult.nullable().meta({ description: "Null where no boat has a rating or a score" }),
    notes: z.array(RaceNote),
  })
  .meta({ id: "SailedRace" });

export const RaceDay = z
  .strictObject({
    races: z.array(SailedRace).meta({ description: "In time order: the tracks may hold several" }),
    practice_starts: z.array(Instant).meta({ description: "Starts that no race followed" }),
    candidates: z
      .array(z.strictObject({ time: Instant, score: z.number() }))
      .optional()
      .meta({ description: "Moments that may be starts, with their probabilities; absent where there is none" }),
    notes: z.array(RaceNote),
  })
  .meta({ id: "RaceDay" }) satisfies z.ZodType<EngineRaceDay>;

const DUEL_PARTS = {
  speed_m: z.number().meta({ description: "By sailing faster" }),
  speed_sd_m: z.number(),
  height_m: z.number().meta({ description: "By sailing higher, or lower on a run, on the same tack" }),
  height_sd_m: z.number(),
  shift_m: z.number().meta({ description: "By the side of the course: shifts, and angles on opposite tacks" }),
  shift_sd_m: z.number(),
  turns_m: z.number().meta({ description: "By tacks and gybes" }),
  turns_sd_m: z.number(),
  rest_m: z.number().meta({ description: "Gaps in the tracks, stops, roundings; without a wind all but the speed" }),
  rest_sd_m: z.number(),
  total_m: z.number().meta({ description: "Sum of the parts" }),
  total_sd_m: z.number(),
};

const DuelPhase = z
  .strictObject({
    start_time: Instant,
    end_time: Instant,
    relation: z.enum(["same_tack", "apart", "together", "to_mark"]),
    ...DUEL_PARTS,
  })
  .meta({ id: "DuelPhase" });

const DuelPoint = z
  .strictObject({
    after_s: z.number().meta({ description: "After start_time" }),
    ahead_m: z.number().nullable().meta({ description: "By which a was ahead along the leg" }),
    ahead_sd_m: z.number().nullable(),
    right_m: z.number().nullable().meta({ description: "By which a was to the right of b, looking along the leg" }),
    a_tack: z.enum(["port", "starboard"]).nullable(),
    b_tack: z.enum(["port", "starboard"]).nullable(),
  })
  .meta({ id: "DuelPoint" });

const Duel = z
  .strictObject({
    a: TrackName,
    b: TrackName,
    leg: z.int(),
    start_time: Instant.meta({ description: "From when both boats sailed the leg" }),
    end_time: Instant.meta({ description: "When the first of them ended it" }),
    start_m: z.number().meta({ description: "By which a was ahead, along the leg" }),
    end_m: z.number(),
    sum: z.strictObject(DUEL_PARTS).meta({ description: "Metres that a gained, and standard deviations" }),
    phases: z.array(DuelPhase),
    points: z.array(DuelPoint).meta({ description: "Every other second, and the end" }),
    said: z.array(z.enum(["speed", "height", "shift", "turns", "lower_and_faster", "higher_and_slower"])).meta({
      description: "What made the difference beyond chance, the largest first; empty when it is too close to tell",
    }),
  })
  .meta({ id: "Duel" }) satisfies z.ZodType<EngineDuel>;

export const DuelAnswer = z
  .strictObject({ duel: Duel.nullable().meta({ description: "Null where they did not sail the leg together" }) })
  .meta({ id: "DuelAnswer" });

const Percent = z.number().nullable().meta({ description: "Null of less than a minute" });

const LegOfTarget = z
  .strictObject({
    percent: z.number().meta({ description: "Mean of what was sailed, % of the mean target" }),
    half_width_percent: z
      .number()
      .nullable()
      .meta({ description: "Half of the 90 % interval between minutes; null of fewer than three" }),
    time_s: z.number().meta({ description: "Of straight sailing" }),
    port_percent: Percent,
    starboard_percent: Percent,
  })
  .meta({ id: "LegOfTarget" });

const RaceOfTarget = z
  .strictObject({
    tws_kn: z.number().nullable().meta({
      description: "Mean wind speed, the same for all boats; null where none is known, and no leg has a figure",
    }),
    measured_by: z.int().meta({ description: "Boats that measured it, whose median it is; 0 where it was given" }),
    boats: z
      .array(
        z.strictObject({
          track: TrackName,
          through_water: z.boolean().meta({ description: "Whether speeds are through the water" }),
          legs: z.array(LegOfTarget.nullable()).meta({
            description: "In the order of the legs; null of less than a minute and outside the winds of the polar",
          }),
        }),
      )
      .meta({ description: "Those whose class has a target" }),
  })
  .meta({ id: "RaceOfTarget" }) satisfies z.ZodType<RaceAgainstTarget>;

export const RaceTargetAnswer = z
  .strictObject({
    targets: z
      .array(z.strictObject({ id: Id, boat_class: z.string(), name: z.string(), over_ground: z.boolean() }))
      .meta({ description: "Of the classes of the boats; empty without one" }),
    races: z.array(RaceOfTarget).meta({ description: "In the order of the report's races; empty without a target" }),
  })
  .meta({ id: "RaceTargetAnswer" });
export type RaceTargetAnswer = z.infer<typeof RaceTargetAnswer>;

export const RaceReportAnswer = z
  .strictObject({
    processing_status: ProcessingStatus.meta({ description: "Of the race" }),
    report: RaceDay.nullable().meta({
      description:
        "Of the tracks that are visible to the viewer: places are among them. Null until the wind of the race is estimated",
    }),
    corrections: z.array(RaceCorrection).meta({ description: "In the order they are applied" }),
    version: z
      .string()
      .meta({ description: "Of the corrections; the ETag, for If-Match of the call that replaces them" }),
  })
  .meta({ id: "RaceReportAnswer" });
export type RaceReportAnswer = z.infer<typeof RaceReportAnswer>;
