import type { AdminUser } from "@leebow/api/contract";
import { useRef, useState } from "react";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Field } from "../components/field";
import { useChangeUser } from "../queries/admin";
import { fullName } from "../stores/session";
import styles from "./cards.module.css";

/** Asks before an account is disabled, and says what stays. */
export function DisableQuestion({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const no = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState("");
  const change = useChangeUser();
  const name = fullName(user);
  const disable = () =>
    change.mutate(
      {
        id: user.id,
        changes: { disabled: true, ...(reason.trim() && { reason }) },
        said: `${name} cannot log in any more.`,
        undo: { disabled: false },
      },
      { onSettled: onClose },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disable ${name}?`}
      description={`Every session ends, and nobody can log in with this account. Its ${user.tracks} tracks, journals and teams stay, and come back with it when it is enabled.`}
      initialFocus={no}
      actions={
        <>
          <Button ref={no} onClick={onClose}>
            Keep enabled
          </Button>
          <Button kind="danger" busy={change.isPending} onClick={disable}>
            Disable
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label="Reason, for the audit"
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
