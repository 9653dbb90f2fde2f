import type { InputFile } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { TrackRow } from "../tracks/queries.ts";
import { findWindFile } from "./queries.ts";

/** The wind log of the track, if one is attached. */
export async function windLogOf(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  { wind_file_id }: Pick<TrackRow, "wind_file_id">,
): Promise<InputFile | undefined> {
  const file = wind_file_id === null ? undefined : await findWindFile(db, wind_file_id);
  return file && { name: file.original_name, bytes: await storage.read(file.source_key) };
}
