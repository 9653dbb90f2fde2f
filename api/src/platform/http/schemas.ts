/** Schemas that several resources share. Importable by the browser. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";

/** Largest value of the database's `integer`. */
const MAX_ID = 2 ** 31 - 1;
/** First and last year of a date in a query: every one in between, moved by a time zone, is a timestamp in PostgreSQL. */
const FIRST_YEAR = "1900";
const LAST_YEAR = "2999";

export const Id = z.int().positive().max(MAX_ID);

/**
 * A name of one line: no control characters, line breaks or marks that reverse the order of what follows. By code points:
 * generated clients and checks of the API's document know no names of Unicode's categories.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name may not contain.
export const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

/** A whole number in a path or query, as digits alone: `1e3`, `0x1`, ` 1` and an empty text are none. */
export const integerText = (schema: z.ZodNumber) =>
  z.preprocess((text: number) => (/^\d+$/.test(String(text)) ? Number(text) : Number.NaN), schema);

/** A decimal number that is not negative, in a query. */
export const numberText = (schema: z.ZodNumber) =>
  z.preprocess((text: number) => (/^\d+(\.\d+)?$/.test(String(text)) ? Number(text) : Number.NaN), schema);

/** An id in a path or query. */
export const idText = (message?: string) => integerText(z.int(message).positive(message).max(MAX_ID, message));

/** The name of a boat class as it is written, with the message for none; `known-class.ts` finds the class. */
export const boatClassText = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(LIMITS.boat_class_chars, `Write the boat class in ${LIMITS.boat_class_chars} characters at most.`)
    .meta({ description: "Any class that Leebow knows, in any spelling, kept by its usual name: ILCA 7 is Laser" });

/** Instant, ISO 8601 UTC. */
export const Instant = z.iso.datetime();

/** Calendar date in a query, YYYY-MM-DD. */
export const DateText = z.iso
  .date("Write dates as YYYY-MM-DD.")
  .regex(/^(19|2\d)\d\d-/, `Choose a date between ${FIRST_YEAR} and ${LAST_YEAR}.`);

/** What was done, as one sentence. */
export const Detail = z.strictObject({ detail: z.string() }).meta({ id: "Detail" });
export type Detail = z.infer<typeof Detail>;

export const ProcessingStatus = z
  .literal([1, 2, 3, 4])
  .meta({ description: "1 processing, 2 error, 3 done, 4 done, and being analysed again" });
export type ProcessingStatus = z.infer<typeof ProcessingStatus>;
