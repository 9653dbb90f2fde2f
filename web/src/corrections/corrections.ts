/** The corrections of a stored track by hand; a change makes the server analyse the track again. */
import type { EarlierLogs, Track, TrackCorrections } from "@leebow/api/contract";
import type { Correction, Why } from "@leebow/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../server/client";
import { ApiFailure } from "../server/failure";
import { notify } from "../server/notices";
import type { CorrectionEdit, CorrectionSource, WindChoice } from "../session/correction-source";
import { isWindPending, restartTrack, useChangeTrack } from "../tracks/track";

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

// Calls about the corrections of a track by hand.

const fetchCorrections = (id: number, signal?: AbortSignal): Promise<TrackCorrections> =>
  call("GET /tracks/{id}/corrections/", { params: { id }, signal });

/** Fails with 412 when the stored list is no longer of this version. */
const replaceCorrections = (
  id: number,
  corrections: readonly Correction[],
  version: string,
): Promise<TrackCorrections> =>
  call("PUT /tracks/{id}/corrections/", { params: { id }, body: { corrections: [...corrections] }, if_match: version });

/** The logs of its boat before this track, with what each is calibrated by. */
export const fetchEarlierLogs = (id: number, signal?: AbortSignal): Promise<EarlierLogs> =>
  call("GET /tracks/{id}/earlier-logs/", { params: { id }, signal });

export const calibrateEarlierLogs = (id: number, logs: EarlierLogs["logs"]): Promise<EarlierLogs> =>
  call("PUT /tracks/{id}/earlier-logs/", { params: { id }, body: { logs } });

/** Why a moment of a track is a maneuver or not. */
const explainMoment = (id: number, time_ms: number): Promise<Why> =>
  call("GET /tracks/{id}/why/", { params: { id }, query: { time: new Date(time_ms).toISOString() } });

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
