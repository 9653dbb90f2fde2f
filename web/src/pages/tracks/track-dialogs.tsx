import { BOAT_CLASSES_EDIT, type Permission, type Track } from "@leebow/api/contract";
import { useEffect, useState } from "react";
import { sayFailure } from "../../api/client";
import { changeTrack, deleteTrack } from "../../api/tracks";
import { Button } from "../../components/button";
import { RadioGroup } from "../../components/choices";
import { Confirm, Dialog } from "../../components/dialog";
import { Select } from "../../components/select";
import { day } from "../../format/times";
import { notify } from "../../stores/notices";
import { loadTrackDates, removeTrack, replaceTrack } from "../../stores/tracks";
import { VISIBILITIES } from "../../tracks/visibility";
import type { Asked } from "./track-menu";

interface DialogProps {
  track: Track;
  asked: Asked;
  onClose: () => void;
}

export function TrackDialogs(props: DialogProps) {
  return (
    <>
      <BoatClassDialog {...props} />
      <VisibilityDialog {...props} />
      <DeleteDialog {...props} />
    </>
  );
}

const CLASSES = BOAT_CLASSES_EDIT.map((name) => ({ value: name as string, label: name as string }));

function BoatClassDialog({ track, asked, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(track.boat_name);
  const [busy, setBusy] = useState(false);
  const open = asked === "boat class";
  useEffect(() => setChosen(track.boat_name), [open, track.boat_name]);
  const save = async () => {
    setBusy(true);
    if (chosen === track.boat_name || (await change(track, { boat_name: chosen }))) onClose();
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit Boat Class"
      description="The maneuvers are looked for again with what is usual for this class."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} disabled={!chosen} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Select label="Boat class" choices={CLASSES} value={chosen} onChange={setChosen} placeholder="Choose a class" />
    </Dialog>
  );
}

/** Changing the radio saves at once. */
function VisibilityDialog({ track, asked, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const choose = async (permissions: Permission) => {
    setBusy(true);
    await change(track, { permissions });
    setBusy(false);
  };
  return (
    <Dialog
      open={asked === "visibility"}
      onClose={onClose}
      title="Modify Visibility"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <RadioGroup
        label="Who can see this track"
        stacked
        choices={VISIBILITIES}
        value={track.permissions}
        disabled={busy}
        onChange={(next) => void choose(next)}
      />
    </Dialog>
  );
}

function DeleteDialog({ track, asked, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      if (await deleteTrack(track.id)) {
        onClose();
        removeTrack(track.id);
        void loadTrackDates();
        notify.success("Track has been deleted.");
      }
    } catch (cause) {
      sayFailure(cause);
    }
    setBusy(false);
  };
  const when = track.start_time ? ` of ${day(track.start_time, track.tz)}` : "";
  return (
    <Confirm
      open={asked === "delete"}
      question="Delete this track?"
      detail={`${track.full_name}'s track${when} and its source file are removed for good.`}
      busy={busy}
      onYes={() => void remove()}
      onNo={onClose}
    />
  );
}

async function change(track: Track, what: Parameters<typeof changeTrack>[1]): Promise<boolean> {
  try {
    replaceTrack(await changeTrack(track.id, what));
    notify.success("Track has been updated.");
    return true;
  } catch (cause) {
    sayFailure(cause);
    return false;
  }
}
