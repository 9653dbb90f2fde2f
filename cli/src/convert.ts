import { EngineError, wordFor } from "@leebow/core";
import type { ConvertCommand } from "./commands/convert.ts";
import { type Encoded, encoderOf } from "./convert/encode.ts";
import { targetsOf } from "./convert/targets.ts";
import { damageLines } from "./exporters/table-head.ts";
import { type Failure, sentence, UsageError } from "./io/errors.ts";
import { inOrder } from "./io/in-order.ts";
import { findSources, type Source, whyNot } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";
import { NotWritten, placeFile } from "./io/place-file.ts";
import { progressOf } from "./io/progress.ts";
import { FILE_BYTES } from "./io/read-file.ts";

type Written = Encoded & { notes: string[] };
type Outcome = { path: string; encoded: Written } | { failure: Failure };

/** Writes the inputs of the command in another format; returns the exit code. */
export async function convertFiles(command: ConvertCommand, io: Io): Promise<number> {
  if (command.paths.length === 0)
    throw new UsageError("Name a recording and the file to write. See leebow convert --help.");
  const { sources, missing: failed } = await findSources(command.paths, io);
  const { format, paths } = await targetsOf(command, sources, io.cwd);
  const encode = encoderOf(format, command.csv);
  const total = sources.length + failed.length;
  const progress = progressOf(sources.length, io);
  for (const failure of failed) progress.print(sentence(failure));
  const work = (source: Source, i: number): Promise<Outcome> =>
    convertOne(source, paths[i]!, async (bytes) => {
      const encoded = await encode({ name: source.name, bytes });
      await placeFile(paths[i]!, io.cwd, encoded.bytes, command.force);
      return encoded;
    });
  for await (const outcome of inOrder(sources, work)) {
    if ("failure" in outcome) {
      failed.push(outcome.failure);
      progress.print(sentence(outcome.failure));
    } else {
      for (const line of report(outcome.path, outcome.encoded)) progress.print(line);
    }
  }
  progress.done();
  if (failed.length > 0 && total > 1)
    io.stderr(`leebow: ${failed.length} of ${total} were not written; the others are complete.\n`);
  return failed.length > 0 ? 1 : 0;
}

async function convertOne(
  source: Source,
  path: string,
  write: (bytes: Uint8Array) => Promise<Encoded>,
): Promise<Outcome> {
  try {
    const encoded = await write(await source.read());
    return { path, encoded: { ...encoded, notes: source.notes ?? [] } };
  } catch (error) {
    const { kind, message } = error instanceof EngineError || error instanceof NotWritten ? error : whyNot(error);
    return { failure: { name: source.name, kind, message } };
  }
}

/** Lines that report what was written, what the format could not hold, and the damage of the input. */
function report(path: string, { bytes, points, left_out, damage, notes }: Written): string[] {
  const head = `${path}: ${points.toLocaleString("en-GB")} ${wordFor(points, "point")}, ${bytes.length.toLocaleString("en-GB")} bytes`;
  const lost = damageLines({ damage: { ...damage, lacks: [] } }).filter((line) => line !== "");
  const large =
    bytes.length > FILE_BYTES ? ["  Leebow itself reads files of up to 100 MB, and will not read this one."] : [];
  return [
    head,
    ...large,
    ...left_out.map((line) => `  Left out: ${line}`),
    ...[...lost, ...notes].map((line) => `  ${line}`),
  ];
}
