import type { AdminUser, ChangeUser } from "@leebow/api/contract";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { countText, GB } from "../../format/numbers";
import { showFailure } from "../../server/client";
import { shownByForm } from "../../server/failure";
import { fullName } from "../../server/session";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { useChangeUser } from "./queries";

/** Gives a user another quota, or the usual one again. */
export function QuotaDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      quota: String(Math.round((user.quota_bytes / GB) * 100) / 100),
      tracks: String(user.quota_tracks),
      reason: "",
    },
  });
  const { mutateAsync, isPending } = useChangeUser(shownByForm);
  const name = fullName(user);
  const before = user.own_quota ? { bytes: user.quota_bytes, tracks: user.quota_tracks } : null;
  const change = (quota: ChangeUser["quota"], message: string) => {
    const changes = { quota, ...reasonOf(form.getValues("reason")) };
    return mutateAsync({ id: user.id, changes, message, undo: { quota: before } });
  };
  return (
    <FormDialog
      form={form}
      save={({ quota, tracks }) =>
        change(
          { bytes: bytesOf(quota), tracks: numberOf(tracks) },
          `${name} may store ${quota} GB and ${countText(Number(tracks), "track")}.`,
        )
      }
      onClose={onClose}
      title={`Quota of ${name}`}
      description="Above it uploads stop. What is stored stays, also when it is more."
      submit="Save"
      more={
        user.own_quota && (
          <Button
            busy={isPending}
            onClick={() => void change(null, `${name} has the usual quota.`).then(onClose, showFailure)}
          >
            Usual quota
          </Button>
        )
      }
    >
      <Field
        label="Storage, GB"
        inputMode="decimal"
        error={form.formState.errors.quota?.message}
        {...form.register("quota")}
      />
      <Field label="Tracks" inputMode="numeric" {...form.register("tracks")} />
      <ReasonField {...form.register("reason")} />
    </FormDialog>
  );
}

/** An empty or other text is no number, which the server answers with its sentence. */
const numberOf = (text: string): number => (text.trim() === "" ? -1 : Number(text.replaceAll(",", "")));
const bytesOf = (text: string): number => Math.round(numberOf(text) * GB);

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

/** Why an administrator changes something, which may stay empty. */
const ReasonField = (field: UseFormRegisterReturn) => (
  <Field label="Reason, for the audit" maxLength={300} {...field} />
);

/** The reason as a part of a change. */
const reasonOf = (text: string): { reason?: string } => (text.trim() ? { reason: text } : {});
