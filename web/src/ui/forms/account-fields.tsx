/** Fields that login, registration and profile have in common. */
import { type Control, Controller, type FieldValues, type Path, type UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../field";
import { Select } from "../select";
import { BoatClassChoice } from "./boat-class-choice";

type TextFieldProps = UseFormRegisterReturn & { error: string | undefined };

/** First name and last name. The caller lays the two out. */
export function NameFields({ first, last }: { first: TextFieldProps; last: TextFieldProps }) {
  return (
    <>
      <Field label="First name" autoComplete="given-name" {...first} />
      <Field label="Last name" autoComplete="family-name" {...last} />
    </>
  );
}

/** A password that the browser may generate and store. */
export function NewPasswordField({ label, hint, ...field }: TextFieldProps & { label: string; hint?: string }) {
  return <Field label={label} type="password" autoComplete="new-password" hint={hint} {...field} />;
}

/** The e-mail address, which is also the name to log in with. */
export function EmailField({ autoFocus, ...field }: TextFieldProps & { autoFocus?: boolean }) {
  return <Field label="Email" type="email" autoComplete="username" autoFocus={autoFocus} {...field} />;
}

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
