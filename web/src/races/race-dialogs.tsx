import type { Race } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { Confirm } from "../components/dialog";
import { Field } from "../components/field";
import { focusAfterDeletion } from "../components/focus-after-deletion";
import { FormDialog } from "../forms/form-dialog";
import { useDeleteRace, useRenameRace } from "../queries/race-list";
import { LeaveRace } from "./leave-race";
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
      <Field label="Name" maxLength={100} error={form.formState.errors.name?.message} {...form.register("name")} />
    </FormDialog>
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
