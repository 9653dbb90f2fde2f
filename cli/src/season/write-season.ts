import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { type Analysis, type Core, EngineError, type FileRecording } from "@leebow/core";
import { loadExtra } from "@leebow/core/node";
import { dayOf, failedTable, partitionOf, SEASON_SCHEMA, type SeasonTable, seasonTables } from "@leebow/core/tables";
import { type Prepared, prepare } from "../analyze/prepare.ts";
import type { AnalyzeCommand } from "../commands/analyze.ts";
import { count } from "../exporters/layout.ts";
import { type Failure, meaningOf, sentence, UsageError } from "../io/errors.ts";
import { inOrder } from "../io/in-order.ts";
import { type Source, whyNot } from "../io/inputs.ts";
import type { Io } from "../io/io.ts";
import { progressOf } from "../io/progress.ts";
import { SeasonStore, type SessionKey } from "./store.ts";

type Outcome = { name: string; state: "written" | "there" } | { failure: Failure } | { error: unknown };

/** `leebow analyze --format parquet`: the tables of the recordings in a folder; returns the exit code. */
export async function writeSeason(command: AnalyzeCommand, core: Core, io: Io): Promise<number> {
  const { out, tables } = checked(command);
  if (tables.includes("points")) await loadExtra((sentence) => io.stderr(`leebow: ${sentence}\n`));
  const store = await SeasonStore.open(resolve(io.cwd, out), out);
  const prepared = await prepare(command, core, io);
  const { sources, failed } = prepared;
  const total = sources.length + failed.length;
  const writable = writing(out);
  const markFailed = ({ name, kind, message }: Failure) =>
    writable(store.markFailed(name, failedTable(core.version, { file: name, kind, message })));
  for (const failure of failed) {
    io.stderr(`${sentence(failure)}\n`);
    await markFailed(failure);
  }
  const progress = progressOf(sources.length, io);
  const counts = { written: 0, there: 0 };
  const run: SeasonRun = { core, prepared, store, tables, begun: new Map(), entered: Promise.resolve() };
  try {
    for await (const outcome of inOrder(sources, (source, i) => storeOne(source, i, run))) {
      if ("error" in outcome) throw notWritable(out, outcome.error);
      if ("failure" in outcome) {
        failed.push(outcome.failure);
        await markFailed(outcome.failure);
        progress.step(outcome.failure.name);
        progress.print(sentence(outcome.failure));
      } else {
        await writable(store.markFailed(outcome.name, null));
        progress.step(outcome.name);
        counts[outcome.state] += 1;
      }
    }
  } finally {
    progress.done();
  }
  const unread = failed.length > 0 ? `; ${failed.length} of ${total} could not be read` : "";
  await io.stdout(`${out}: ${count(counts.written, "session")} written, ${counts.there} there already${unread}.\n`);
  return failed.length > 0 ? 1 : 0;
}

const notWritable = (out: string, error: unknown) => new UsageError(`${out} cannot be written: ${meaningOf(error)}.`);

/** Waits for a write into this folder. Errors: UsageError that names it. */
const writing = (out: string) => (write: Promise<void>) =>
  write.catch((error: unknown) => {
    throw notWritable(out, error);
  });

function checked({ out, output, points, tables }: AnalyzeCommand): { out: string; tables: SeasonTable[] } {
  if (out === undefined) throw new UsageError("--format parquet writes a folder of tables: name it with --out.");
  if (output !== undefined || points)
    throw new UsageError("--format parquet goes to the folder of --out: leave out --output and --points.");
  return { out, tables };
}

/** What the recordings of one run share. */
interface SeasonRun {
  core: Core;
  prepared: Prepared;
  store: SeasonStore;
  tables: SeasonTable[];
  /** What became of the recordings of this run, by hash: a copy of one is not analysed again. */
  begun: Map<string, Promise<Outcome>>;
  /** Resolves when all recordings so far are in `begun`, or failed: of copies the first one counts, on every run. */
  entered: Promise<void>;
}

async function storeOne(source: Source, i: number, run: SeasonRun): Promise<Outcome> {
  const { name } = source;
  const { core, prepared, store, tables, begun, entered } = run;
  let enter = () => {};
  run.entered = new Promise((resolve) => {
    enter = resolve;
  });
  try {
    const bytes = await source.read().finally(() => entered);
    const input_sha256 = hashOf(bytes);
    const key = { input_sha256, setting_sha256: settingOf(core.version, prepared, source, i) };
    const first = begun.get(input_sha256);
    if (!first && !store.isDone(key, tables)) {
      const outcome = analyzeAndStore(source, i, bytes, key, run);
      begun.set(input_sha256, outcome);
      enter();
      return await outcome;
    }
    enter();
    prepared.held(i)?.free();
    return first ? ofCopy(name, await first) : { name, state: "there" };
  } catch (error) {
    return { failure: { name, ...whyNot(error) } };
  } finally {
    enter();
  }
}

async function analyzeAndStore(
  source: Source,
  i: number,
  bytes: Uint8Array,
  key: SessionKey,
  { core, prepared, store, tables }: SeasonRun,
): Promise<Outcome> {
  const { name, notes = [] } = source;
  let recording: FileRecording | undefined;
  let analysis: Analysis;
  try {
    recording = prepared.held(i) ?? (await core.read({ name, bytes }));
    analysis = await recording.analyze(prepared.optionsOf(source, i), prepared.log);
    analysis.report.damage.lacks.push(...notes);
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { failure: { name, kind, message } };
  } finally {
    recording?.free();
  }
  try {
    const date = dayOf(analysis.report);
    const { report } = analysis;
    const { sailor, sail_number } = prepared.manifested(source);
    const session = { engine: core.version, date, report, sailor, sail_number };
    const files = await seasonTables(session, tables, async () => analysis);
    await store.write(key, partitionOf(report.boat_class, date), files);
    return { name, state: "written" };
  } catch (error) {
    return { error };
  }
}

/** Of a recording with the bytes of one before. */
function ofCopy(name: string, first: Outcome): Outcome {
  if ("failure" in first) return { failure: { ...first.failure, name } };
  return "error" in first ? first : { name, state: "there" };
}

const hashOf = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");

/** All that the results depend on besides the recording. */
function settingOf(engine: string, prepared: Prepared, source: Source, i: number): string {
  const { sailor, sail_number } = prepared.manifested(source);
  const sailed = (sailor ?? sail_number) ? [sailor, sail_number] : [];
  return hashOf(JSON.stringify([SEASON_SCHEMA, engine, prepared.optionsOf(source, i), prepared.log_sha256, ...sailed]));
}
