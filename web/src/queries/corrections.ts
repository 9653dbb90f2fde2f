/** The corrections of a stored track by hand; a change makes the server analyse the track again. */
import type { Track, TrackCorrections } from "@leebow/api/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { explainMoment, fetchCorrections, replaceCorrections } from "../api/corrections";
import { ApiFailure } from "../api/failure";
import type { CorrectionEdit, CorrectionSource } from "../session/correction-source";
import { notify } from "../stores/notices";
import { isWindPending, restartTrack } from "./replay";

const MERGED =
  "Somebody else has changed the corrections of this track in the meantime. Their changes are kept, and yours is added to them.";

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
  const apply = async (edit: CorrectionEdit) => {
    const next = await save(id, edit, client.getQueryData<TrackCorrections>(correctionKey(id)) ?? data!);
    client.setQueryData(correctionKey(id), next);
    restartTrack(client, { ...track, processing_status: 4 });
    await client.invalidateQueries({ queryKey: correctionKey(id), refetchType: "none" });
  };
  return {
    corrections: data?.corrections ?? [],
    outcomes: data?.outcomes ?? null,
    busy,
    edit: track.can.correct && data ? apply : null,
    explain: (time_ms) => explainMoment(id, time_ms),
    reached_ms: Date.parse(track.created),
  };
}

/** How often an edit is applied to a newer list, before the failure is shown. */
const MOST_TRIES = 5;

/** Applies an edit to the list as it is shown, or to the newer one of somebody else, so that both changes are kept. */
async function save(id: number, edit: CorrectionEdit, shown: TrackCorrections): Promise<TrackCorrections> {
  let list = shown;
  for (let tries = 1; ; tries++) {
    try {
      const saved = await replaceCorrections(id, edit(list.corrections), list.version);
      if (tries > 1) notify.info(MERGED);
      return saved;
    } catch (cause) {
      if (!(cause instanceof ApiFailure) || cause.status !== 412 || tries === MOST_TRIES) throw cause;
      list = await fetchCorrections(id);
    }
  }
}
