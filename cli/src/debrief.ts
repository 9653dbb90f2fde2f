import {
  type Analysis,
  type Core,
  debriefRacesOf,
  debriefTrackOf,
  type FileRecording,
  type Options,
  raceTrackOf,
  type SessionSummary,
  sessionOfTarget,
} from "@leebow/core";
import type { DebriefCommand } from "./commands/debrief.ts";
import { debriefText } from "./exporters/debrief.ts";
import { analyzeSource } from "./io/analyze-source.ts";
import { type Failure, sentence, UsageError } from "./io/errors.ts";
import { inOrder } from "./io/in-order.ts";
import { findSources, readWindLog, type Source } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";
import { openOutput } from "./io/output.ts";
import { progressOf } from "./io/progress.ts";
import { targetFileOf, targetHead } from "./io/target-file.ts";

/** Compares a session with earlier ones and with the boats of its day; returns the exit code. */
export async function debriefFile(command: DebriefCommand, core: Core, io: Io): Promise<number> {
  const options: Partial<Options> = { boat_class: command.boat ?? null };
  const target = await targetFileOf(command.target, io);
  const { log, failed: unread } = await readWindLog(command.wind, core, io);
  const [own, boats, earlier] = await Promise.all(
    [[command.path], command.with, command.earlier].map((paths) => findSources(paths, io)),
  );
  if (own!.sources.length > 1) throw new UsageError("Name one recording, not a folder. See leebow debrief --help.");
  const failed: Failure[] = [...unread, ...[own!, boats!, earlier!].flatMap(({ missing }) => missing)];
  const progress = progressOf(own!.sources.length + boats!.sources.length + earlier!.sources.length, io);
  for (const failure of failed) progress.print(sentence(failure));
  /** What each recording gives, in order; those that cannot be read are reported. */
  const each = async <T>(sources: Source[], log: FileRecording | undefined, of: (analysis: Analysis) => T) => {
    const all: Awaited<T>[] = [];
    for await (const outcome of inOrder(sources, (source) => analyzeSource(source, core, options, log, of))) {
      progress.step("failure" in outcome ? outcome.failure.name : outcome.name);
      if ("failure" in outcome) {
        failed.push(outcome.failure);
        progress.print(sentence(outcome.failure));
      } else all.push(outcome.result);
    }
    return all;
  };
  const tracks = ({ report, columns }: Analysis) => ({
    report,
    session: debriefTrackOf(report, columns),
    racing: raceTrackOf(report, columns),
  });
  const [day] = await each(own!.sources, log, (analysis) => {
    const { report, columns } = analysis;
    const polar = target && { winds: target.polar.winds, name: target.name, over_ground: false };
    const compared = polar && sessionOfTarget(report, columns, polar, command.tws ?? null);
    return { ...tracks(analysis), ...(compared && { target: { ...targetHead(target), ...compared } }) };
  });
  const others = day ? await each(boats!.sources, log, tracks) : [];
  const summaries: SessionSummary[] = day
    ? await each(earlier!.sources, log, ({ report, columns }) => core.debrief_summary(debriefTrackOf(report, columns)))
    : [];
  progress.done();
  if (!day) return 1;
  const raced = others.length > 0 ? await core.races([day, ...others].map(({ racing }) => racing)) : null;
  const races = raced ? debriefRacesOf(raced.day.races, day.report.name) : [];
  const debrief = await core.debrief(
    day.session,
    others.map(({ session }) => session),
    { earlier: summaries, races },
  );
  const output = await openOutput(command.output, io);
  const { name, boat_class, start_time, end_time, time_zone } = day.report;
  const session = { name, boat_class, start_time, end_time, time_zone };
  const compared = day.target && { target: day.target };
  await output.write(debriefText(command.format, { engine: core.version, session, debrief, ...compared, failed }));
  await output.finish();
  return failed.length > 0 ? 1 : 0;
}
