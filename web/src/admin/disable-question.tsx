import type { AdminUser } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { shownByForm } from "../api/failure";
import { countText } from "../format/counts";
import { FormDialog } from "../forms/form-dialog";
import { useChangeUser } from "../queries/admin";
import { fullName } from "../stores/session";
import { ReasonField, reasonOf } from "./reason-field";

/** Asks before an account is disabled, and says what stays. */
export function DisableQuestion({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const { mutateAsync } = useChangeUser(shownByForm);
  const name = fullName(user);
  return (
    <FormDialog
      form={form}
      save={({ reason }) =>
        mutateAsync({
          id: user.id,
          changes: { disabled: true, ...reasonOf(reason) },
          message: `${name} cannot log in any more.`,
          undo: { disabled: false },
        })
      }
      onClose={onClose}
      title={`Disable ${name}?`}
      description={`Every session ends, and nobody can log in with this account. Its ${countText(user.tracks, "track")}, journals and teams stay, and come back with it when it is enabled.`}
      cancel="Keep enabled"
      submit="Disable"
      danger
    >
      <ReasonField {...form.register("reason")} />
    </FormDialog>
  );
}
