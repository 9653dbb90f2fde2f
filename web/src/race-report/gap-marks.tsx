import type { RaceReport } from "@leebow/core";
import { area } from "d3";
import { memo, useMemo } from "react";
import type { Frame } from "../chart/frame";
import type { Scale } from "../chart/scales";
import styles from "./gap-card.module.css";
import { bandOf, type Gap, legEnds } from "./gaps";

const BAND = { top: 8, height: 14 };
/** Width of a name of a leg; a shorter leg has none, px. *guess* */
const NAME_PX = 66;
const SHORT_NAME_PX = 50;

interface LegBandProps {
  frame: Frame;
  race: RaceReport;
  x: Scale;
  isPhone: boolean;
}

/** The legs above the plot, and a rule where the first boat passed the end of each; shaded until the last one did. */
export const LegBand = memo(({ frame, race, x, isPhone }: LegBandProps) => {
  const { left, right, bottom } = frame;
  const ends = legEnds(race);
  const edges = [left, ...ends.map(({ first_ms }) => x(first_ms))];
  const middle = BAND.top + BAND.height / 2;
  return (
    <g className={styles.legs}>
      <rect x={left} y={BAND.top} width={Math.max(0, (edges.at(-1) ?? right) - left)} height={BAND.height} rx="3" />
      {ends.map(({ leg, first_ms, last_ms }, at) => {
        const [from, to] = [edges[at]!, x(first_ms)];
        const kind = race.legs[leg]!.kind;
        const name =
          to - from > NAME_PX && !isPhone ? `Leg ${leg + 1}, ${kind}` : to - from > SHORT_NAME_PX ? kind : "";
        const isFinish = race.waypoints.find(({ id }) => id === race.legs[leg]!.to)?.kind === "finish";
        return (
          <g key={leg}>
            <rect
              x={to}
              y={frame.top}
              width={Math.max(0, x(last_ms) - to)}
              height={bottom - frame.top}
              className={styles.passed}
            />
            <path d={`M${to} ${middle}V${bottom}`} className={styles.rule} />
            <text x={(from + to) / 2} y={middle + 4} textAnchor="middle">
              {name}
            </text>
            <circle cx={to} cy={middle} r="9" className={styles.circle} />
            <text x={to} y={middle + 4} textAnchor="middle" className={styles.number}>
              {isFinish ? "F" : race.legs[leg]!.to}
            </text>
          </g>
        );
      })}
    </g>
  );
});

interface FocusBandProps {
  gap: Gap;
  x: Scale;
  y: Scale;
  color: string;
}

/** The 90 % interval about the line of the focus boat. */
export function FocusBand({ gap, x, y, color }: FocusBandProps) {
  const path = useMemo(() => {
    const [left = 0, right = 1] = x.range();
    const most = y.domain()[0] ?? 0;
    const drawn = area<ReturnType<typeof bandOf>[number]>()
      .defined(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high))
      .x(({ time_ms }) => x(time_ms))
      .y0(({ low }) => y(low))
      .y1(({ high }) => y(Math.min(most, high)))
      .digits(1);
    return drawn(bandOf(gap, gap.series.time_ms.length / (right - left))) ?? "";
  }, [gap, x, y]);
  return <path d={path} fill={color} className={styles.band} />;
}
