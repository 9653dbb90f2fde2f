import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./figure.module.css";

interface FigureProps {
  name: string;
  value: ReactNode;
  unit?: string | undefined;
  /** Second line, smaller. */
  note?: ReactNode;
  /** Control that explains the figure, beside its name. */
  help?: ReactNode;
}

/** A row of figures divided by hairlines. */
export function Figures({
  children,
  columns,
  className,
}: {
  children: ReactNode;
  columns: number;
  className?: string | undefined;
}) {
  return (
    <dl
      className={classes("card", styles.figures, className)}
      style={{ "--columns": columns, "--narrow": columns % 4 === 0 ? 2 : 3 } as React.CSSProperties}
    >
      {children}
    </dl>
  );
}

export function Figure({ name, value, unit, note, help }: FigureProps) {
  return (
    <div className={styles.cell}>
      <dt className="caption">
        {name} {help}
      </dt>
      <dd className={styles.figure}>
        {value}
        {unit && <span className={classes("unit", styles.unit)}>{unit}</span>}
      </dd>
      {note && <dd className="small quiet">{note}</dd>}
    </div>
  );
}
