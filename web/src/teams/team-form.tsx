import { LIMITS, type Team } from "@leebow/api/contract";
import { useEffect, useRef, useState } from "react";
import { ApiFailure, failureSentence } from "../api/failure";
import type { TeamForm } from "../api/teams";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Field, FieldError } from "../components/field";
import { PictureDrop } from "../pictures/picture-drop";
import { useCreateTeam, useUpdateTeam } from "../queries/teams";
import { notify } from "../stores/notices";
import { TeamLogo } from "./team-logo";

/** The dialog that creates a team, with the user as its coach. */
export function CreateTeam({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useCreateTeam();
  return (
    <TeamDialog
      title="Create a New Team"
      notice="Team created."
      team={null}
      save={(form) => mutateAsync(form)}
      onClose={onClose}
    />
  );
}

/** The dialog that changes name and logo of a team. */
export function UpdateTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const { mutateAsync } = useUpdateTeam(team.id);
  return (
    <TeamDialog
      title="Update Team"
      notice="Team Updated"
      team={team}
      save={(form) => mutateAsync(form)}
      onClose={onClose}
    />
  );
}

interface TeamDialogProps {
  title: string;
  /** Shown when it is saved. */
  notice: string;
  /** Null: a new one. */
  team: Team | null;
  save: (form: TeamForm) => Promise<Team>;
  onClose: () => void;
}

function TeamDialog(props: TeamDialogProps) {
  const { title, team, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const { name, change, logo, setLogo, errors, isBusy, submit } = useTeamForm(props, field);
  const preview = usePictureAddress(logo);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="medium"
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isBusy} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      {errors.root && <FieldError>{errors.root}</FieldError>}
      <Field
        ref={field}
        label="Team Name"
        value={name}
        maxLength={LIMITS.mailed_name_chars}
        autoComplete="off"
        error={errors.name}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && submit()}
      />
      <PictureDrop
        label="Logo"
        hint="shown as a small square"
        preview={<TeamLogo logo={preview ?? team?.logo ?? null} size="large" />}
        error={errors.logo}
        onPicture={setLogo}
      />
    </Dialog>
  );
}

/** The fields, and what the server has against them. */
function useTeamForm(
  { team, notice, save, onClose }: TeamDialogProps,
  field: React.RefObject<HTMLInputElement | null>,
) {
  const [name, setName] = useState(team?.name ?? "");
  const [logo, setLogo] = useState<Blob | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const send = async () => {
    setBusy(true);
    setErrors({});
    try {
      await save({ name, logo });
      notify.success(notice);
      onClose();
    } catch (cause) {
      const found = errorsOf(cause);
      setErrors(found);
      setBusy(false);
      if (found.name) field.current?.focus();
    }
  };
  const change = (value: string) => {
    setName(value);
    setErrors(({ logo: kept }) => ({ logo: kept }));
  };
  return { name, change, logo, setLogo, errors, isBusy, submit: () => void (isBusy || send()) };
}

interface Errors {
  name?: string | undefined;
  logo?: string | undefined;
  root?: string | undefined;
}

function errorsOf(cause: unknown): Errors {
  const fields = cause instanceof ApiFailure ? cause.fields : {};
  const [name, logo] = [fields.name?.join(" "), fields.logo?.join(" ")];
  return name || logo ? { name, logo } : { root: failureSentence(cause) };
}

/** An address of this picture, valid while the component is mounted. */
function usePictureAddress(picture: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}
