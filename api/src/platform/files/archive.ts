import { type PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { withoutControls } from "@leebow/core";
import { ZipFile } from "yazl";

/** A file of an archive. */
export interface ArchiveEntry {
  path: string;
  /** Less than 4 GB. */
  content: Uint8Array | Readable;
}

/**
 * A zip file, entry by entry as they come: memory use depends on no size. The archive may be larger than 4 GB (ZIP64).
 * Compression runs off the event loop.
 */
export function zipOf(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on("error", (error) => output.destroy(error));
  const write = async () => {
    for await (const { path, content } of entries) {
      const source = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
      const stop = () => source.destroy();
      output.once("close", stop);
      zip.addReadStream(source, path);
      await finished(source);
      output.off("close", stop);
    }
    zip.end();
  };
  write().catch((error) => output.destroy(error));
  return output;
}

/** A value as a JSON file of the archive. */
export const jsonEntry = (path: string, value: unknown): ArchiveEntry => ({
  path,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** A name given by a user, as one part of a path on every system. */
export const pathPart = (name: string): string =>
  withoutControls(name.replace(/[/\\:*?"<>|\p{Cc}]/gu, "_"))
    .replace(/^\.+/, "_")
    .slice(-150) || "_";
