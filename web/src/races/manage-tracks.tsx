import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { FieldError } from "../components/field";
import { dayKey, longDay } from "../format/times";
import { dayTracksOptions, useReplaceRaceTracks } from "../queries/race-list";
import { notify } from "../stores/notices";
import { session } from "../stores/session";
import { raceMode, raceName } from "./race-names";
import { TOO_FEW_TRACKS, TrackChoice } from "./track-choice";

interface ManageTracksProps {
  race: Race;
  onClose: () => void;
}

/** The tracks of the race's day, those of the race ticked. */
export function ManageTracks({ race, onClose }: ManageTracksProps) {
  const { user } = useSnapshot(session);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(race.track_ids));
  const [error, setError] = useState("");
  const day = dayKey(race.start_time ?? race.created, race.tz);
  const tracks = useQuery(dayTracksOptions(raceMode(user), day, race.track_ids));
  const { mutate, isPending } = useReplaceRaceTracks(race.id);
  const save = () => {
    const isUnchanged = chosen.size === race.track_ids.length && race.track_ids.every((id) => chosen.has(id));
    if (isUnchanged) onClose();
    else if (chosen.size < 2) setError(TOO_FEW_TRACKS);
    else mutate([...chosen], { onSuccess: () => [notify.success("Race tracks successfully updated."), onClose()] });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Manage Tracks"
      description={
        <span className="small">
          {raceName(race)}, {longDay(race.start_time ?? race.created, race.tz)}
        </span>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {tracks.error ? (
        <FieldError>{failureSentence(tracks.error)}</FieldError>
      ) : (
        <TrackChoice
          label="Tracks of this day"
          tracks={tracks.data ?? null}
          chosen={chosen}
          error={error}
          onChange={(next) => {
            setChosen(next);
            setError("");
          }}
        />
      )}
    </Dialog>
  );
}
