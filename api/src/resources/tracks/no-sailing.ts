import { type Correction, EngineError, type FileAnalysis, noSailing } from "@leebow/core/node";
import type { AppContext } from "../../platform/context.ts";
import { inUnpackingTurn } from "../../platform/http/computing-calls.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Incoming } from "../../platform/storage/storage.ts";

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
