import {
  type Analysis,
  type Core,
  debriefTrackOf,
  EngineError,
  measuredPolar,
  mergedPolar,
  ofTarget,
  type Polar,
  type SessionPolar,
  withWindSpeed,
  writePolar,
} from "@leebow/core";
import type { PolarCommand } from "./commands/polar.ts";
import { FILE_FORMATS, type PolarResult, polarText } from "./exporters/polar.ts";
import { analyzeSessions } from "./io/analyze-sessions.ts";
import { UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";
import { openOutput } from "./io/output.ts";
import { type NamedPolar, targetFileOf, targetHead } from "./io/target-file.ts";

/** Prints the polar of the sessions of a boat; returns the exit code. */
export async function polarFiles(command: PolarCommand, core: Core, io: Io): Promise<number> {
  const file = await targetFileOf(command.merge ?? command.target, io);
  const { sessions, failed } = await analyzeSessions(command, core, io, summaryOf(core));
  if (sessions.length === 0) return 1;
  const summaries = sessions.map(({ result }) => result.summary);
  const { tws } = command;
  const polar = await polarOf(command, core, tws === undefined ? summaries : withWindSpeed(summaries, tws));
  const names = sessions.map(({ name }) => name);
  const result: PolarResult = { engine: core.version, sessions: names, polar, failed };
  if (file) {
    if (polar.basis !== "wind_speed")
      throw new UsageError("% of target needs wind speeds: give a wind log with --wind, or a speed with --tws.");
    const compared = ofTarget(summaries, polar, file.polar, { side: command.side, tws_kn: tws ?? null });
    const through_water_sessions = sessions.filter(({ result }) => result.throughWater).length;
    result.target = {
      ...targetHead(file),
      through_water_sessions,
      ...compared,
    };
  }
  const output = await openOutput(command.output, io);
  await output.write(textOf(command, result, file, io));
  await output.finish();
  return failed.length > 0 ? 1 : 0;
}

const summaryOf =
  (core: Core) =>
  async ({ report, columns }: Analysis) => ({
    summary: await core.polar_summary(debriefTrackOf(report, columns)),
    throughWater: report.wind?.current != null,
  });

function textOf(command: PolarCommand, result: PolarResult, file: NamedPolar | null, io: Io): string {
  const { format } = command;
  const written = FILE_FORMATS.find((one) => one === format);
  const name = result.polar.boat_class || "boat";
  if (command.merge !== undefined && file && result.target) {
    const { polar, own } = mergedPolar(file.polar, result.target.cells);
    const all = result.target.cells.length;
    io.stderr(
      `leebow: ${own} of ${all} speeds are the boat's own, from 30 min or more; the others are of ${file.name}.\n`,
    );
    return writePolar(polar, written ?? file.format, name);
  }
  if (written === undefined && format !== "routing") return polarText(format, result);
  const measured = measuredPolar(result.polar);
  if (measured === null)
    throw new UsageError("A table for routing needs wind speeds: give a wind log with --wind, or a speed with --tws.");
  return written ? writePolar(measured, written, name) : polarText(format, result);
}

async function polarOf({ side, bands, split }: PolarCommand, core: Core, sessions: SessionPolar[]): Promise<Polar> {
  try {
    return await core.polar(sessions, { side, bands, splits: split });
  } catch (error) {
    if (error instanceof EngineError && error.kind === "bad_options") throw new UsageError(error.message);
    throw error;
  }
}
