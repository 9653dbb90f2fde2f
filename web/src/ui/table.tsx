import type { ReactNode } from "react";

type Cells = readonly ReactNode[];

interface TableProps {
  /** Accessible name. */
  caption?: string;
  /** Names of the columns; null for the one of the names of the rows. */
  heads: Cells;
  /** The cells of each row, of which the first names it. */
  rows: readonly Cells[];
  /** The last row, of sums. */
  foot?: Cells;
  /** Classes of the columns. */
  columnClasses?: readonly (string | undefined)[];
  /** Whether the first cells do not name their rows. */
  isPlain?: boolean;
  className?: string | undefined;
}

/** A table that is only read. The rows are known by their places: they have no state. */
export function Table({ caption, heads, rows, foot, columnClasses = [], isPlain = false, className }: TableProps) {
  const rowOf = (cells: Cells, row = 0) => (
    <tr key={row}>
      {cells.map((content, at) => cell(content, at, columnClasses[at], at === 0 && !isPlain ? "row" : null))}
    </tr>
  );
  return (
    <table className={className}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>{heads.map((head, at) => cell(head, at, columnClasses[at], head === null ? null : "col"))}</tr>
      </thead>
      <tbody>{rows.map(rowOf)}</tbody>
      {foot && <tfoot>{rowOf(foot)}</tfoot>}
    </table>
  );
}

const cell = (content: ReactNode, key: number, className: string | undefined, scope: "col" | "row" | null) =>
  scope ? (
    <th key={key} scope={scope} className={className}>
      {content}
    </th>
  ) : (
    <td key={key} className={className}>
      {content}
    </td>
  );
