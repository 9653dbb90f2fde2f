/** GET /tracks/{id}/ with its points: messages for programs of others. Importable by the browser. */
import { z } from "zod";
import { Instant } from "../../platform/http/schemas.ts";
import { Track } from "./schema.ts";
import { UserTag } from "./user-tag-schema.ts";

export const Trackpoint = z
  .strictObject({
    id: z.int(),
    lat: z.number(),
    lon: z.number(),
    time: Instant,
    metrics: z.record(z.string(), z.number()).meta({
      description: "By channel id; speeds in knots, angles in degrees; missing values are left out",
    }),
  })
  .meta({ id: "Trackpoint" });

const LABELS = ["T", "G", "B", "D", "A", "S", "C", "F", "H", "X", "U"] as const;
export const SegmentLabel = z.enum(LABELS, { error: `Choose one of ${LABELS.join(", ")}.` }).meta({
  description:
    "T tack, G gybe, B bear away, D douse, A acceleration, S straight, C penalty turn, F fall, H stop, X failed tack, U turn without a name",
});
export type SegmentLabel = z.infer<typeof SegmentLabel>;

export const TrackSegment = z
  .strictObject({
    id: z.int(),
    seg_name: z.string(),
    tag: SegmentLabel.meta({ description: "The letter of its kind, as in /tags/ and in the query of the reports" }),
    label: SegmentLabel,
    color: z.string().meta({ description: "Of its kind, #rrggbb" }),
    start: z.int().meta({ description: "First trackpoint" }),
    finish: z.int().meta({ description: "Trackpoint after the last" }),
    start_time: Instant,
    end_time: Instant,
    user_tags: z.array(UserTag).meta({ description: "The caller's own, by value" }),
  })
  .meta({ id: "TrackSegment" });
export type TrackSegment = z.infer<typeof TrackSegment>;

const optional = (description: string) => z.number().nullable().meta({ description });

export const SegmentMetric = z
  .strictObject({
    label: SegmentLabel,
    segment_name: z.string(),
    time: Instant,
    start_time: Instant,
    end_time: Instant,
    duration: z.string().meta({ description: "H:MM:SS" }),
    loss_og: optional("m"),
    loss_80: optional("m"),
    loss_at_least: optional("m, where 80 % of the speed was not regained"),
    loss_basis: z.enum(["vmg", "speed"]).nullable().meta({ description: "Along the wind, or by distance and speed" }),
    entry_speed: optional("m/s"),
    exit_speed: optional("m/s"),
    min_speed: optional("m/s"),
    max_speed: optional("m/s"),
    min_turn_rate: optional("degrees per second"),
    max_turn_rate: optional("degrees per second"),
    avg_turn_rate: optional("degrees per second"),
    maneuver_angle: optional("degrees"),
    preview: z.array(z.strictObject({ dt_s: z.number(), x_m: z.number(), y_m: z.number(), sog_kn: z.number() })),
  })
  .meta({ id: "SegmentMetric", description: "One maneuver or straight, in the units of the specification" });
export type SegmentMetric = z.infer<typeof SegmentMetric>;

export const TrackDetail = Track.extend({
  trackpoints: z.array(Trackpoint),
  segments: z.array(TrackSegment),
  metrics: z.array(SegmentMetric),
}).meta({ id: "TrackDetail" });
export type TrackDetail = z.infer<typeof TrackDetail>;
