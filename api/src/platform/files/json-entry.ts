import { withoutControls } from "@leebow/core";
import type { ArchiveEntry } from "./zip.ts";

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
