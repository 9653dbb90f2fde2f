import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { withoutControls } from "@leebow/core";
import type { Incoming, Storage } from "../storage/storage.ts";
import { type Pace, StalledUpload, stalledAnswer, untilStalled } from "./uploads.ts";

/** The multipart body is malformed or ended early. The message is a sentence for the user. */
export class MultipartFault extends Error {
  override name = "MultipartFault";
}

export interface UploadedFile {
  name: string;
  incoming: Incoming;
  too_large: boolean;
}

export interface UploadedForm {
  fields: Record<string, string>;
  file: UploadedFile | null;
  file_count: number;
}

/** A form with several files. */
export interface UploadedFiles {
  fields: Record<string, string>;
  /** The first `max_files` of the file field. */
  files: UploadedFile[];
  /** Of the file field, received or not. */
  file_count: number;
}

const BROKEN = "The upload did not arrive whole. Nothing was kept; try again.";
const FORM_LIMITS = { fields: 20, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 50 };
/** Files that are read and dropped, so that the form can be refused for having too many. */
const SPARE_FILES = 2;

/**
 * Reads a multipart form as a stream, its file field into a temporary file of the storage, so that memory use does not
 * depend on the size. Bytes beyond `file_bytes` are read and dropped, because some clients read no answer before they
 * have sent everything. The caller keeps or discards the file. Throws the answer 408 when nothing more arrives.
 */
export async function readForm(
  request: Request,
  storage: Storage,
  file_bytes: number,
  file_field = "file",
): Promise<UploadedForm> {
  const { files, ...form } = await readFiles(request, storage, file_bytes, file_field, 1);
  return { ...form, file: files[0] ?? null };
}

/** The same for a file field that may be given several times. */
export async function readFiles(
  request: Request,
  storage: Storage,
  file_bytes: number,
  file_field: string,
  max_files: number,
  pace: Partial<Pace> = {},
): Promise<UploadedFiles> {
  const parser = formParser(request, file_bytes, max_files + SPARE_FILES);
  // Without a prototype: a field may have any name.
  const form: UploadedFiles = { fields: Object.create(null), files: [], file_count: 0 };
  const open: BusboyFileStream[] = [];
  /** In the order of the form; null for a file that could not be stored. */
  const receiving: Promise<UploadedFile | null>[] = [];
  let storage_fault: unknown;
  parser.on("field", (name, value) => {
    form.fields[name] ??= value;
  });
  parser.on("file", (field, stream, name?: string) => {
    open.push(stream);
    // The reader reports the error as well; without a listener here it would end the process.
    stream.on("error", () => {});
    if (field !== file_field || ++form.file_count > max_files) return void stream.resume();
    const received = storage.receive(stream).then(
      (incoming) => ({ name: withoutControls(name ?? "") || "track", incoming, too_large: stream.truncated }),
      (error: unknown) => {
        storage_fault ??= error;
        parser.destroy(error as Error);
        return null;
      },
    );
    receiving.push(received);
  });
  let fault: unknown;
  try {
    await pipeline(Readable.fromWeb(untilStalled(request.body!, pace) as ReadableStream), parser);
  } catch (error) {
    fault = storage_fault ?? (error instanceof StalledUpload ? stalledAnswer() : new MultipartFault(BROKEN));
    // A destroyed parser does not end its file streams; the storage cleans up when they end.
    for (const stream of open) stream.destroy(new Error("upload interrupted"));
  }
  form.files = (await Promise.all(receiving)).filter((file) => file !== null);
  fault ??= storage_fault;
  if (!fault) return form;
  for (const { incoming } of form.files) await incoming.discard();
  throw fault;
}

function formParser(request: Request, file_bytes: number, files: number): BusboyInstance {
  const type = request.headers.get("content-type") ?? "";
  if (!request.body || !/^multipart\/form-data/i.test(type)) throw new MultipartFault("Track File required");
  try {
    const headers = { "content-type": type } as BusboyHeaders;
    return new Busboy({ headers, limits: { ...FORM_LIMITS, fileSize: file_bytes, files } });
  } catch {
    throw new MultipartFault(BROKEN);
  }
}
