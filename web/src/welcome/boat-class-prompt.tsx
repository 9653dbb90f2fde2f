import { BOAT_CLASSES_UPLOAD } from "@leebow/api/contract";
import { useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { RadioGroup } from "../components/choices";
import { Dialog } from "../components/dialog";
import { FieldError } from "../components/field";
import { useSaveProfile } from "../queries/profile";
import { notify } from "../stores/notices";
import styles from "./boat-class-prompt.module.css";

const CHOICES = BOAT_CLASSES_UPLOAD.map((value) => ({ value, label: value }));

/** Asks a user without one for the primary boat class. */
export function BoatClassPrompt({ onClose }: { onClose: () => void }) {
  const [boatClass, setBoatClass] = useState("");
  const { mutateAsync, isPending, error } = useSaveProfile();
  const save = () =>
    // The prompt is gone by then: callbacks of `mutate` would not be called.
    mutateAsync({ primary_boat_class: boatClass }).then(
      () => notify.success("User Updated"),
      () => undefined,
    );
  return (
    <Dialog
      open
      closable
      onClose={onClose}
      size="medium"
      title="Which boat do you sail most?"
      description="Your primary boat class. It is preset at every upload and picks the right icon."
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" disabled={boatClass === ""} busy={isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.classes}>
        <RadioGroup bare label="Primary boat class" choices={CHOICES} value={boatClass} onChange={setBoatClass} />
        {error && <FieldError>{failureSentence(error)}</FieldError>}
      </div>
    </Dialog>
  );
}
