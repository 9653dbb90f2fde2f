import { type Core, EngineError, type FileAnalysis, type Options } from "@leebow/core";
import type { WhyCommand } from "./commands/why.ts";
import { clockOf } from "./exporters/time.ts";
import { sentence, UsageError } from "./io/errors.ts";
import { findSources, readWindLog, whyNot } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";

const DAY_MS = 86_400_000;

/** Prints why a moment is a maneuver or not, in full sentences; returns the exit code. */
export async function explainMoment(command: WhyCommand, core: Core, io: Io): Promise<number> {
  const options: Partial<Options> = { boat_class: command.boat ?? null, wind_hint_deg: command.windHint ?? null };
  const { log, failed } = await readWindLog(command.wind, core, io);
  const { sources, missing } = await findSources([command.path], io);
  for (const failure of [...failed, ...missing]) io.stderr(`${sentence(failure)}\n`);
  const [source] = sources;
  if (source === undefined) return 1;
  if (sources.length > 1) throw new UsageError("Name one recording, not a folder. See leebow why --help.");
  try {
    const recording = await core.read({ name: source.name, bytes: await source.read() });
    const { report } = await recording.analyze(options, log);
    const { answer } = await recording.why(momentOf(command.time, report), options, log);
    await io.stdout(`${answer}\n`);
    return failed.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    io.stderr(`${sentence({ name: source.name, kind, message })}\n`);
    return 1;
  }
}

/**
 * UTC milliseconds of an instant, or of a time of day in the recording's zone: its first occurrence after the start, or
 * the one shortly before the start.
 */
function momentOf(text: string, report: FileAnalysis): number {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(text);
  if (clock === null) {
    const instant = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(instant)) throw new UsageError(`"${text}" is not a time: give 14:03:22 or 2026-10-03T12:03:22Z.`);
    return instant;
  }
  const start = Date.parse(report.start_time);
  const begun = ofDay(clockOf(report.time_zone).time(report.start_time)) + (start % 1000);
  const wanted = 1000 * (3600 * Number(clock[1]) + 60 * Number(clock[2]) + Number(clock[3] ?? 0));
  const later = (((wanted - begun) % DAY_MS) + DAY_MS) % DAY_MS;
  const end = Date.parse(report.end_time);
  return start + later > end && later > DAY_MS / 2 ? start + later - DAY_MS : start + later;
}

/** Milliseconds since midnight of `14:03:22`. */
function ofDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return 1000 * (3600 * hours + 60 * minutes + seconds);
}
