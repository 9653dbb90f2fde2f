import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import { Select } from "../components/select";
import { BoatClassChoice } from "./boat-class-choice";

interface BoatClassFieldProps<Form extends FieldValues> {
  control: Control<Form>;
  name: Path<Form>;
  label: string;
  classes: readonly string[];
  /** Message when nothing is chosen. */
  required: string;
  /** Whether the listed classes are all that can be chosen. */
  onlyListed?: boolean;
}

/** A choice of one boat class. */
export function BoatClassField<Form extends FieldValues>(props: BoatClassFieldProps<Form>) {
  const { control, name, label, classes, required, onlyListed } = props;
  const choices = classes.map((value) => ({ value, label: value }));
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required }}
      render={({ field, fieldState }) => {
        const { onChange, onBlur } = field;
        const shared = { label, onChange, onBlur, error: fieldState.error?.message, triggerRef: field.ref };
        if (!onlyListed) return <BoatClassChoice {...shared} classes={choices} value={field.value} />;
        return <Select {...shared} choices={choices} placeholder="Choose a class" value={field.value || null} />;
      }}
    />
  );
}
