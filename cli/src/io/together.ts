import { basename } from "node:path";
import { filesOfSession, type Relation, sameBoatSentence } from "@leebow/core";
import { joinFiles, related, sessionsOf } from "@leebow/core/node";
import type { Source } from "./inputs.ts";

/** Recordings farther apart than this are of two sessions, ms; the engine joins files up to 10 min apart. */
const APART_MS = 3_600_000;

/** The recordings of a command as sessions: files of one session are one recording, and a second receiver of a boat says so. */
export async function together(sources: readonly Source[]): Promise<Source[]> {
  const relations = await relationsOf(sources);
  return sessionsOf(relations).map((rows) => {
    const files = rows.map((row) => sources[row]!);
    const relation = relations[rows[0]!]!;
    const session = files.length === 1 ? files[0]! : sessionOf(files, sources[relation.session]!.name);
    return withSameBoat(session, relation, sources);
  });
}

/** How each recording belongs to the others: of those that are near in time, a group at a time. */
async function relationsOf(sources: readonly Source[]): Promise<Relation[]> {
  const relations = sources.map((_, session): Relation => ({ session, same_boat: null }));
  for (const rows of groupsInTime(sources)) {
    const outlines: Float64Array[] = [];
    for (const row of rows) outlines.push(await sources[row]!.outline!.numbers());
    const names = rows.map((row) => basename(sources[row]!.name));
    for (const [i, { session, same_boat }] of related(names, outlines).entries())
      relations[rows[i]!] = {
        session: rows[session]!,
        same_boat: same_boat && { ...same_boat, index: rows[same_boat.index]! },
      };
  }
  return relations;
}

/** Rows of recordings that overlap in time or nearly touch, each group in the order of the command. */
function groupsInTime(sources: readonly Source[]): number[][] {
  const dated = sources.flatMap(({ outline }, row) => (outline && outline.first_ms <= outline.last_ms ? [row] : []));
  dated.sort((a, b) => sources[a]!.outline!.first_ms - sources[b]!.outline!.first_ms);
  const groups: number[][] = [];
  let end_ms = Number.NEGATIVE_INFINITY;
  for (const row of dated) {
    const { first_ms, last_ms } = sources[row]!.outline!;
    if (first_ms > end_ms + APART_MS) groups.push([]);
    groups.at(-1)!.push(row);
    end_ms = Math.max(end_ms, last_ms);
  }
  return groups.filter(({ length }) => length > 1).map((rows) => rows.sort((a, b) => a - b));
}

function withSameBoat(session: Source, { same_boat }: Relation, sources: readonly Source[]): Source {
  // A copy is no second receiver: races and seasons know it themselves, and name it.
  if (!same_boat || same_boat.apart_m === 0) return session;
  const same_boat_as = sources[same_boat.index]!.name;
  const sentence = sameBoatSentence(same_boat_as, same_boat.apart_m);
  return { ...session, same_boat_as, notes: [...(session.notes ?? []), sentence] };
}

/** Files of one session as one recording, with the name of the first of them. */
function sessionOf(files: readonly Source[], name: string): Source {
  const names = files.map((file) => basename(file.name));
  const notes = [filesOfSession(names), ...files.flatMap((file) => file.notes ?? [])];
  const read = async () => {
    const { bytes, losses } = await joinFiles(await Promise.all(files.map((file) => file.read())));
    const lost = losses.flatMap((loss, i) => (loss ? [`${names[i]}: ${loss}`] : []));
    notes.push(...lost.filter((sentence) => !notes.includes(sentence)));
    return bytes;
  };
  for (const { taken } of files) taken?.()?.free();
  return { name, notes, read };
}

/** The recordings without second receivers of a boat; `tell` gets a sentence for each receiver that is left out. */
export function oneOfEachBoat(sources: readonly Source[], tell: (sentence: string) => void): Source[] {
  return sources.filter(({ name, same_boat_as, taken }) => {
    if (same_boat_as === undefined) return true;
    taken?.()?.free();
    tell(`${name} is left out: the same boat as ${same_boat_as} at the same time. --apart takes both.`);
    return false;
  });
}
