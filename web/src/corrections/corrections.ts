/** The corrections of a stored track by hand; a change makes the server analyse the track again. */
import type { Track, TrackCorrections } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../server/client";
import { read, saveNewest } from "../server/read";
import type { CorrectionEdit, CorrectionSource, WindChoice } from "../session/correction-source";
import { isWindPending, restartTrack, useChangeTrack } from "../tracks/track";

const MERGED =
  "Somebody else has changed the corrections of this track in the meantime. Their changes are kept, and yours is added to them.";

const correctionKey = (id: number) => ["tracks", "corrections", id] as const;

const correctionOptions = (id: number) =>
  read(correctionKey(id), "GET /tracks/{id}/corrections/", { params: { id } }, { meta: { silent: true } });

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
    explain: (time_ms) =>
      call("GET /tracks/{id}/why/", { params: { id }, query: { time: new Date(time_ms).toISOString() } }),
    reached_ms: Date.parse(track.created),
  };
}

/** Applies an edit to the list as it is shown, or to the newer one of somebody else, so that both changes are kept. */
const save = (id: number, edit: CorrectionEdit, shown: TrackCorrections): Promise<TrackCorrections> =>
  saveNewest(
    shown,
    ({ corrections, version }) =>
      call("PUT /tracks/{id}/corrections/", {
        params: { id },
        body: { corrections: [...edit(corrections)] },
        if_match: version,
      }),
    () => call("GET /tracks/{id}/corrections/", { params: { id } }),
    MERGED,
  );

// The wind of a stored track, chosen by the user; a change makes the server analyse the track again.

/** The choice for this track; null for a viewer who may not change it. */
export function useWindChoice(track: Track): WindChoice | null {
  const { mutate, isPending } = useChangeTrack(track.id);
  if (!track.can.edit) return null;
  return {
    hint_deg: track.wind_hint_deg,
    busy: isPending || isWindPending(track),
    onChange: (wind_hint_deg) => mutate({ wind_hint_deg }),
  };
}
