import { BOAT_CLASSES_EDIT, type Track } from "@leebow/api/contract";
import { useState } from "react";
import { Button } from "../../components/button";
import { RadioGroup } from "../../components/choices";
import { Confirm, Dialog } from "../../components/dialog";
import { focusAfterDeletion } from "../../components/focus-after-deletion";
import { Select } from "../../components/select";
import { day } from "../../format/times";
import { useChangeTrack, useDeleteTrack } from "../../queries/track-changes";
import { notify } from "../../stores/notices";
import { VISIBILITIES } from "../../tracks/visibility";
import type { TrackDialog } from "./track-menu";

interface DialogProps {
  track: Track;
  onClose: () => void;
}

/** One of the dialogs of a track's menu, open. */
export function TrackDialogs({ dialog, ...props }: DialogProps & { dialog: TrackDialog }) {
  if (dialog === "boat class") return <BoatClassDialog {...props} />;
  if (dialog === "visibility") return <VisibilityDialog {...props} />;
  return <DeleteDialog {...props} />;
}

const UPDATED = "Track has been updated.";
const CLASSES = BOAT_CLASSES_EDIT.map((name) => ({ value: name as string, label: name as string }));

function BoatClassDialog({ track, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(track.boat_name);
  const { mutate, isPending } = useChangeTrack(track.id);
  const save = () => {
    if (chosen === track.boat_name) return onClose();
    mutate({ boat_name: chosen }, { onSuccess: () => [notify.success(UPDATED), onClose()] });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Boat Class"
      description="The track is analysed again with the parameters of this class."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isPending} disabled={!chosen} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Select label="Boat class" choices={CLASSES} value={chosen} onChange={setChosen} placeholder="Choose a class" />
    </Dialog>
  );
}

/** Choosing a visibility saves it at once. */
function VisibilityDialog({ track, onClose }: DialogProps) {
  const { mutate, isPending } = useChangeTrack(track.id);
  return (
    <Dialog open onClose={onClose} title="Modify Visibility" actions={<Button onClick={onClose}>Close</Button>}>
      <RadioGroup
        label="Who can see this track"
        stacked
        choices={VISIBILITIES}
        value={track.permissions}
        disabled={isPending}
        onChange={(permissions) => mutate({ permissions }, { onSuccess: () => notify.success(UPDATED) })}
      />
    </Dialog>
  );
}

function DeleteDialog({ track, onClose }: DialogProps) {
  const { mutate, isPending } = useDeleteTrack(track.id);
  const remove = () => {
    const focusNext = focusAfterDeletion(track.id);
    mutate(undefined, { onSuccess: (isDeleted) => [onClose(), isDeleted && focusNext()] });
  };
  const when = track.start_time ? ` of ${day(track.start_time, track.tz)}` : "";
  return (
    <Confirm
      open
      question="Delete this track?"
      detail={`${track.full_name}'s track${when} and its source file are removed for good.`}
      busy={isPending}
      onYes={remove}
      onNo={onClose}
    />
  );
}
