/** The debrief of a session: what cost most, and against what. Importable by the browser. Unknown or withheld is null. */
import type { Debrief as EngineDebrief } from "@leebow/core";
import { z } from "zod";
import { Instant } from "../../platform/http/schemas.ts";

const Sentence = z.string().meta({ description: "A sentence in English" });
const Sd = z.number().meta({ description: "Standard deviation" });
const Seconds = z.array(z.number());
const Speeds = z.array(z.number().nullable());

const ReferenceKind = z.enum(["fleet", "sessions", "best_third"]).meta({
  id: "DebriefReferenceKind",
  description:
    "The median boat of the same race at the same time, own earlier sessions, or the own best third of the same day",
});

const QuantityCode = z
  .enum([
    "tack_loss",
    "gybe_loss",
    "not_recovered",
    "upwind_speed",
    "upwind_vmg",
    "upwind_angle",
    "downwind_speed",
    "downwind_vmg",
    "upwind_sides",
    "downwind_sides",
    "after_tacks",
    "stops",
  ])
  .meta({ id: "DebriefQuantity" });

const Unit = z.enum(["m", "kn", "deg", "pct"]).meta({ id: "DebriefUnit" });

const Head = z
  .strictObject({
    text: Sentence,
    water_time_s: z.number(),
    distance_m: z.number(),
    mean_speed_kn: z.number().nullable(),
    tacks: z.int(),
    gybes: z.int(),
    twd_deg: z.number().nullable(),
    twd_sd_deg: z.number().nullable(),
    tws_kn: z.number().nullable(),
    wind_category: z.enum(["Light", "Sf", "Df", "Windy"]).nullable(),
    upwind_minutes: z.number().meta({ description: "Of straights" }),
    downwind_minutes: z.number(),
  })
  .meta({ id: "DebriefHead" });

const Reference = z
  .strictObject({
    kind: ReferenceKind,
    label: z.string(),
    available: z.boolean(),
    reason: Sentence.nullable().meta({ description: "Why it is missing" }),
  })
  .meta({ id: "DebriefReference" });

const Part = z
  .strictObject({
    code: z.enum(["tacks", "gybes", "speed", "angle", "shifts", "angle_and_shifts", "extra", "stops", "unexplained"]),
    lost_m: z.number().meta({ description: "Negative: gained" }),
    sd_m: Sd,
    count: z.int().nullable().meta({ description: "Turns or roundings" }),
    seconds: z.number().nullable(),
  })
  .meta({ id: "DebriefPart" });

const Band = z
  .strictObject({
    band: z.enum(["up", "down"]),
    seconds: z.number(),
    lost_m: z.number().meta({ description: "Sum of the parts" }),
    lost_sd_m: Sd,
    parts: z.array(Part),
    shift_capture: z.number().nullable().meta({ description: "Gained by shifts as a share of the greatest possible" }),
  })
  .meta({ id: "DebriefBand" });

const Budget = z
  .strictObject({
    reference: ReferenceKind,
    text: Sentence,
    lost_m: z.number(),
    lost_sd_m: Sd,
    made_good_m: z.number(),
    expected_m: z.number().meta({ description: "What the reference would have made good" }),
    bands: z.array(Band),
  })
  .meta({ id: "DebriefBudget" });

const Evidence = z
  .strictObject({
    maneuvers: z.array(z.int()).meta({ description: "Indices of maneuvers of the analysis" }),
    ranges: z.array(z.strictObject({ start_time: Instant, end_time: Instant })),
    minutes: z.number(),
  })
  .meta({ id: "DebriefEvidence" });

const Value = z
  .strictObject({
    time: Instant,
    value: z.number(),
    maneuver: z.int(),
    chosen: z.boolean().meta({ description: "Whether it belongs to the evidence" }),
  })
  .meta({ id: "DebriefValue" });

const Plot = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("turn_speed"),
      time_s: Seconds,
      chosen_kn: Speeds,
      best_third_kn: Speeds,
      turn_start_s: z.number(),
      turn_end_s: z.number(),
    }),
    z.strictObject({
      kind: z.literal("values"),
      values: z.array(Value),
      expected: z.number(),
      expected_sd: Sd,
    }),
    z.strictObject({
      kind: z.literal("over_time"),
      time: z.array(Instant),
      values: Speeds,
      expected: Speeds,
      expected_sd: Sd,
    }),
    z.strictObject({
      kind: z.literal("sessions"),
      today: z.number(),
      today_sd: Sd,
      expected: z.number(),
      expected_sd: Sd,
    }),
  ])
  .meta({ id: "DebriefPlot" });

const Finding = z
  .strictObject({
    code: QuantityCode,
    reference: ReferenceKind,
    text: Sentence,
    detail: Sentence.nullable(),
    compared_with: z.string(),
    today: z.number(),
    expected: z.number(),
    effect: z.number().meta({ description: "today - expected" }),
    sd: Sd,
    low: z.number().meta({ description: "90 % confidence interval of the effect" }),
    high: z.number(),
    unit: Unit,
    total_m: z.number().meta({ description: "Over the session; positive: lost" }),
    total_sd_m: Sd,
    p: z.number().meta({ description: "Probability of a difference at least as large by chance" }),
    evidence: Evidence,
    plot: Plot,
    earlier: z.array(z.strictObject({ start_time: Instant, value: z.number(), count: z.number() })),
  })
  .meta({ id: "DebriefFinding" });

const Potential = z
  .strictObject({
    code: QuantityCode,
    text: Sentence,
    compared_with: z.string(),
    today: z.number(),
    best_third: z.number(),
    unit: Unit,
    reliability: z.number(),
    each: z.number().meta({ description: "What of the lead could be repeated" }),
    each_sd: Sd,
    total_m: z.number(),
    total_sd_m: Sd,
    evidence: Evidence,
    plot: Plot,
  })
  .meta({ id: "DebriefPotential" });

const Little = z
  .strictObject({
    too_little: z.boolean(),
    text: z.string().nullable(),
    rows: z.array(
      z.strictObject({
        code: z.enum(["tacks", "gybes", "upwind_minutes", "downwind_minutes", "sessions"]),
        label: z.string(),
        have: z.number(),
        need: z.number(),
      }),
    ),
  })
  .meta({ id: "DebriefLittle" });

export const Debrief = z
  .strictObject({
    head: Head,
    references: z.array(Reference),
    sessions: z.int().meta({ description: "Earlier sessions that are visible to the viewer and can be compared" }),
    budgets: z.array(Budget),
    findings: z.array(Finding).meta({ description: "What cost distance, by more than chance; the largest first" }),
    went_well: z.array(Finding),
    potentials: z.array(Potential),
    not_shown: z.int().meta({ description: "Quantities that were compared without a difference that is shown" }),
    no_finding: Sentence.nullable(),
    little: Little,
    notes: z.array(Sentence),
  })
  .meta({ id: "Debrief" }) satisfies z.ZodType<EngineDebrief>;
