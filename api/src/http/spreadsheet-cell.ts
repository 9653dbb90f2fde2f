/** Content type of XLSX. Importable by the browser, as all of this module. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** First characters that make a spreadsheet program read a text as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * A text written by a user, as a cell that no spreadsheet program evaluates: an apostrophe stands before a text that
 * would begin a formula. For cells of CSV and XLSX alike, because an XLSX is often saved as CSV. Numbers stay numbers.
 */
export function inertCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The same as a cell of CSV: in quotes where it has a comma, a quote or a line break. */
export function csvCell(text: string): string {
  const inert = inertCell(text);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
