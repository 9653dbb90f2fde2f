import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { Incoming, Storage } from "../storage/storage.ts";

/** The multipart body is malformed or ended early. The message is a sentence for the user. */
export class MultipartFault extends Error {
  override name = "MultipartFault";
}

export interface UploadedForm {
  fields: Record<string, string>;
  file: { name: string; incoming: Incoming; too_large: boolean } | null;
  file_count: number;
}

const BROKEN = "The upload did not arrive whole. Nothing was kept; try again.";
const FORM_LIMITS = { fields: 20, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 50, files: 3 };

/**
 * Reads a multipart form as a stream, its file field into a temporary file of the storage, so that memory use does not
 * depend on the size. Bytes beyond `file_bytes` are read and dropped, because some clients read no answer before they
 * have sent everything. The caller keeps or discards the file.
 */
export async function readForm(
  request: Request,
  storage: Storage,
  file_bytes: number,
  file_field = "file",
): Promise<UploadedForm> {
  const parser = formParser(request, file_bytes);
  // Without a prototype: a field may have any name.
  const form: UploadedForm = { fields: Object.create(null), file: null, file_count: 0 };
  const open: BusboyFileStream[] = [];
  let receiving: Promise<void> = Promise.resolve();
  let storage_fault: unknown;
  parser.on("field", (name, value) => {
    form.fields[name] ??= value;
  });
  parser.on("file", (field, stream, name) => {
    open.push(stream);
    // The reader reports the error as well; without a listener here it would end the process.
    stream.on("error", () => {});
    if (field !== file_field || ++form.file_count > 1) return void stream.resume();
    receiving = storage.receive(stream).then(
      (incoming) => {
        form.file = { name: withoutControls(name) || "track", incoming, too_large: stream.truncated };
      },
      (error: unknown) => {
        storage_fault = error;
        parser.destroy(error as Error);
      },
    );
  });
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser);
  } catch {
    const fault = storage_fault ?? new MultipartFault(BROKEN);
    // A destroyed parser does not end its file streams; the storage cleans up when they end.
    for (const stream of open) stream.destroy(new Error("upload interrupted"));
    await receiving;
    await form.file?.incoming.discard();
    throw fault;
  }
  await receiving;
  if (storage_fault) throw storage_fault;
  return form;
}

/** A file name without control characters: PostgreSQL stores no NUL, and no list shows the others. */
const withoutControls = (name: string): string => name.replace(/\p{Cc}/gu, "");

function formParser(request: Request, file_bytes: number): BusboyInstance {
  const type = request.headers.get("content-type") ?? "";
  if (!request.body || !/^multipart\/form-data/i.test(type)) throw new MultipartFault("Track File required");
  try {
    const headers = { "content-type": type } as BusboyHeaders;
    return new Busboy({ headers, limits: { ...FORM_LIMITS, fileSize: file_bytes } });
  } catch {
    throw new MultipartFault(BROKEN);
  }
}
