import type { Team } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { Field } from "../../components/field";
import { FormDialog } from "../../forms/form-dialog";
import { useAddMember } from "../../queries/teams";
import { notify } from "../../stores/notices";

/** The dialog that adds the person with an e-mail address to the team. An empty entry is ignored. */
export function AddAthlete({ team, onClose }: { team: Team; onClose: () => void }) {
  const form = useForm({ defaultValues: { email: "" } });
  const { mutateAsync } = useAddMember(team.id);
  return (
    <FormDialog
      form={form}
      save={async ({ email }) => {
        if (email.trim() === "") return;
        await mutateAsync(email.trim());
        notify.success("Team member added successfully.");
      }}
      onClose={onClose}
      title="Add an athlete"
      description="The person needs an account, and is a member at once."
      submit="Add"
    >
      <Field
        label="Enter athlete's email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={form.formState.errors.email?.message}
        {...form.register("email")}
      />
    </FormDialog>
  );
}
