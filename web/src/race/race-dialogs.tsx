import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { dayKey, longDay } from "../format/times";
import { notify } from "../server/notices";
import { useUser } from "../server/session";
import { raceMode, raceName, tracksStay } from "../tracks/race-names";
import { focusAfterDeletion } from "../ui/after-press";
import { Confirm } from "../ui/dialog";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/forms/form-dialog";
import { fieldOf } from "../ui/forms/submit-handler";
import { LeaveRace } from "./leave-race";
import { dayTracksOptions, useDeleteRace, useRenameRace, useReplaceRaceTracks } from "./queries";
import type { RaceDialog } from "./race-menu";
import { ShareRace } from "./share-race";
import { isEnough, TracksField } from "./track-choice";

interface RaceDialogsProps {
  race: Race;
  dialog: Exclude<RaceDialog, "journal">;
  onClose: () => void;
}

/** One of the dialogs of a race's menu, open. */
export function RaceDialogs({ race, dialog, onClose }: RaceDialogsProps) {
  if (dialog === "name") return <ChangeName race={race} onClose={onClose} />;
  if (dialog === "tracks") return <ManageTracks race={race} onClose={onClose} />;
  if (dialog === "share") return <ShareRace race={race} onClose={onClose} />;
  if (dialog === "leave") return <LeaveRace race={race} onClose={onClose} />;
  return <DeleteRace race={race} onClose={onClose} />;
}

interface RaceDialogProps {
  race: Race;
  onClose: () => void;
}

function ChangeName({ race, onClose }: RaceDialogProps) {
  const form = useForm({ defaultValues: { name: raceName(race) } });
  const { mutateAsync } = useRenameRace(race.id);
  return (
    <FormDialog
      form={form}
      save={({ name }) => name.trim() !== raceName(race) && mutateAsync(name.trim())}
      onClose={onClose}
      title="Change Race Name"
      submit="Save"
    >
      <Field label="Name" maxLength={100} {...fieldOf(form, "name")} />
    </FormDialog>
  );
}

function DeleteRace({ race, onClose }: RaceDialogProps) {
  const { mutateAsync: remove } = useDeleteRace(race.id);
  return (
    <Confirm
      question="Delete Race"
      detail={`Delete ${raceName(race)}? ${tracksStay(race)}`}
      onYes={() => remove().then(focusAfterDeletion(race.id))}
      onClose={onClose}
    />
  );
}

/** The tracks of the race's day, those of the race ticked. */
function ManageTracks({ race, onClose }: { race: Race; onClose: () => void }) {
  const user = useUser();
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
