import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../components/field";

/** Why an administrator changes something, which may stay empty. */
export const ReasonField = (field: UseFormRegisterReturn) => (
  <Field label="Reason, for the audit" maxLength={300} {...field} />
);

/** The reason as a part of a change. */
export const reasonOf = (text: string): { reason?: string } => (text.trim() ? { reason: text } : {});
