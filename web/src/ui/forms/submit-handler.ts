import type { FieldValues, Path, RegisterOptions, UseFormReturn, UseFormSetError } from "react-hook-form";
import { ApiFailure, NO_ANSWER } from "../../server/failure";

/** What a text field takes of its form: name, value and rules, and what is wrong with it. */
export const fieldOf = <Form extends FieldValues, Name extends Path<Form>>(
  form: UseFormReturn<Form>,
  name: Name,
  rules?: RegisterOptions<Form, Name>,
) => ({ ...form.register(name, rules), error: form.getFieldState(name, form.formState).error?.message });

/**
 * The handler of a form's submission. What `send` throws is shown under its fields; what is about none of them above
 * the form, or under the field `rest`.
 */
export const submitHandler = <Form extends FieldValues>(
  form: UseFormReturn<Form>,
  send: (values: Form) => unknown,
  rest?: Path<Form>,
) =>
  form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (cause) {
      showServerErrors(cause, Object.keys(form.getValues()) as Path<Form>[], form.setError, rest);
    }
  });

/**
 * Shows the errors of a refused request: messages under their fields, the first of which gets the focus, everything else
 * at `rest_at`: above the form without it. Messages about the password are shown under its confirmation too.
 */
export function showServerErrors<Form extends FieldValues>(
  cause: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
  rest_at: Path<Form> | "root" = "root",
): void {
  const failure = cause instanceof ApiFailure ? cause : new ApiFailure(0, NO_ANSWER);
  const rest: string[] = failure.detail ? [failure.detail] : [];
  let shouldFocus = true;
  for (const [name, messages] of Object.entries(failure.fields)) {
    const message = messages.join(" ");
    const field = fields.find((one) => one === name);
    if (field) setError(field, { type: "server", message }, { shouldFocus });
    else rest.push(message);
    if (field) shouldFocus = false;
    const confirmation = fields.find((one) => one === "password_confirmation");
    if (name === "password" && confirmation) setError(confirmation, { type: "server", message });
  }
  if (rest.length === 0 && Object.keys(failure.fields).length === 0) rest.push(...failure.sentences);
  if (rest.length > 0) setError(rest_at, { type: "server", message: rest.join(" ") });
}
