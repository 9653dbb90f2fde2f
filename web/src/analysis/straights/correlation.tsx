import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { CSSProperties } from "react";
import { countText, fixed } from "../../format/numbers";
import { IconButton } from "../../ui/button";
import { Skeleton } from "../../ui/empty-state";
import { ScrollRegion } from "../../ui/scroll-region";
import styles from "./correlation.module.css";
import type { Quantity } from "./quantities";
import { correlationOptions } from "./queries";
import { Failed, Section } from "./section";

/** Fewest columns and straights of a correlation. *from* the specification. */
const MIN_CORRELATED = 3;

/** Below this probability of chance a correlation is written in bold. */
const SURE_P = 0.05;

interface CorrelationProps {
  analysis_id: number;
  tag_id: number | null;
  /** The columns of the table that are shown. */
  columns: readonly Quantity[];
  straights: number;
  onClose: () => void;
}

/** The correlations of every pair of shown columns over the straights. */
export function Correlation(props: CorrelationProps) {
  const { columns, straights, onClose } = props;
  const isEnough = columns.length >= MIN_CORRELATED && straights >= MIN_CORRELATED;
  return (
    <Section
      id="correlation"
      title="Correlation"
      remark={countText(straights, "straight")}
      help={["CorrelationRow.r"]}
      controls={<IconButton icon={X} label="Remove the correlation" onClick={onClose} />}
    >
      {isEnough ? <Result {...props} /> : <TooFew columns={columns.length} straights={straights} />}
    </Section>
  );
}

function TooFew({ columns, straights }: { columns: number; straights: number }) {
  return (
    <p className="note" role="status">
      A correlation needs at least {MIN_CORRELATED} columns and {MIN_CORRELATED} segments. Shown are{" "}
      {countText(columns, "column")} of values and {countText(straights, "segment")}.
    </p>
  );
}

function Result({ analysis_id, tag_id, columns }: CorrelationProps) {
  const ids = columns.map(({ id }) => id);
  const query = useQuery(correlationOptions(analysis_id, ids, tag_id));
  const { data } = query;
  if (query.error) return <Failed query={query} />;
  if (!data)
    return (
      <div className="note" role="status" aria-label="Computing the correlation">
        <Skeleton height={160} />
      </div>
    );
  return <Matrix columns={columns} rows={data} />;
}

interface Pair {
  col1: string;
  col2: string;
  r: number;
  n: number;
  p: number;
}

function Matrix({ columns, rows }: { columns: readonly Quantity[]; rows: readonly Pair[] }) {
  const pairs = new Map(
    rows.flatMap((row) => [`${row.col1} ${row.col2}`, `${row.col2} ${row.col1}`].map((k) => [k, row])),
  );
  return (
    <>
      <ScrollRegion label="Correlation of the columns">
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              {columns.map(({ id, title }) => (
                <th key={id} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((row, at) => (
              <tr key={row.id}>
                <th scope="row">{row.title}</th>
                {columns.slice(0, at + 1).map((column) => (
                  <Cell key={column.id} row={row} column={column} pair={pairs.get(`${row.id} ${column.id}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles.scale} aria-hidden="true">
        <span>−1, moves the other way</span>
        <i />
        <span>+1, moves together</span>
      </div>
      <p className="note">
        One value of each straight. Bold: unlikely to be chance (p below {fixed(100 * SURE_P, 0)} %). Of many pairs some
        are bold by chance.
      </p>
    </>
  );
}

function Cell({ row, column, pair }: { row: Quantity; column: Quantity; pair: Pair | undefined }) {
  if (row.id === column.id) return <td className={styles.self}>1</td>;
  if (!pair)
    return (
      <td className={styles.self} title={`Fewer than ${MIN_CORRELATED} straights have both, or one never changes.`}>
        –
      </td>
    );
  const share = `${Math.round(Math.abs(pair.r) * 44)}%`;
  const style = { "--share": share, "--hue": `var(--scale-${pair.r < 0 ? 1 : 4})` } as CSSProperties;
  return (
    <td
      className={pair.p < SURE_P ? styles.sure : styles.cell}
      style={style}
      title={`${row.title} and ${column.title}: r ${fixed(pair.r, 2)}, ${countText(pair.n, "straight")}, p ${fixed(pair.p, 3)}`}
    >
      {fixed(pair.r, 2)}
    </td>
  );
}
