/** Messages about corrections of a track. Importable by the browser. */
import type { Correction as EngineCorrection } from "@leebow/core";
import { z } from "zod";
import { LIMITS } from "../../platform/limits.ts";

const SEGMENT_KINDS = [
  "straight",
  "tack",
  "gybe",
  "bear_away",
  "douse",
  "acceleration",
  "penalty",
  "fall",
  "stop",
  "failed_tack",
  "turn",
] as const;

const segmentTime = z.string().optional().meta({ description: "ISO 8601 UTC, as shown on the segment" });

const InstrumentErrors = z
  .strictObject({
    vane_deg: z.number().optional().meta({ description: "Added to the wind angles of the vane" }),
    log_factor: z.number().optional().meta({ description: "By which speeds through the water are multiplied" }),
    compass_deg: z.number().optional().meta({ description: "Added to headings" }),
    heel_deg: z.number().optional().meta({ description: "Added to the angle of heel" }),
  })
  .meta({ id: "InstrumentErrors", description: "Of the instruments on board, by the action calibrate" });

/** The engine checks which fields an action needs. */
export const Correction = z
  .strictObject({
    action: z.enum([
      "change_kind",
      "delete",
      "add",
      "move",
      "pin_wind",
      "leave_out",
      "take_in",
      "clock",
      "wind_clock",
      "trust_instruments",
      "calibrate",
    ]),
    kind: z.enum(SEGMENT_KINDS).optional(),
    start_time: segmentTime,
    end_time: segmentTime,
    to_kind: z.enum(SEGMENT_KINDS).optional(),
    new_start_time: segmentTime,
    new_end_time: segmentTime,
    twd_deg: z.number().optional(),
    shift_s: z
      .number()
      .optional()
      .meta({ description: "Added to all times of the recording by the action clock, of its wind log by wind_clock" }),
    calibration: InstrumentErrors.optional(),
    instrument: z
      .enum(["vane", "wind", "log", "compass", "speed", "course"])
      .optional()
      .meta({ description: "Which the action trust_instruments uses; all without it" }),
  })
  .meta({ id: "Correction" }) satisfies z.ZodType<EngineCorrection>;

export const ReplaceCorrections = z
  .object({
    corrections: z.array(Correction).max(LIMITS.corrections, `A track can have ${LIMITS.corrections} corrections.`),
  })
  .meta({ id: "ReplaceCorrections" });

export const EarlierLogs = z
  .strictObject({
    logs: z
      .array(
        z.strictObject({
          id: z.number().int(),
          calibration: InstrumentErrors.nullable().meta({ description: "Null where it is as its instruments read" }),
        }),
      )
      .max(LIMITS.earlier_logs)
      .meta({ description: "The latest first" }),
  })
  .meta({ id: "EarlierLogs" });
export type EarlierLogs = z.infer<typeof EarlierLogs>;

export const TrackCorrections = z
  .strictObject({
    corrections: z.array(Correction).meta({ description: "In the order they are applied" }),
    outcomes: z
      .array(z.strictObject({ applied: z.boolean(), reason: z.string().nullable() }))
      .nullable()
      .meta({
        description: "One a correction, from the last analysis; null while an analysis runs, and without corrections",
      }),
    version: z.string().meta({ description: "Of the list; its ETag, for If-Match of the call that replaces it" }),
  })
  .meta({ id: "TrackCorrections" });
export type TrackCorrections = z.infer<typeof TrackCorrections>;
