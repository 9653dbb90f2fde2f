/** Bodies of the error answers. */
import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

/** Error of a request as a whole, or of a person's rights: one sentence, and the stable name of the error. */
export const ErrorDetail = z
  .strictObject({ detail: z.string(), code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode]) })
  .meta({ id: "ErrorDetail" });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

export const FieldErrors = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: "FieldErrors", description: "Messages by the name of the field." });
export type FieldErrors = z.infer<typeof FieldErrors>;

/** Body of a 400 answer: messages by field, or one sentence when no single field caused the error. */
export const RequestErrors = z.union([ErrorDetail, FieldErrors]).meta({ id: "RequestErrors" });
