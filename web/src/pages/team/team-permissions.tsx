import type { Team } from "@leebow/api/contract";
import { Controller, useForm } from "react-hook-form";
import { RadioGroup } from "../../components/choices";
import { FormDialog } from "../../forms/form-dialog";
import { useChangePermissions } from "../../queries/teams";
import { notify } from "../../stores/notices";

const CHOICES = [
  { value: "ALL", label: "All Teammates" },
  { value: "COACH_ONLY", label: "Coaches Only" },
] as const;

/** The question who of the team may see the user's own private tracks. */
export function TeamPermissionsDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const form = useForm({ defaultValues: { permissions: team.membership.permissions } });
  const { mutateAsync } = useChangePermissions(team.id);
  return (
    <FormDialog
      form={form}
      save={({ permissions }) => mutateAsync(permissions).then(() => notify.success("Permissions have been updated."))}
      onClose={onClose}
      title="Team Permissions"
      description="This is about your private tracks. Public ones can be seen by everybody."
      submit="Save"
    >
      <Controller
        control={form.control}
        name="permissions"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            label="Who can see my tracks on this team?"
            choices={CHOICES}
            value={value}
            onChange={onChange}
            stacked
          />
        )}
      />
    </FormDialog>
  );
}
