import { Readable } from "node:stream";
import { distinctNames } from "@leebow/core";
import { EngineError, type Member, unpack } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import { inUnpackingTurn } from "../http/computing-calls.ts";
import type { UploadedFile } from "../http/multipart.ts";
import { LIMITS } from "../limits.ts";
import type { Incoming } from "../storage/storage.ts";
import { bytesOf } from "./no-sailing.ts";

/** A recording of a zip, received as a file of its own. */
export interface ZippedRecording {
  file_name: string;
  incoming: Incoming;
}

export interface OpenedZip {
  /** What the file holds. */
  kind: "zip" | "days" | "boats";
  /** Two or more, which the caller keeps or discards; none where the file is stored as it is. */
  recordings: ZippedRecording[];
  /** Sentences about the files of the zip that cannot be opened, and about damage of the zip, each with the names. */
  remarks: string[];
}

const AS_IT_IS: OpenedZip = { kind: "zip", recordings: [], remarks: [] };
/** Name of a recording that the engine has made of a session. */
const SESSION = /^\d{4}-\d\d-\d\d \d\d\.\d\d\.gpx$/;
const TOO_LARGE = `This file is larger than ${LIMITS.upload_bytes / 1024 / 1024} MB, the most Leebow takes.`;
/** Of what is passed to the storage at a time. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Receives every recording of an uploaded zip, and every boat and session of another file. A file of which the engine reads
 * all there is, because it has one recording or cannot be unpacked, is stored as it is. The file and its contents are in
 * memory meanwhile, for one upload at a time.
 */
export async function openZip(context: AppContext, { name, incoming }: UploadedFile): Promise<OpenedZip> {
  const isZip = /\.zip$/i.test(name) || (await beginsAsZip(incoming));
  if (!isZip && incoming.bytes > LIMITS.searched_bytes) return AS_IT_IS;
  return inUnpackingTurn(context, async () => {
    const members = await membersOf(incoming);
    const before = isZip ? "" : `${name.replace(/\.[^.]*$/, "")}, `;
    const names = distinctNames(members.map((member) => before + member.name));
    const kind = isZip ? "zip" : members.every(({ name }) => SESSION.test(name)) ? "days" : "boats";
    const remarks = remarksOn(members, names);
    const recordings: ZippedRecording[] = [];
    if (members.filter(isTaken).length < 2) return { kind, recordings, remarks };
    try {
      for (const file_name of names) {
        // Not referred to from here on, so that its memory can be used again.
        const member = members.shift()!;
        if (!isTaken(member)) continue;
        const received = await context.storage.receive(Readable.from(pieces(member.contents), { objectMode: false }));
        recordings.push({ file_name, incoming: received });
      }
    } catch (error) {
      await discardAll(recordings);
      throw error;
    }
    return { kind, recordings, remarks };
  });
}

export async function discardAll(recordings: readonly ZippedRecording[]): Promise<void> {
  for (const { incoming } of recordings) await incoming.discard();
}

/** Whether the content begins with the signature of a zip, whatever its name. */
async function beginsAsZip(incoming: Incoming): Promise<boolean> {
  for await (const chunk of incoming.read()) return (chunk as Buffer).subarray(0, 4).equals(Buffer.from("PK\x03\x04"));
  return false;
}

/** None of a zip that the engine refuses: its analysis says why. */
async function membersOf(incoming: Incoming): Promise<Member[]> {
  try {
    return await unpack(await bytesOf(incoming));
  } catch (error) {
    if (error instanceof EngineError) return [];
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
