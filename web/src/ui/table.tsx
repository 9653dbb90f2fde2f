import type { ReactNode } from "react";

interface TableProps {
  /** Accessible name. */
  caption?: string;
  /** Names of the columns; null for the one of the names of the rows. */
  heads: readonly ReactNode[];
  /** The cells of each row, of which the first names it. */
  rows: readonly (readonly ReactNode[])[];
  className?: string | undefined;
}

/** A table of figures that is only read. The rows are known by their places: they have no state. */
export function Table({ caption, heads, rows, className }: TableProps) {
  return (
    <table className={className}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>{heads.map((head, at) => cell(head, at, head === null ? null : "col"))}</tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
          <tr key={row}>{cells.map((content, at) => cell(content, at, at === 0 ? "row" : null))}</tr>
        ))}
      </tbody>
    </table>
  );
}

const cell = (content: ReactNode, key: number, scope: "col" | "row" | null) =>
  scope ? (
    <th key={key} scope={scope}>
      {content}
    </th>
  ) : (
    <td key={key}>{content}</td>
  );
