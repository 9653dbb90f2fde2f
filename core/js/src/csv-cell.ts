/** First characters that make a spreadsheet program read a text as a formula; some take the wide forms for the others. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text written by somebody, as a cell that no spreadsheet program evaluates: an apostrophe stands before a text that
 * would begin a formula. For cells of CSV and XLSX alike, because an XLSX is often saved as CSV. Numbers stay numbers.
 */
export function inertCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The same as a cell of CSV by RFC 4180: in quotes where it has a comma, a quote or a line break. */
export function csvCell(text: string): string {
  const inert = inertCell(text);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
