import { columnsOfArrow, type FileAnalysis, type TrackColumns } from "@leebow/core/node";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { RESULT_FILES } from "./result-files.ts";

type Stored = Pick<AppContext, "storage">;
type Analysed = Pick<TrackRow, "result_key">;

export async function readReport({ storage }: Stored, { result_key }: Analysed): Promise<FileAnalysis> {
  const bytes = await storage.read(`${result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}

export async function readColumns({ storage }: Stored, { result_key }: Analysed): Promise<TrackColumns> {
  return columnsOfArrow(await storage.read(`${result_key}/${RESULT_FILES.columns}`));
}
