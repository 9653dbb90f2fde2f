import { BOAT_CLASSES_UPLOAD } from "@leebow/api/contract";
import { Controller, useForm } from "react-hook-form";
import { RadioGroup } from "../components/choices";
import { FieldError } from "../components/field";
import { FormDialog } from "../forms/form-dialog";
import { useSaveProfile } from "../queries/profile";
import { notify } from "../stores/notices";
import styles from "./boat-class-prompt.module.css";

const CHOICES = BOAT_CLASSES_UPLOAD.map((value) => ({ value, label: value }));

/** Asks a user without one for the primary boat class. */
export function BoatClassPrompt({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { primary_boat_class: "" } });
  const { mutateAsync } = useSaveProfile();
  return (
    <FormDialog
      form={form}
      save={(change) => mutateAsync(change).then(() => notify.success("User Updated"))}
      closable
      onClose={onClose}
      size="medium"
      title="Which boat do you sail most?"
      description="Your primary boat class. It is preset at every upload and picks the right icon."
      cancel="Not now"
      submit="Save"
      canSubmit={form.watch("primary_boat_class") !== ""}
    >
      <div className={styles.classes}>
        <Controller
          control={form.control}
          name="primary_boat_class"
          render={({ field, fieldState }) => (
            <>
              <RadioGroup
                bare
                label="Primary boat class"
                choices={CHOICES}
                value={field.value}
                onChange={field.onChange}
              />
              {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
            </>
          )}
        />
      </div>
    </FormDialog>
  );
}
