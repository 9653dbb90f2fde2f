import { LIMITS, type Team } from "@leebow/api/contract";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Field } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";
import { PictureDrop } from "../../ui/picture-drop";
import { type TeamForm, useCreateTeam, useUpdateTeam } from "./queries";
import { TeamLogo } from "./team-logo";

interface TeamFormProps {
  /** Sends the form. */
  save: (form: TeamForm) => Promise<Team>;
  onClose: () => void;
}

/** The dialog that creates a team, with the user as its coach. */
export const CreateTeam = ({ onClose }: { onClose: () => void }) => (
  <TeamDialog title="Create a New Team" save={useCreateTeam().mutateAsync} onClose={onClose} />
);

/** The dialog that changes name and logo of a team. */
export const UpdateTeam = ({ team, onClose }: { team: Team; onClose: () => void }) => (
  <TeamDialog title="Update Team" team={team} save={useUpdateTeam(team.id).mutateAsync} onClose={onClose} />
);

function TeamDialog({ title, team, save, onClose }: TeamFormProps & { title: string; team?: Team }) {
  const form = useForm<TeamForm>({ defaultValues: { name: team?.name ?? "", logo: null } });
  const preview = usePictureAddress(form.watch("logo"));
  return (
    <FormDialog form={form} save={save} onClose={onClose} title={title} size="medium" submit="Save">
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
