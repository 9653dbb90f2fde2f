/** The corrections of a stored track by hand; a change makes the server analyse the track again. */
import type { Track } from "@leebow/api/contract";
import type { Correction } from "@leebow/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { explainMoment, fetchCorrections, replaceCorrections } from "../api/corrections";
import type { CorrectionSource } from "../corrections/correction-source";
import { isWindPending, restartTrack } from "./replay";

const correctionKey = (id: number) => ["tracks", "corrections", id] as const;

const correctionOptions = (id: number) =>
  queryOptions({
    queryKey: correctionKey(id),
    queryFn: ({ signal }) => fetchCorrections(id, signal),
    meta: { silent: true },
  });

/** The corrections of this track; read only for a viewer who may not correct it. */
export function useCorrections(track: Track): CorrectionSource {
  const client = useQueryClient();
  const { id } = track;
  const busy = isWindPending(track);
  const { data } = useQuery({ ...correctionOptions(id), enabled: !busy });
  const replace = async (corrections: readonly Correction[]) => {
    const next = await replaceCorrections(id, corrections);
    client.setQueryData(correctionKey(id), next);
    restartTrack(client, { ...track, processing_status: 4 });
    await client.invalidateQueries({ queryKey: correctionKey(id), refetchType: "none" });
  };
  return {
    corrections: data?.corrections ?? [],
    outcomes: data?.outcomes ?? null,
    busy,
    replace: track.can.correct && data ? replace : null,
    explain: (time_ms) => explainMoment(id, time_ms),
  };
}
