import type { Race } from "@leebow/api/contract";
import { useRef, useState } from "react";
import { Button } from "../components/button";
import { Confirm, Dialog } from "../components/dialog";
import { Field } from "../components/field";
import { focusAfterDeletion } from "../components/focus-after-deletion";
import { useDeleteRace, useRenameRace } from "../queries/race-list";
import { ManageTracks } from "./manage-tracks";
import type { RaceDialog } from "./race-menu";
import { raceName, tracksStay } from "./race-names";
import { ShareRace } from "./share-race";

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
  return <DeleteRace race={race} onClose={onClose} />;
}

interface RaceDialogProps {
  race: Race;
  onClose: () => void;
}

function ChangeName({ race, onClose }: RaceDialogProps) {
  const [name, setName] = useState(raceName(race));
  const [error, setError] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useRenameRace(race.id);
  const save = () => {
    const chosen = name.trim();
    if (chosen === raceName(race)) onClose();
    else if (chosen === "") setError("Write a name for this race.");
    else mutate(chosen, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change Race Name"
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Field
        ref={field}
        label="Name"
        value={name}
        maxLength={100}
        error={error || undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
    </Dialog>
  );
}

function DeleteRace({ race, onClose }: RaceDialogProps) {
  const { mutate, isPending } = useDeleteRace(race.id);
  const remove = () => {
    const focusNext = focusAfterDeletion(race.id);
    mutate(undefined, { onSuccess: () => [onClose(), focusNext()] });
  };
  return (
    <Confirm
      open
      question="Delete Race"
      detail={`Delete ${raceName(race)}? ${tracksStay(race)}`}
      busy={isPending}
      onYes={remove}
      onNo={onClose}
    />
  );
}
