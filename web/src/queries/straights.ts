/** Straight-line analyses. */
import { queryOptions } from "@tanstack/react-query";
import { ApiFailure } from "../api/failure";
import { createStraightAnalysis, fetchStraightAnalysis } from "../api/straights";
import { fetchTrack } from "../api/tracks";
import { notify } from "../stores/notices";

/** Id of the new analysis of these straights; of the one that exists, which is reported. */
export async function analysisOf(track: number, segments: number[], name: string | null): Promise<number> {
  try {
    return (await createStraightAnalysis({ track, segments, name })).id;
  } catch (cause) {
    if (!(cause instanceof ApiFailure) || cause.existing_id === null) throw cause;
    notify.error(cause.sentences.join(" "));
    return cause.existing_id;
  }
}

/** An analysis with its track. */
export const straightAnalysisOptions = (id: number) =>
  queryOptions({
    queryKey: ["straights", id],
    queryFn: async ({ signal }) => {
      const analysis = await fetchStraightAnalysis(id, signal);
      return { analysis, track: await fetchTrack(analysis.track_id, signal) };
    },
    meta: { silent: true },
  });
