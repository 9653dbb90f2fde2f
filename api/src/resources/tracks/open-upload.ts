import { Readable } from "node:stream";
import { distinctNames, dividedKind } from "@leebow/core";
import {
  type Correction,
  EngineError,
  type FileAnalysis,
  joinFiles,
  type Member,
  noSailing,
  open,
  related,
  sessionsOf,
} from "@leebow/core/node";
import type { AppContext } from "../../platform/context.ts";
import { inUnpackingTurn } from "../../platform/http/computing-calls.ts";
import type { UploadedFile } from "../../platform/http/multipart.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { findBySource } from "./accept.ts";
import type { SessionFile } from "./join-tracks.ts";

/** A recording of an upload, received as a file of its own; or made of the files of one session. */
interface ReceivedRecording {
  file_name: string;
  incoming: Incoming;
  files?: SessionFile[];
}

export interface OpenedUpload {
  /** What it holds: files of a zip, days or boats of a file, or files. */
  kind: "zip" | "days" | "boats" | "files";
  recordings: ReceivedRecording[];
  /** Sentences about the files of a zip that cannot be opened, and about damage of the zip, each with the names. */
  remarks: string[];
  /** What was received of it, which the caller discards. */
  opened: { incoming: Incoming }[];
}

/** A recording of an upload, and what it is compared with the others by. */
interface Leaf {
  file_name: string;
  incoming: Incoming;
  outline: Float64Array;
}

interface OpenedFile {
  kind: OpenedUpload["kind"];
  leaves: Leaf[];
  remarks: string[];
}

const TOO_LARGE = `This file is larger than ${LIMITS.upload_bytes / 1024 / 1024} MB, the most Leebow takes.`;
/** Of what is passed to the storage at a time. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Receives every recording of uploaded files: of a zip those in it, of another file its boats and sessions, and of the files of
 * one session one. A file of which the engine reads all there is, because it has one recording or cannot be unpacked, is stored
 * as it is. A file and its contents are in memory meanwhile, for one upload at a time.
 */
export async function openUpload(
  context: AppContext,
  user_id: number,
  files: readonly UploadedFile[],
): Promise<OpenedUpload> {
  const opened: { incoming: Incoming }[] = [];
  try {
    const found: OpenedFile[] = [];
    for (const file of files) found.push(await openFile(context, file, opened));
    const leaves = found.flatMap((one) => one.leaves);
    const names = distinctNames(leaves.map(({ file_name }) => file_name));
    const named = leaves.map((leaf, i) => ({ ...leaf, file_name: names[i]! }));
    const recordings = named.length < 2 ? named : await joinSessions(context, user_id, named, opened);
    const kind = files.length > 1 ? "files" : found[0]!.kind;
    return { kind, recordings, remarks: found.flatMap(({ remarks }) => remarks), opened };
  } catch (error) {
    await discardAll(opened);
    throw error;
  }
}

/** What is received is added to `opened`. */
async function openFile(
  context: AppContext,
  { name, incoming }: UploadedFile,
  opened: { incoming: Incoming }[],
): Promise<OpenedFile> {
  const isZip = /\.zip$/i.test(name) || (await beginsAsZip(incoming));
  const whole = (outline: Float64Array): Leaf[] => [{ file_name: name, incoming, outline }];
  if (!isZip && incoming.bytes > LIMITS.searched_bytes)
    return { kind: "zip", leaves: whole(new Float64Array()), remarks: [] };
  return inUnpackingTurn(context, async () => {
    const { members, outline } = await contentsOf(incoming);
    const before = isZip ? "" : `${name.replace(/\.[^.]*$/, "")}, `;
    const names = distinctNames(members.map((member) => before + member.name));
    const kind = isZip ? "zip" : dividedKind(members.map((member) => member.name));
    const remarks = remarksOn(members, names);
    const taken = members.filter(isTaken);
    if (taken.length < 2) return { kind, leaves: whole(taken[0]?.outline ?? outline), remarks };
    const leaves: Leaf[] = [];
    for (const file_name of names) {
      // Not referred to from here on, so that its memory can be used again.
      const member = members.shift()!;
      if (!isTaken(member)) continue;
      const received = await receive(context, member.contents);
      opened.push({ incoming: received });
      leaves.push({ file_name, incoming: received, outline: member.outline });
    }
    return { kind, leaves, remarks };
  });
}

const receive = ({ storage }: AppContext, bytes: Uint8Array): Promise<Incoming> =>
  storage.receive(Readable.from(pieces(bytes), { objectMode: false }));

/** The recordings with those of one session as one, in the order in which they were named. */
async function joinSessions(
  context: AppContext,
  user_id: number,
  leaves: readonly Leaf[],
  opened: { incoming: Incoming }[],
): Promise<ReceivedRecording[]> {
  const relations = related(
    leaves.map(({ file_name }) => file_name),
    leaves.map(({ outline }) => outline),
  );
  const recordings: ReceivedRecording[] = [];
  for (const rows of sessionsOf(relations)) {
    const files = rows.map((row) => leaves[row]!).sort((a, b) => a.outline[0]! - b.outline[0]!);
    const joined = files.length > 1 ? await joinedOf(context, user_id, files) : null;
    if (joined) opened.push(joined);
    recordings.push(...(joined ? [joined] : files));
  }
  return recordings;
}

/** The files of one session as one recording; null where they stay apart: they are too large, or one of them is a track already. */
async function joinedOf(
  context: AppContext,
  user_id: number,
  files: readonly Leaf[],
): Promise<ReceivedRecording | null> {
  if (files.reduce((sum, { incoming }) => sum + incoming.bytes, 0) > LIMITS.searched_bytes) return null;
  const tracks = await Promise.all(files.map(({ incoming }) => findBySource(context.db, user_id, incoming.sha256)));
  // All of them together may be one track already: they are joined to find it.
  if (new Set(tracks).size > 1) return null;
  return inUnpackingTurn(context, async () => {
    try {
      const { bytes } = await joinFiles(await Promise.all(files.map(({ incoming }) => bytesOf(incoming))));
      const file_name = `${files[0]!.file_name.replace(/\.[^.]*$/, "")}.gpx`;
      const parts = files.map(({ outline, ...file }) => ({ ...file, from_ms: outline[0]! }));
      return { file_name, incoming: await receive(context, bytes), files: parts };
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  });
}

export async function discardAll(received: readonly { incoming: Incoming }[]): Promise<void> {
  for (const { incoming } of received) await incoming.discard();
}

/** Whether the content begins with the signature of a zip, whatever its name. */
async function beginsAsZip(incoming: Incoming): Promise<boolean> {
  for await (const chunk of incoming.read()) return (chunk as Buffer).subarray(0, 4).equals(Buffer.from("PK\x03\x04"));
  return false;
}

/** Nothing of a file that the engine refuses: its analysis says why. */
async function contentsOf(incoming: Incoming): Promise<{ members: Member[]; outline: Float64Array }> {
  try {
    const { members, outline, recording } = await open({ name: "", bytes: await bytesOf(incoming) });
    recording?.free();
    return { members, outline };
  } catch (error) {
    if (error instanceof EngineError) return { members: [], outline: new Float64Array() };
    throw error;
  }
}

const isTaken = (member: Member): member is Member & { contents: Uint8Array } =>
  !(member.contents instanceof EngineError) && member.contents.length <= LIMITS.upload_bytes;

function remarksOn(members: readonly Member[], names: readonly string[]): string[] {
  const named = new Map<string, string[]>();
  for (const [i, member] of members.entries()) {
    const { contents, notes } = member;
    const sentences = isTaken(member) ? notes : [contents instanceof EngineError ? contents.message : TOO_LARGE];
    for (const sentence of sentences) named.set(sentence, [...(named.get(sentence) ?? []), names[i]!]);
  }
  return [...named].map(([sentence, files]) => `${files.join(", ")}: ${sentence}`);
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** A recording without sailing: what it is, and the correction that takes all of it in. */
export interface Unsailed {
  sentence: string;
  take_in: Correction;
}

/**
 * What a received file is where no sailing is in it; null for others, also for those that cannot be read, whose analysis says
 * why, and for larger ones than are searched. The file is in memory meanwhile, for one upload at a time.
 */
export async function unsailed(context: AppContext, boat_class: string, incoming: Incoming): Promise<Unsailed | null> {
  if (incoming.bytes > LIMITS.searched_bytes) return null;
  return inUnpackingTurn(context, async () => {
    const report = await reportOf(context, boat_class, await bytesOf(incoming));
    const found = report && noSailing(report);
    if (!found) return null;
    const { start_time, end_time } = report;
    return { sentence: `${found.lead} ${found.rest}`.trim(), take_in: { action: "take_in", start_time, end_time } };
  });
}

async function reportOf({ core }: AppContext, boat_class: string, bytes: Uint8Array): Promise<FileAnalysis | null> {
  try {
    const recording = await core.read({ name: "", bytes });
    return await recording
      .analyze({ boat_class })
      .then(({ report }) => report)
      .finally(() => recording.free());
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** The content of a received file, in memory once. */
export async function bytesOf(incoming: Incoming): Promise<Uint8Array> {
  const bytes = new Uint8Array(incoming.bytes);
  let length = 0;
  for await (const chunk of incoming.read()) {
    bytes.set(chunk as Uint8Array, length);
    length += (chunk as Uint8Array).length;
  }
  return bytes;
}
