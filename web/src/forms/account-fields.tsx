/** Fields that login, registration and profile have in common. */
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../components/field";

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
