import type { TackSide } from "@leebow/core";
import styles from "./chart.module.css";
import type { Frame } from "./frame";

/** Top and height of the band above the plot, px. */
export const BAND = { top: 4, height: 14 };
/** Width of a letter of a name, px. *guess* */
const LETTER_PX = 6;

interface TackBandProps {
  frame: Pick<Frame, "top" | "bottom">;
  left: number;
  width: number;
  /** Null where the wind is not known. */
  side: TackSide | null;
  /** Written in the band after the letter of the tack, where there is room. */
  name?: string;
  /** Whether the band above the plot is drawn. */
  isNamed?: boolean;
  isHighlighted?: boolean;
}

/** A straight: a tint of the plot, and above it a band with P (line below) or S (line above), readable without colour. */
export function TackBand({
  frame: { top, bottom },
  left,
  width,
  side,
  name,
  isNamed = true,
  isHighlighted,
}: TackBandProps) {
  const color = side ? `var(--${side})` : "var(--ink-3)";
  const letter = side ? side.charAt(0).toUpperCase() : "";
  const text = [name && letter && `${letter} · ${name}`, letter].find(
    (one) => one && one.length * LETTER_PX <= width - 8,
  );
  const area = { x: left, y: top, width, height: bottom - top };
  return (
    <g>
      <rect {...area} fill={color} fillOpacity={0.07} />
      {isHighlighted && <rect {...area} fill="none" stroke="var(--accent-edge)" />}
      {isNamed && (
        <>
          {name && <title>{name}</title>}
          <rect
            x={left}
            y={BAND.top}
            width={width}
            height={BAND.height}
            rx={Math.min(2, width / 2)}
            fill={side ? `var(--${side}-soft)` : "var(--sunken)"}
          />
          {side && (
            <path
              d={`M${left} ${BAND.top + (side === "port" ? BAND.height - 0.5 : 0.5)}h${width}`}
              stroke={color}
              strokeWidth={1.5}
            />
          )}
          {text && (
            <text x={left + width / 2} y={BAND.top + 10.5} textAnchor="middle" className={styles.letter} fill={color}>
              {text}
            </text>
          )}
        </>
      )}
    </g>
  );
}
