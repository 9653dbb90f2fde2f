/**
 * What the commands print with `--format json`. The JSON schemas in this folder are generated from these documents and from
 * the engine's types (json-schema.ts): `object` allows fields that it does not name, `strictObject` does not.
 */
import {
  type AnalysisDocument,
  CALIBRATED,
  type Calibration as CalibrationShape,
  type Correction,
  type Debrief,
  type Doubt,
  type Duel,
  type FileAnalysis,
  type FleetWind,
  type LossBasis,
  type LossChange,
  type LossMonth,
  type LossTrend,
  PASSAGE_KINDS,
  type Passage as PassageShape,
  type Polar,
  type RaceCorrection,
  type RaceDay,
  type RaceOfTarget as RaceOfTargetShape,
  SEASON_BESTS,
  SIDE_FIGURES,
} from "@leebow/core";
import { z } from "zod";
import type { calibrationText } from "../src/exporters/calibration.ts";
import type { debriefText } from "../src/exporters/debrief.ts";
import type { passageText } from "../src/exporters/passage.ts";
import type { polarText } from "../src/exporters/polar.ts";
import type { seasonText } from "../src/exporters/season.ts";

/** The result of which a function makes text. */
// biome-ignore lint/suspicious/noExplicitAny: the other parameters do not matter.
type Printed<Print extends (...all: any[]) => unknown> = Parameters<Print>[1];

/** A type of the engine, whose schema is generated from the Rust type of this name. */
const engineType = <T>(engine: string) => z.custom<T>().meta({ engine });

const count = z.int().min(0);
const text = z.string();
const flag = z.boolean();
const number = z.number();
const nullable = number.nullable();
const sentences = z.array(text);

const engine = text.describe("Version of the engine.");
const Failure = z
  .object({
    name: text.describe("As named on the command line."),
    kind: text.describe(
      "Stable identifier, for example empty_file, unknown_format, not_a_track, no_positions, no_times, too_large, unreadable, not_found.",
    ),
    message: text.describe("A sentence for people."),
  })
  .meta({ id: "Failure" });
const failed = z.array(Failure).describe("Recordings that could not be read.");

/** What a document says of a recording whose analysis it does not contain. */
const recording = {
  name: text.describe("As named on the command line."),
  boat_class: text,
  start_time: text,
  end_time: text,
  time_zone: text.nullable().describe("IANA name of the zone in which it was sailed."),
};

/** What a document says of the polar file of `--target`. */
const polarFile = {
  name: text.describe("Path of the file."),
  format: z.enum(["expedition", "orc", "opencpn", "qtvlm", "csv"]),
  damage: sentences.describe("What of the file is not used, as sentences."),
};

const reportTarget = {
  name: text.describe("Of the polar; on the command line the path of its file."),
  over_ground: flag.describe("Whether the speeds of the polar are over the ground."),
  through_water: flag.describe(
    "Whether speeds are through the water: where a current is known and the polar is of the water.",
  ),
  tws_kn: nullable.describe("The wind speed that was given by hand; null where it was measured."),
  missing: z.enum(["wind", "wind_speed"]).nullable().describe("Why there are no figures; null where there are."),
};

const OfTargetValue = z
  .object({
    percent: number.describe("Mean of what was sailed, % of the mean target."),
    half_width_percent: nullable.describe(
      "Half of the 90 % interval between sessions, in one session between minutes; null of fewer than three.",
    ),
    time_s: number.describe("Of straight sailing."),
  })
  .meta({ id: "OfTargetValue" });
const ofTargetSides = z
  .object({ up: OfTargetValue.nullable(), reach: OfTargetValue.nullable(), down: OfTargetValue.nullable() })
  .describe("Upwind and downwind the speed made good, on a reach the speed at the angle; null of less than a minute.");

const ManeuverOfTarget = z
  .object({
    entry_percent: nullable.describe("Before the turn, over the window of entry_speed_kn, %."),
    exit_percent: nullable.describe("After the turn, over the window of exit_speed_kn, %."),
    lowest_percent: nullable.describe("The least share from the start of the turn to the end of the exit's window, %."),
    recovered_90_s: nullable.describe(
      "From the moment of the turn until nine tenths are sailed again; null beyond a minute after the turn.",
    ),
  })
  .meta({
    id: "ManeuverOfTarget",
    description:
      "The turn against the target: upwind and downwind speed made good, on a reach speed. Null where the polar does not have the wind and the angle, and for kinds that are no turns. Absent without a target and without a wind speed.",
  });

const segmentId = z
  .int()
  .min(1)
  .optional()
  .describe(
    "In answers of a server only: the same in every analysis that finds this segment. A file analysed without a server has no ids; there a segment is identified by kind and times, as in corrections.",
  );

const Fleet = z
  .strictObject({
    wind: engineType<FleetWind>("FleetWind")
      .nullable()
      .describe("At the mean position of the fleet; null when it is not determined."),
    reason: text.nullable().describe("Why there is no wind: a sentence."),
    boats: z.array(
      z.strictObject({
        name: text.describe("As named on the command line."),
        has_vote: flag.describe("True when her track is part of the fleet's wind."),
        reason: text.nullable().describe("Why not: a sentence."),
      }),
    ),
  })
  .meta({ id: "Fleet" });

const Analysis = z
  .object({
    engine,
    parameters: z
      .object({
        boat_class: text.nullable().optional().describe("A boat class by name; null is Other."),
        wind_hint_deg: nullable.optional().describe("Where the user says the wind comes from."),
        corrections: z
          .array(engineType<Correction>("Correction"))
          .optional()
          .describe("By hand, in this order; kind and times are those of the segment as it was shown."),
      })
      .describe("What the analysis was asked for."),
    fleets: z.array(Fleet).optional().describe("Boats that sailed together, and their wind; with --fleet alone."),
    files: z.array(
      z.intersection(
        engineType<FileAnalysis>("FileAnalysis"),
        z.object({
          points_file: text.optional().describe("With --points: the Arrow file with every fix, beside the output."),
          target: z
            .object(reportTarget)
            .optional()
            .describe("With a target: what the maneuvers are compared with. Absent without one."),
          maneuvers: z.array(z.object({ id: segmentId, of_target: ManeuverOfTarget.optional() })),
          straights: z.array(z.object({ id: segmentId })),
        }),
      ),
    ),
    failed,
  })
  .meta({
    title: "Leebow analysis",
    description:
      "What `leebow analyze --format json` prints. Names are fixed, more may be added. Unknown is null. Times are ISO 8601 UTC with milliseconds, angles degrees, directions true and where the wind blows from, speeds knots and lengths metres unless the name says otherwise. `sd` and `error` are one standard deviation.",
  }) satisfies z.ZodType<AnalysisDocument>;

const Calibration = z
  .object({
    rows: z
      .array(
        z.object({
          instrument: z.enum(CALIBRATED),
          value: nullable.describe(
            "What to add to the reading, of the log what to multiply it by; leeway close-hauled, to leeward. Null where there is too little to say.",
          ),
          half_width: nullable.describe("Half of the 90 % interval."),
          from: number.describe("Tacks of a vane, minutes of the others."),
          needed: number.describe("What is needed of them."),
        }),
      )
      .describe("Instruments of which the recording has readings."),
    sides: z
      .array(
        z.object({
          figure: z.enum(SIDE_FIGURES),
          port: nullable.describe("Mean on port tack."),
          starboard: nullable.describe("Mean on starboard tack."),
          difference: nullable.describe("Starboard less port."),
          half_width: nullable.describe("Half of its 90 % interval."),
        }),
      )
      .describe("Port against starboard; null below three legs."),
    through_water: flag.describe("Speeds of `sides` are through the water, by the corrected log."),
    tacks: count,
    straight_min: number.describe("Straight sailing, min."),
    tws_kn: z
      .tuple([number, number])
      .nullable()
      .describe("The middle four fifths of the wind; null where it is not known."),
  })
  .meta({ id: "Calibration" }) satisfies z.ZodType<CalibrationShape>;

const Calibrations = z
  .object({
    engine,
    logs: z.array(
      z.object({
        ...recording,
        doubts: z.array(engineType<Doubt>("Doubt")).describe("Instruments that contradict the track."),
        calibration: Calibration.nullable().describe("Null without instruments."),
      }),
    ),
    failed,
  })
  .meta({
    title: "Leebow calibrate",
    description:
      "What `leebow calibrate --format json` prints. Names are fixed, more may be added. Unknown values are null. Times are ISO 8601 UTC, angles degrees, speeds knots.",
  }) satisfies z.ZodType<Printed<typeof calibrationText>>;

const DebriefOfSession = z
  .object({
    engine,
    session: z.object(recording),
    debrief: engineType<Debrief>("Debrief"),
    target: z
      .object({ ...reportTarget, ...polarFile, sides: ofTargetSides })
      .optional()
      .describe(
        "The session's straight sailing against a polar file; only with --target. No turns, nor the 15 s after them.",
      ),
    failed,
  })
  .meta({
    title: "Leebow debrief",
    description:
      "What `leebow debrief --format json` prints. Names are fixed, more may be added. Unknown and withheld values are null. Times are ISO 8601 UTC, angles degrees, speeds knots and lengths metres unless the name says otherwise. `_sd_` and `sd` are one standard deviation.",
  }) satisfies z.ZodType<Printed<typeof debriefText>>;

const PassageRow = z
  .object({
    time_s: number,
    share: number.describe("Of the time in the file, [0, 1]."),
    distance_m: number,
    average_kn: number.describe("Over the ground."),
    best_10_min_kn: nullable.describe("Null without ten minutes of it in a row."),
    angle_deg: nullable.describe("Median of the absolute true wind angle; null without a wind."),
  })
  .meta({ id: "PassageRow" });
const PassageBin = z.object({ from: number, to: number, time_s: number }).meta({ id: "PassageBin" });
const Passage = z
  .object({
    time_s: number.describe("Time with data: gaps, and what was ashore or another sport, are not in it."),
    distance_m: number,
    tacks: count.describe("Counted."),
    gybes: count,
    rows: z
      .partialRecord(z.enum(PASSAGE_KINDS), PassageRow)
      .describe(
        "Those that have time; close-hauled to 60°, a run from 140°, `no_wind` under sail while the wind is not known.",
      ),
    sail: PassageRow.nullable().describe("All of it under sail."),
    through_water: z
      .object({
        sail_kn: nullable.describe("Average through the water under sail."),
        engine_kn: nullable,
        current_gave_m: number.describe("Way over the ground less that through the water."),
      })
      .nullable()
      .describe("Where the track shows a current."),
    angles_deg: z.array(PassageBin).describe("Time under sail by true wind angle, every 10°, negative on port tack."),
    strengths_kn: z.array(PassageBin).describe("Time under sail by wind strength, every 3 kn."),
    tws_median_kn: nullable,
    stretches: z
      .array(z.object({ kind: z.enum(PASSAGE_KINDS), start_time: text, end_time: text }))
      .describe("In the order of time."),
  })
  .meta({ id: "Passage" }) satisfies z.ZodType<PassageShape>;

const Passages = z.object({ engine, passages: z.array(z.object({ ...recording, passage: Passage })), failed }).meta({
  title: "Leebow passage",
  description:
    "What `leebow passage --format json` prints. Names are fixed, more may be added. Unknown values are null. Times are ISO 8601 UTC, angles degrees.",
}) satisfies z.ZodType<Printed<typeof passageText>>;

const PolarOfTarget = z
  .object({
    ...polarFile,
    through_water_sessions: count.describe(
      "Sessions whose speeds are through the water; those of the others are over the ground.",
    ),
    cells: z
      .array(
        z
          .object({
            tws_kn: number,
            twa_deg: number,
            target_kn: number,
            sailed_kn: nullable.describe("Mean speed, brought to this wind and angle; null where nothing was sailed."),
            best_kn: nullable.describe(
              "Third quartile of the speed, likewise. It is what `--merge` writes from 30 min on.",
            ),
            percent: nullable.describe("100 sailed_kn / target_kn."),
            time_s: number,
          })
          .describe(
            "One speed of the file, and what was sailed in the winds and at the angles to which it is the nearest.",
          ),
      )
      .describe("Every speed of the file."),
    bands: z
      .array(z.object({ name: text, from_kn: nullable, to_kn: nullable, sides: ofTargetSides }))
      .describe("% of target in the bands of the polar."),
    outside_s: number.describe("Time in winds and at angles that the file does not have."),
  })
  .meta({ id: "PolarOfTarget" });

const PolarOfSessions = z
  .object({
    engine,
    sessions: sentences.describe("Names of the recordings; the points of the season name them by their index."),
    polar: engineType<Polar>("Polar"),
    failed,
    target: PolarOfTarget.optional().describe("With `--target` and `--merge`: the sessions against a polar file."),
  })
  .meta({
    title: "Leebow polar",
    description:
      "What `leebow polar --format json` prints. Names are fixed, more may be added. Unknown values are null. Times are ISO 8601 UTC, angles degrees, speeds knots unless the name says otherwise. `_sd_` is one standard deviation, `interval` a 90 % confidence interval.",
  }) satisfies z.ZodType<Printed<typeof polarText>>;

const RaceOfTarget = z
  .strictObject({
    tws_kn: nullable.describe(
      "Mean wind speed, the same for all boats; null where none was measured or given, and no leg has a figure.",
    ),
    measured_by: count.describe("Boats that measured it, whose median it is; 0 where it was given with --tws."),
    boats: z.array(
      z.strictObject({
        track: text,
        through_water: flag.describe("Whether speeds are through the water: where a current is known."),
        legs: z
          .array(
            z
              .strictObject({
                ...OfTargetValue.shape,
                port_percent: nullable.describe("The same on port tack; null of less than a minute."),
                starboard_percent: nullable,
              })
              .nullable(),
          )
          .describe(
            "In the order of the race's legs; null of less than a minute, and outside the winds and angles of the file.",
          ),
      }),
    ),
  })
  .meta({ id: "RaceOfTarget" }) satisfies z.ZodType<RaceOfTargetShape>;

const Races = z
  .intersection(
    engineType<RaceDay>("RaceDay"),
    z.object({
      engine,
      parameters: z.object({
        boat_class: text.nullable().describe("A boat class by name; null is Other."),
        corrections: z
          .array(engineType<RaceCorrection>("RaceCorrection"))
          .describe("By hand, in the order they were applied."),
      }),
      files: z.array(z.object({ ...recording, sha256: text })).describe("The recordings that were read."),
      duels: z
        .array(
          z.intersection(
            engineType<Duel>("Duel"),
            z.object({ race: z.int().min(1).describe("Number of the race, from 1.") }),
          ),
        )
        .optional()
        .describe("Two boats on each leg that both sailed; only with --duel."),
      target: z
        .strictObject({ ...polarFile, races: z.array(RaceOfTarget).describe("In the order of `races`.") })
        .optional()
        .describe(
          "The legs against a polar file; only with --target. Straight sailing: no turns, nor the 15 s after them. Upwind and downwind the speed made good, on a reach the speed at the angle.",
        ),
      failed,
    }),
  )
  .meta({
    title: "Leebow races",
    description:
      "What `leebow race --format json` prints. Names are fixed, more may be added. Unknown and withheld values are null. Times are ISO 8601 UTC with milliseconds, angles degrees, directions true and where the wind blows from, speeds knots and lengths metres unless the name says otherwise. `_sd_` is one standard deviation.",
    closed: ["GunCandidate"],
  });

const day = text.describe("In the zone of the recording.");
const losses = z
  .strictObject({
    loss_basis: engineType<LossBasis>("LossBasis")
      .nullable()
      .describe(
        "What most losses were measured against, the speed along the wind or the speed; only these are compared. Null without a loss.",
      ),
    months: z.array(engineType<LossMonth>("LossMonth")).describe("Those with a loss."),
    change: engineType<LossChange>("LossChange")
      .nullable()
      .describe(
        "Between the first and the last compared month; null with fewer than two, or when no month has two sessions.",
      ),
    trend: engineType<LossTrend>("LossTrend")
      .nullable()
      .describe("Null with fewer than three compared months, or when no month has two sessions."),
  })
  .meta({ id: "Losses", description: "Losses of turns that take part in averages." });

const Season = z
  .object({
    engine,
    sessions: z
      .array(
        z.strictObject({
          name: text.describe("Of its recording."),
          date: day,
          start_time: text,
          boat_class: text,
          water_time_s: number.describe("Without gaps of more than five minutes."),
          distance_m: number,
          tacks: count.describe("Counted ones."),
          gybes: count,
        }),
      )
      .describe("Earliest first."),
    months: z.array(
      z.strictObject({ month: text, days: count, sessions: count, water_time_s: number, distance_m: number }),
    ),
    tack: losses,
    gybe: losses,
    bests: z
      .array(
        z.strictObject({
          record: z.enum(SEASON_BESTS).describe("Its id in docs/metrics.md, Records."),
          speed_kn: number,
          error_kn: number,
          start_time: text.nullable().describe("Of the stretch."),
          date: day,
          name: text.describe("Of the recording."),
        }),
      )
      .describe("The fastest of each record that a session has."),
    copies: sentences.describe("Names of recordings that are copies of another one, and were left out."),
    failed,
  })
  .meta({
    title: "Leebow season",
    description:
      "What `leebow season --format json` prints. Names are fixed, more may be added. Unknown values are null. Times are ISO 8601 UTC, speeds knots, distances and losses metres. `half_90_m` is half of a 90 % confidence interval, `error_kn` one standard deviation. Definitions: docs/algorithms.md, section 11, and docs/metrics.md.",
    closed: ["LossMonth", "LossChange", "LossTrend"],
  }) satisfies z.ZodType<Printed<typeof seasonText>>;

/** By the name of the file beside this one, without `.schema.json`. */
export const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  analysis: Analysis,
  calibration: Calibrations,
  debrief: DebriefOfSession,
  passage: Passages,
  polar: PolarOfSessions,
  race: Races,
  season: Season,
};
