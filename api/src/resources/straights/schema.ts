/** Messages about straight-line analyses. Importable by the browser. */
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Trackpoint, UserTag } from "../tracks/schema.ts";

/** Columns of the table of straights, which correlations are made of. */
export const STRAIGHT_COLUMNS = [
  ...(["ewd", "tws", "twd", "vmg", "vmg_twd", "sog", "etab", "twa", "heel", "pitch", "clew_load", "cog"] as const),
  ...(["heel_std", "cog_std", "heel_travel", "pitch_travel"] as const),
] as const;

export const StraightParams = z.object({ id: idText() });

/** Null and an empty text are no name. */
const Name = z
  .string("Write a name.")
  .trim()
  .max(LIMITS.name_chars, `A name has ${LIMITS.name_chars} characters at most.`)
  .nullable()
  .transform((name) => name || null);

export const CreateStraight = z
  .object({
    track: Id,
    segments: z
      .array(Id)
      .min(1, "Choose at least one straight.")
      .max(LIMITS.straights_per_analysis, `Choose ${LIMITS.straights_per_analysis} straights at most.`)
      .meta({ description: "Ids of straight segments of the track" }),
    name: Name.default(null),
  })
  .meta({ id: "CreateStraight" });

export const RenameStraight = z.object({ name: Name }).meta({ id: "RenameStraight" });

export const StraightName = z.strictObject({ id: Id, name: z.string().nullable() }).meta({ id: "StraightName" });
export const CreatedStraight = z.strictObject({ id: Id }).meta({ id: "CreatedStraight" });
/** Of the analysis that exists. */
export const ExistingStraight = z
  .strictObject({ id: Id, detail: z.string(), code: z.literal("already_exists") })
  .meta({ id: "ExistingStraight" });

export const StraightListQuery = z.object({ track: idText("Name the track.") });

/** An analysis in a list, without its numbers. */
const StraightHead = z
  .strictObject({
    id: Id,
    track_id: Id,
    name: z.string().nullable(),
    maker: z.strictObject({ id: Id, first_name: z.string(), last_name: z.string() }),
    created: Instant,
    straights: z.int().meta({ description: "How many straights it has" }),
  })
  .meta({ id: "StraightHead" });
export type StraightHead = z.infer<typeof StraightHead>;

export const StraightList = z
  .strictObject({ results: z.array(StraightHead).meta({ description: "Newest first" }) })
  .meta({ id: "StraightList" });

const PointsQuery = z.object({ notrackpoints: z.enum(["true", "false"]).optional() });
export const StraightQuery = PointsQuery;

const tagIds = () =>
  z
    .array(idText())
    .max(LIMITS.tags_per_user)
    .optional()
    .meta({ description: "Straights with any of these tags of the caller's" });

const moment = z.iso.datetime({ offset: true, error: "Write times as ISO 8601." });

export const SelectionQuery = PointsQuery.extend({
  start_time: moment.optional(),
  end_time: moment.optional(),
  tag_ids: tagIds(),
}).refine(({ start_time, end_time, tag_ids }) => {
  const isWindow = start_time !== undefined && end_time !== undefined && Date.parse(start_time) < Date.parse(end_time);
  return start_time === undefined && end_time === undefined ? tag_ids !== undefined : isWindow;
}, "Choose a start_time and a later end_time, or tag_ids.");
export type SelectionQuery = z.infer<typeof SelectionQuery>;

export const CorrelationQuery = z.object({
  vals: z
    .array(z.enum(STRAIGHT_COLUMNS, "There is no such column."))
    .max(STRAIGHT_COLUMNS.length)
    .optional()
    .meta({ description: "At least three columns; all without any" }),
  tag_ids: tagIds(),
});

const Lag = z
  .strictObject({
    variable: z.string(),
    lag_s: z.number().meta({ description: "Positive: the variable moves first, the speed follows" }),
    r: z.number(),
    n_eff: z.number().meta({ description: "Effective number of independent samples" }),
    linked: z.boolean().meta({ description: "True where the variable is computed from the speed: no rhythm" }),
  })
  .meta({ id: "RhythmLag" });

const byVariable = (description: string) => z.record(z.string(), z.number()).meta({ description });

/** What one straight and all of them together have. */
const Part = z.strictObject({
  start_time: Instant,
  end_time: Instant,
  duration_s: z.number(),
  sog_lag: byVariable("Lag of the boat speed behind each variable, s"),
  rhythm: z.array(Lag).meta({ description: "The same lags with their correlation" }),
  trackpoints: z.array(Trackpoint),
});

export const AnalyzedSegment = Part.extend({
  id: Id,
  present: z.boolean().meta({ description: "False when the track's last analysis does not find this straight" }),
  tags: z.array(UserTag).meta({ description: "The caller's own" }),
  avgs: byVariable("Means: knots, degrees (twa from the wind, heel to leeward positive), else the channel's unit"),
  stds: byVariable("Standard deviations of heel and cog, degrees"),
  travels: byVariable("Travel of heel and pitch, degrees per 60 s"),
}).meta({ id: "AnalyzedSegment" });
export type AnalyzedSegment = z.infer<typeof AnalyzedSegment>;

const VariableRow = z.strictObject({
  of: z.enum(["all", "segment", "tag"]),
  name: z.string(),
  avg: z.number(),
  std: z.number(),
  q1: z.number(),
  q2: z.number(),
  q3: z.number(),
  in_q1_pct: z.number(),
  in_q2_3_pct: z.number(),
  in_q4_pct: z.number(),
});

export const StraightAnalysis = z
  .strictObject({
    id: Id,
    track_id: Id,
    user: Id.meta({ description: "Who made it" }),
    name: z.string().nullable(),
    can: z.strictObject({
      edit: z.boolean().meta({ description: "Rename and delete" }),
      tag: z.boolean().meta({ description: "Give the straights tags of the caller's own" }),
    }),
    segments: z.record(z.string(), AnalyzedSegment).meta({ description: "By name, in the order of time" }),
    all_segments: Part.nullable().meta({ description: "Null without a straight in the selection" }),
    tables: z
      .array(z.strictObject({ variable: z.string(), rows: z.array(VariableRow) }))
      .meta({ description: "Statistics of each variable: of all straights, of each, and of each tag" }),
  })
  .meta({ id: "StraightAnalysis" });
export type StraightAnalysis = z.infer<typeof StraightAnalysis>;

export const Correlations = z
  .array(
    z.strictObject({
      col1: z.string(),
      col2: z.string(),
      r: z.number(),
      n: z.int().meta({ description: "Straights with both values" }),
      p: z.number().meta({ description: "Two-sided" }),
    }),
  )
  .meta({ id: "Correlations", description: "Empty with fewer than three columns or three straights" });
