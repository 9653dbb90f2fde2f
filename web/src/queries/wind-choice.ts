/** The wind of a stored track, chosen by the user; a change makes the server analyse the track again. */
import type { Track } from "@leebow/api/contract";
import type { WindChoice } from "../session/correction-source";
import { isWindPending } from "./replay";
import { useChangeTrack } from "./track-changes";

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
