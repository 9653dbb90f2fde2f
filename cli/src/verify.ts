import { EngineError, type Judged, type Verdict } from "@leebow/core";
import { crossCheck, loadExtra } from "@leebow/core/node";
import type { VerifyCommand } from "./commands/verify.ts";
import { verdictLines } from "./exporters/verdict.ts";
import { type Failure, sentence } from "./io/errors.ts";
import { inOrder } from "./io/in-order.ts";
import { findSources, type Source, whyNot } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";
import { progressOf } from "./io/progress.ts";

type Outcome = { name: string; verdict: Verdict } | { failure: Failure };

/** The outcomes of one file: an archive has one for each recording in it. */
type Outcomes = { name: string; all: Outcome[] };

/** Compares the inputs of the command with the independent readers; returns the exit code. */
export async function verifyFiles(command: VerifyCommand, io: Io): Promise<number> {
  await loadExtra((sentence) => io.stderr(`leebow: ${sentence}\n`));
  const { sources, missing: failed } = await findSources(command.paths, io);
  const progress = progressOf(sources.length, io);
  const files: ({ name: string } & Verdict)[] = [];
  for (const failure of failed) progress.print(sentence(failure));
  for await (const { name, all } of inOrder(sources, verifyOne)) {
    progress.step(name);
    for (const outcome of all) {
      if ("failure" in outcome) {
        failed.push(outcome.failure);
        progress.print(sentence(outcome.failure));
        continue;
      }
      files.push({ name: outcome.name, ...outcome.verdict });
      if (command.format === "text") await io.stdout(`${verdictLines(outcome.name, outcome.verdict).join("\n")}\n`);
    }
  }
  progress.done();
  const differing = files.filter(({ agrees }) => agrees === false).length;
  if (command.format === "json") await io.stdout(`${JSON.stringify({ files, failed }, null, 2)}\n`);
  else if (files.length > 1) await io.stdout(`${total(files, differing)}\n`);
  return differing > 0 || failed.length > 0 ? 1 : 0;
}

function total(files: Verdict[], differing: number): string {
  const compared = files.filter(({ agrees }) => agrees !== null).length;
  const same = compared - differing;
  const alone = files.length - compared;
  return `${[
    `${same} of ${compared} read the same`,
    `${differing} differ`,
    ...(alone ? [`${alone} have no second reader`] : []),
  ].join(", ")}.`;
}

async function verifyOne({ name, read }: Source): Promise<Outcomes> {
  try {
    return { name, all: (await crossCheck({ name, bytes: await read() })).map((one) => outcomeOf(name, one)) };
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { name, all: [{ failure: { name, kind, message } }] };
  }
}

/** A recording in an archive is named as if the archive were a folder. */
function outcomeOf(file: string, { inside, verdict, failed }: Judged): Outcome {
  const name = inside === null ? file : `${file}/${inside}`;
  if (verdict) return { name, verdict };
  const { kind, message } = failed ?? { kind: "unreadable", message: "This file could not be read." };
  return { failure: { name, kind, message } };
}
