import { join } from "node:path";
import type { Core } from "@leebow/core";
import type { PlotCommand } from "./commands/plot.ts";
import { clockOf } from "./exporters/time.ts";
import { type Failure, sentence, UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";
import { NotWritten } from "./io/place-file.ts";
import { findRaces } from "./io/race-day.ts";
import { racePicture } from "./plot/race-picture.ts";
import { placePicture } from "./plot.ts";

/** Draws the races in the recordings of the command; returns the exit code. */
export async function plotRaces(command: PlotCommand, core: Core, io: Io): Promise<number> {
  if (command.windHint !== undefined) throw new UsageError("--wind-hint is for single recordings, without --races.");
  const { day, columns, boats, failed } = await findRaces(command, core, io);
  const tracks = boats.map(({ track }) => track);
  const clock = clockOf(boats[0]?.report.time_zone ?? null);
  const undrawn: Failure[] = [];
  if (day.races.length === 0) io.stderr(`${["No race was found.", ...day.notes.map(({ text }) => text)].join(" ")}\n`);
  for (const [i, report] of day.races.entries()) {
    const stem = join(command.out, `race-${i + 1}`);
    const svg = racePicture({ number: i + 1, report, columns: columns[i]!, tracks, clock });
    try {
      await placePicture(stem, svg, command.force, io);
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
      undrawn.push({ name: stem, kind: error.kind, message: error.message });
    }
  }
  for (const failure of undrawn) io.stderr(`${sentence(failure)}\n`);
  return failed.length > 0 || undrawn.length > 0 || day.races.length === 0 ? 1 : 0;
}
