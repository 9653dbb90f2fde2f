/** Reads the tables of docs/metrics.md, docs/truth-table.md and docs/truth.md. Pure: the build and the tests give it the texts. */

/** One row of docs/metrics.md. */
export interface Definition {
  /** "Summary.distance_m": section and field. */
  id: string;
  section: string;
  field: string;
  /** Definition; words between backticks are names of fields and files. */
  text: string;
  unit: string;
  /** Span of time it is computed over; "—" without one. */
  window: string;
  source: string;
}

/** One row of docs/truth-table.md. */
export interface Measure {
  measure: string;
  required: string;
  tuning: string;
  heldOut: string;
  /** Whether the requirement is met; null for rows without one. */
  isMet: boolean | null;
}

export interface MeasuredAccuracy {
  /** "21 November 2026" */
  measured: string;
  measures: Measure[];
  /** The paragraphs of the section "Known shortfalls": what stands in bold at the start, and the rest. */
  shortfalls: { name: string; text: string }[];
}

/** The rows of every section, in the order of the document. */
export function readDefinitions(document: string): Definition[] {
  return sectionsOf(document).flatMap(({ title, body }) =>
    rowsOf(body).map(([field = "", text = "", unit = "", window = "", source = ""]) => {
      const name = field.replaceAll("`", "");
      return { id: `${title}.${name}`, section: title, field: name, text, unit, window, source };
    }),
  );
}

/**
 * Figures and shortfalls of docs/truth-table.md and docs/truth.md, one after the other; throws where they have another form,
 * so that a page without figures is not built.
 */
export function readAccuracy(document: string): MeasuredAccuracy {
  const measured = /measured on (\d+ \w+ \d{4})/.exec(document)?.[1];
  const sections = sectionsOf(document);
  const table = sections.find(({ title }) => title === "The table");
  const known = sections.find(({ title }) => title === "Known shortfalls");
  if (!measured || !table || !known) throw new Error("docs/truth.md has no date, no table or no shortfalls.");
  return {
    measured,
    measures: rowsOf(table.body).map(([measure = "", required = "", , tuning = "", heldOut = "", met = ""]) => ({
      measure,
      required,
      tuning,
      heldOut,
      isMet: met === "NO" ? false : met === "yes" || met === "target" ? true : null,
    })),
    shortfalls: [...known.body.matchAll(/^- \*\*(.+?)\*\*(.+)$/gm)].map(([, name = "", text = ""]) => ({
      name,
      text,
    })),
  };
}

function sectionsOf(document: string): { title: string; body: string }[] {
  return document
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(0, end).trim(), body: section.slice(end + 1) };
    });
}

/** The cells of every row of the first table, without its head. */
function rowsOf(body: string): string[][] {
  const rows: string[][] = [];
  for (const line of body.split("\n")) {
    if (line.startsWith("|"))
      rows.push(
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    else if (rows.length > 0) break;
  }
  return rows.slice(2);
}
