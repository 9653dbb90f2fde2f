import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { showServerErrors } from "./server-errors";

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
