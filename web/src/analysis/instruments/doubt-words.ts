/** An instrument that contradicts the track, as sentences in the time of the track. */
import {
  type Doubt,
  type DoubtReason,
  type FileAnalysis,
  INSTRUMENT_NAMES,
  type Instrument,
  type SegmentKind,
} from "@leebow/core";
import { amount, sentence, turned } from "../../format/numbers";
import { clock } from "../../format/times";
import { unitName } from "../../format/units";

export const isWind = (instrument: Instrument): boolean => instrument === "vane" || instrument === "wind";
export const isSpeed = (instrument: Instrument): boolean => instrument === "log" || instrument === "speed";

type Times = Pick<FileAnalysis, "start_time" | "end_time" | "time_zone">;

/** A span this near an end of the recording goes on until there, ms. */
const END_MS = 60_000;
/** Of more spans than this only the number is said. */
const NAMED_SPANS = 3;

/** " from 14:12", " from 13:02 to 13:17"; nothing where it is always. */
function timesText({ spans }: Doubt, { start_time, end_time, time_zone }: Times): string {
  if (spans.length > NAMED_SPANS) return ` at ${spans.length} times`;
  const texts = spans.map((span) => {
    const isFromStart = Date.parse(span.start_time) - Date.parse(start_time) < END_MS;
    const isToEnd = Date.parse(end_time) - Date.parse(span.end_time) < END_MS;
    const [from, to] = [clock(span.start_time, time_zone), clock(span.end_time, time_zone)];
    if (isFromStart) return isToEnd ? "" : ` until ${to}`;
    return isToEnd ? ` from ${from}` : ` from ${from} to ${to}`;
  });
  return texts.join(" and");
}

function reasonText(instrument: Instrument, reason: DoubtReason): string {
  if (reason === "opposite") return "it says the wind comes from the other side";
  if (reason === "turns_with_boat")
    return instrument === "vane" ? "it does not turn when the boat does" : "it turns with the boat";
  switch (instrument) {
    case "log":
      return "it stands still while the boat goes at other speeds";
    case "compass":
      return "it stands still while the boat turns";
    default:
      return "it stands still while the positions go on otherwise";
  }
}

/** "The vane is not used from 14:12: it does not turn when the boat does." */
export function doubtText(doubt: Doubt, times: Times): string {
  const reason = reasonText(doubt.instrument, doubt.reason);
  return `The ${INSTRUMENT_NAMES[doubt.instrument]} is not used${timesText(doubt, times)}: ${reason}.`;
}

/** The sentence of the analysis with its times, which are UTC, as those of the track. */
export function ownSentence({ sentence: text, spans }: Doubt, { time_zone }: Times): string {
  const own = new Map<string, string>();
  for (const at of spans.flatMap(({ start_time, end_time }) => [start_time, end_time]))
    own.set(at.slice(11, 16), clock(at, time_zone));
  const shown = text.replace(/(\d\d:\d\d)(?: to (\d\d:\d\d))? UTC/g, (_, from: string, to: string | undefined) =>
    [from, to].flatMap((at) => (at === undefined ? [] : (own.get(at) ?? `${at} UTC`))).join(" to "),
  );
  return sentence(shown);
}

/** What an instrument read and what the track says at a moment; null where it is not known. */
export interface Reading {
  time_ms: number;
  read: number | null;
  track: number | null;
  isDoubted: boolean;
}

export function readingsOf({ spans, step_s, readings }: Doubt, start_time: string): Reading[] {
  const [start_ms, step_ms] = [Date.parse(start_time), 1000 * step_s];
  const inside = spans.map((span) => [Date.parse(span.start_time), Date.parse(span.end_time)] as const);
  return readings.map((reading, at) => {
    const time_ms = start_ms + at * step_ms;
    const isDoubted = inside.some(([from_ms, to_ms]) => time_ms >= from_ms && time_ms <= to_ms);
    return { ...reading, time_ms, isDoubted };
  });
}

const TURNS = new Set<SegmentKind>(["tack", "gybe", "bear_away", "douse", "turn"]);

/** How much it differs from the track on average: where it is doubted and elsewhere; null where that is not known. */
function meanDifference(readings: readonly Reading[], instrument: Instrument, isDoubted: boolean): string | null {
  const differences = readings.flatMap(({ read, track, ...one }) => {
    if (read === null || track === null || one.isDoubted !== isDoubted) return [];
    return [Math.abs(isSpeed(instrument) ? read - track : turned(read, track))];
  });
  if (differences.length === 0) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  return isSpeed(instrument) ? `${amount(mean, 1, "kn")} ${unitName("kn")}` : `${Math.round(mean)}°`;
}

/** "In the hatched time it differs from the track by 64° on average, elsewhere by 6°. The boat turned 25 times in it." */
export function whyText(doubt: Doubt, { start_time, maneuvers }: Pick<FileAnalysis, "start_time" | "maneuvers">) {
  const { instrument, spans } = doubt;
  const readings = readingsOf(doubt, start_time);
  const [there, elsewhere] = [true, false].map((isDoubted) => meanDifference(readings, instrument, isDoubted));
  const isTurn = ({ kind, time }: (typeof maneuvers)[number]) =>
    TURNS.has(kind) && spans.some((span) => time >= span.start_time && time <= span.end_time);
  const turns = isSpeed(instrument) ? 0 : maneuvers.filter(isTurn).length;
  return [
    there && `In the hatched time it differs from the track by ${there} on average`,
    there && (elsewhere ? `, elsewhere by ${elsewhere}. ` : ". "),
    turns > 0 && `The boat turned ${turns === 1 ? "once" : `${turns} times`} in it.`,
  ]
    .filter(Boolean)
    .join("")
    .trim();
}
