import { type ReactNode, useId, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { showFailure } from "../../server/client";
import { Button } from "../button";
import { Dialog, type DialogProps } from "../dialog";
import { FieldError } from "../field";
import { submitHandler } from "./submit-handler";

interface FormDialogProps<Form extends FieldValues>
  extends Pick<DialogProps, "onClose" | "title" | "description" | "size" | "closable"> {
  form: UseFormReturn<Form>;
  /** Sends the values. The dialog closes after it; what it throws is shown at its field or above the form. */
  save: (values: Form) => unknown;
  /** Text of the button that submits. */
  submit: string;
  cancel?: string;
  /** The submission cannot be undone: its button is red, and the focus is on the other one at first. */
  danger?: boolean;
  canSubmit?: boolean;
  /** Buttons between the two. */
  more?: ReactNode;
  children: ReactNode;
}

/** A dialog with a form, submitted by Enter and by its last button. The first text field has the focus at first. */
export function FormDialog<Form extends FieldValues>(props: FormDialogProps<Form>) {
  const { form, save, submit, cancel = "Cancel", danger, canSubmit = true, more, children, ...dialog } = props;
  const { errors, isSubmitting } = form.formState;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const send = submitHandler(form, async (values) => {
    try {
      await save(values);
    } catch (cause) {
      if (element.current) throw cause;
      // Closed while the answer was awaited: a notice shows the failure.
      return showFailure(cause);
    }
    if (element.current) dialog.onClose();
  });
  return (
    <Dialog
      open
      {...dialog}
      initialFocus={danger ? cancelButton : () => element.current?.querySelector<HTMLElement>(TEXT_FIELD) ?? true}
      actions={
        <>
          <Button ref={cancelButton} onClick={dialog.onClose}>
            {cancel}
          </Button>
          {more}
          <Button
            kind={danger ? "danger" : "primary"}
            type="submit"
            form={id}
            busy={isSubmitting}
            disabled={!canSubmit}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} ref={element} className="grid one-column gap-14" onSubmit={(event) => void send(event)} noValidate>
        {errors.root?.message && (
          <div ref={intoView}>
            <FieldError>{errors.root.message}</FieldError>
          </div>
        )}
        {children}
      </form>
    </Dialog>
  );
}

/** A long form was sent from its end: its failure stands above its first field. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

const TEXT_FIELD = "input:is([type=text], [type=email], [type=password]), textarea";
