import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { dayKey, longDay } from "../format/times";
import { FormDialog } from "../forms/form-dialog";
import { dayTracksOptions, useReplaceRaceTracks } from "../queries/race-list";
import { notify } from "../stores/notices";
import { session } from "../stores/session";
import { raceMode, raceName } from "./race-names";
import { isEnough, TracksField } from "./track-choice";

interface ManageTracksProps {
  race: Race;
  onClose: () => void;
}

/** The tracks of the race's day, those of the race ticked. */
export function ManageTracks({ race, onClose }: ManageTracksProps) {
  const { user } = useSnapshot(session);
  const form = useForm({ defaultValues: { tracks: race.track_ids } });
  const day = dayKey(race.start_time ?? race.created, race.tz);
  const tracks = useQuery(dayTracksOptions(raceMode(user), day, race.track_ids));
  const { mutateAsync } = useReplaceRaceTracks(race.id);
  const isUnchanged = (ids: number[]) =>
    ids.length === race.track_ids.length && race.track_ids.every((id) => ids.includes(id));
  const save = async ({ tracks }: { tracks: number[] }) => {
    if (isUnchanged(tracks)) return;
    await mutateAsync(tracks);
    notify.success("Race tracks successfully updated.");
  };
  return (
    <FormDialog
      form={form}
      save={save}
      onClose={onClose}
      size="medium"
      title="Manage Tracks"
      description={
        <span className="small">
          {raceName(race)}, {longDay(race.start_time ?? race.created, race.tz)}
        </span>
      }
      submit="Save"
    >
      <TracksField
        control={form.control}
        name="tracks"
        tracks={tracks}
        validate={(ids) => isUnchanged(ids) || isEnough(ids)}
      />
    </FormDialog>
  );
}
