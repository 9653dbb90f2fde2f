import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import { Select } from "../components/select";

interface BoatClassFieldProps<Form extends FieldValues> {
  control: Control<Form>;
  name: Path<Form>;
  label: string;
  classes: readonly string[];
  /** Message when nothing is chosen. */
  required: string;
}

/** A choice of one boat class. */
export function BoatClassField<Form extends FieldValues>(props: BoatClassFieldProps<Form>) {
  const { control, name, label, classes, required } = props;
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required }}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          choices={classes.map((value) => ({ value, label: value }))}
          placeholder="Choose a class"
          triggerRef={field.ref}
          value={field.value || null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
