import { type FormEvent, useState } from "react";
import { failureSentence } from "../api/failure";
import { Button, ButtonLink } from "../components/button";
import { EmptyState } from "../components/empty-state";
import { Field } from "../components/field";
import { useOpenPrivateTrack } from "../queries/admin";
import styles from "./cards.module.css";

/** Asks an administrator for the reason before a private track opens. */
export function PrivateTrack({ id }: { id: number }) {
  const [reason, setReason] = useState("");
  const open = useOpenPrivateTrack(id);
  const send = (event: FormEvent) => {
    event.preventDefault();
    open.mutate(reason);
  };
  return (
    <EmptyState title="This track is private" action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}>
      <p>Its owner shows it to nobody. Say why you look at it: the audit keeps your name and the reason.</p>
      <form className={styles.form} onSubmit={send} noValidate>
        <Field
          label="Reason"
          value={reason}
          maxLength={300}
          error={open.error ? failureSentence(open.error) : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button kind="primary" type="submit" busy={open.isPending}>
          Open the track
        </Button>
      </form>
    </EmptyState>
  );
}
