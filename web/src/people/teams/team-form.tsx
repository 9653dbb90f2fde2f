import { LIMITS, type Team } from "@leebow/api/contract";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { notify } from "../../server/notices";
import { Field } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";
import { PictureDrop } from "../../ui/picture-drop";
import { type TeamForm, useCreateTeam, useUpdateTeam } from "./queries";
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

function TeamDialog({ title, notice, team, save, onClose }: TeamDialogProps) {
  const form = useForm<TeamForm>({ defaultValues: { name: team?.name ?? "", logo: null } });
  const preview = usePictureAddress(form.watch("logo"));
  return (
    <FormDialog
      form={form}
      save={(values) => save(values).then(() => notify.success(notice))}
      onClose={onClose}
      title={title}
      size="medium"
      submit="Save"
    >
      <Field label="Team Name" maxLength={LIMITS.mailed_name_chars} autoComplete="off" {...fieldOf(form, "name")} />
      <Controller
        control={form.control}
        name="logo"
        render={({ field, fieldState }) => (
          <PictureDrop
            label="Logo"
            hint="shown as a small square"
            preview={<TeamLogo logo={preview ?? team?.logo ?? null} size="large" />}
            error={fieldState.error?.message}
            onPicture={field.onChange}
          />
        )}
      />
    </FormDialog>
  );
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
