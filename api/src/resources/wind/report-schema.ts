/** Messages about wind reports. Importable by the browser. Names are the specification's; unknown is null. */
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

const number = (description: string) => z.number().nullable().meta({ description });

/** Minimum, lower quartile, median, upper quartile, maximum. */
const FiveNumbers = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);

export const WindStability = z
  .strictObject({
    tws: FiveNumbers.nullable().meta({ description: "Standard deviation of the speed, percent of its mean" }),
    twd: FiveNumbers.nullable().meta({ description: "Standard deviation of the direction, degrees" }),
    relative_tws: number("Percent of the owner's other reports that are less puffy; equal ones count half"),
    relative_twd: number("Percent of the owner's other reports that are less shifty; equal ones count half"),
  })
  .meta({
    id: "WindStability",
    description:
      "Unsteadiness about the running 10-minute trend, compared with the owner's other reports as they are now. The " +
      "five numbers are over all of them. Null with fewer than two reports.",
  });
export type WindStability = z.infer<typeof WindStability>;

export const WindMetrics = z
  .strictObject({
    avg_twd: number("degrees"),
    avg_tws: number("knots"),
    std_twd: number("degrees"),
    std_tws: number("knots"),
    avg_tws_diff_s: number("Trend of the speed, knots per second"),
    avg_twd_diff_s: number("Trend of the direction, degrees per second, veering positive"),
    avg_tws_diff_min: number("knots per minute"),
    avg_twd_diff_min: number("degrees per minute"),
    stability: WindStability,
  })
  .meta({ id: "WindMetrics" });
export type WindMetrics = z.infer<typeof WindMetrics>;

const head = {
  id: Id,
  wind_file: Id,
  name: z.string(),
  start_time: Instant,
  end_time: Instant,
  created: Instant,
  metrics: WindMetrics.nullable().meta({ description: "Null while they are being computed" }),
  error: z.string().nullable().meta({ description: "A sentence when they cannot be computed" }),
};

/** A report without its curves. */
export const WindReportHead = z.strictObject(head).meta({ id: "WindReportHead" });
export type WindReportHead = z.infer<typeof WindReportHead>;

export const WindReportList = z.array(WindReportHead);

export const WindPoint = z
  .strictObject({
    time: Instant,
    tws_smoothed: number("knots"),
    twd_smoothed: z.number().meta({ description: "degrees" }),
  })
  .meta({ id: "WindPoint" });
export type WindPoint = z.infer<typeof WindPoint>;

export const WindReport = z
  .strictObject({
    ...head,
    windpoints: z.array(WindPoint).meta({ description: `At most ${LIMITS.wind_report_points}` }),
    can: z.strictObject({ delete: z.boolean() }),
  })
  .meta({ id: "WindReport" });
export type WindReport = z.infer<typeof WindReport>;

export const WindReportParams = z.object({ id: idText() });

const NAME = "Name required";
const TIME = "Write times as 2026-07-01T12:00:00Z.";

export const CreateWindReport = z
  .object({
    wind_file: Id,
    name: z
      .string(NAME)
      .trim()
      .min(1, NAME)
      .max(LIMITS.name_chars, `Names have at most ${LIMITS.name_chars} characters.`),
    start_time: z.iso.datetime(TIME),
    end_time: z.iso.datetime(TIME),
  })
  .meta({ id: "CreateWindReport" });
export type CreateWindReport = z.infer<typeof CreateWindReport>;
