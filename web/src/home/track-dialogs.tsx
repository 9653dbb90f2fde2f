import { BOAT_CLASSES_EDIT, type Track } from "@leebow/api/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { day } from "../format/times";
import { shownByForm } from "../server/failure";
import { notify } from "../server/notices";
import { VISIBILITIES } from "../tracks/downloads";
import { changeTrackOptions, useChangeTrack, useDeleteTrack, useSeparateTrack } from "../tracks/track";
import { focusAfterDeletion } from "../ui/after-press";
import { Button } from "../ui/button";
import { RadioGroup } from "../ui/choices";
import { Confirm, Dialog } from "../ui/dialog";
import { BoatClassField } from "../ui/forms/account-fields";
import { FormDialog } from "../ui/forms/form-dialog";
import type { TrackDialog } from "./track-menu";

interface DialogProps {
  track: Track;
  onClose: () => void;
}

/** One of the dialogs of a track's menu, open. */
export function TrackDialogs({ dialog, ...props }: DialogProps & { dialog: TrackDialog }) {
  if (dialog === "boat class") return <BoatClassDialog {...props} />;
  if (dialog === "visibility") return <VisibilityDialog {...props} />;
  if (dialog === "several") return <SeveralDialog {...props} />;
  return <DeleteDialog {...props} />;
}

const UPDATED = "Track has been updated.";

function BoatClassDialog({ track, onClose }: DialogProps) {
  const form = useForm({ defaultValues: { boat_name: track.boat_name } });
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ ...changeTrackOptions(client, track.id), onError: shownByForm });
  const save = async ({ boat_name }: Pick<Track, "boat_name">) => {
    if (boat_name === track.boat_name) return;
    await mutateAsync({ boat_name });
    notify.success(UPDATED);
  };
  return (
    <FormDialog
      form={form}
      save={save}
      onClose={onClose}
      title="Edit Boat Class"
      description="The track is analysed again with the parameters of this class."
      submit="Save"
    >
      <BoatClassField
        control={form.control}
        name="boat_name"
        label="Boat class"
        classes={BOAT_CLASSES_EDIT}
        required="Choose a class"
      />
    </FormDialog>
  );
}

/** Choosing a visibility saves it at once. */
function VisibilityDialog({ track, onClose }: DialogProps) {
  const { mutate, isPending, variables } = useChangeTrack(track.id);
  return (
    <Dialog open onClose={onClose} title="Modify Visibility" actions={<Button onClick={onClose}>Close</Button>}>
      <RadioGroup
        label="Who can see this track"
        stacked
        choices={VISIBILITIES}
        value={(isPending && variables.permissions) || track.permissions}
        onChange={(permissions) => mutate({ permissions }, { onSuccess: () => notify.success(UPDATED) })}
      />
    </Dialog>
  );
}

function SeveralDialog({ track, onClose }: DialogProps) {
  const { mutateAsync: separate } = useSeparateTrack(track.id);
  return (
    <Confirm
      question={`Make ${track.joined_files} tracks of it, one of each file?`}
      detail="What was written to it goes to the track of its time; what has no time stays with the first."
      yes="Keep as several"
      onYes={() => separate()}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ track, onClose }: DialogProps) {
  const { mutateAsync: remove } = useDeleteTrack(track.id);
  const when = track.start_time ? ` of ${day(track.start_time, track.tz)}` : "";
  return (
    <Confirm
      question="Delete this track?"
      detail={`${track.full_name}'s track${when} and its source file are removed for good.`}
      onYes={() => remove().then(focusAfterDeletion(track.id))}
      onClose={onClose}
    />
  );
}
