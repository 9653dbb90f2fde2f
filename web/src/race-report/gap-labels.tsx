import type { RaceBoat } from "@leebow/core";
import type { Frame } from "../chart/frame";
import type { Scale } from "../chart/scales";
import { classes } from "../components/classes";
import { minutesSeconds } from "../format/durations";
import { withUnit } from "../format/numbers";
import { boatColor } from "./boats";
import styles from "./gap-card.module.css";
import { type Gap, type GapUnit, lastKnown, spread } from "./gaps";
import type { BoatsProps } from "./start-card";

interface EndLabelsProps extends BoatsProps {
  frame: Frame;
  gaps: readonly Gap[];
  unit: GapUnit;
  x: Scale;
  y: Scale;
  isPhone: boolean;
}

/** Distance of two labels, px. */
const LINE_PX = 14;
const GAP_PX = 10;
/** Letters of a name that there is room for. */
const LETTERS = { wide: 13, phone: 8 };

interface EndLabel {
  boat: RaceBoat;
  index: number;
  label: string;
  text: string;
  /** The end of the line. */
  x: number;
  y: number;
}

/** Place, boat and gap at the end of each line, none over another; of more than there is room for the first, and the focus boat. */
export function EndLabels(props: EndLabelsProps) {
  const { frame, focus, isPhone } = props;
  const labels = labelsOf(props);
  const places = spread(
    labels.map(({ y }) => y),
    LINE_PX,
    frame.top,
    frame.bottom,
  );
  return labels.map(({ boat, index, label, text, x, y }, at) => {
    const top = places[at]!;
    const color = `var(${boatColor(index)})`;
    return (
      <g key={boat.track}>
        <path d={`M${x} ${y}L${frame.right + GAP_PX - 2} ${top}`} stroke={color} className={styles.lead} />
        <circle cx={x} cy={y} r="3.5" fill={color} className={styles.end} />
        <text
          x={frame.right + GAP_PX + 2}
          y={top + 4}
          className={classes(styles.label, boat.track === focus && styles.mine)}
        >
          {boat.place ?? "–"}
          <tspan dx="8" fill={color}>
            {isPhone ? shortened(withoutNation(label), LETTERS.phone) : shortened(label, LETTERS.wide)}
          </tspan>
          {!isPhone && (
            <tspan dx="8" className={styles.time}>
              {text}
            </tspan>
          )}
        </text>
      </g>
    );
  });
}

const shortened = (name: string, letters: number) =>
  name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name;

/** "30782" of "ESP 30782". */
const withoutNation = (label: string) => label.replace(/^[A-Z]{3} (?=\d)/, "");

function labelsOf({ race, boats, focus, gaps, unit, frame, x, y }: EndLabelsProps): EndLabel[] {
  const labels = race.boats.flatMap((boat): EndLabel[] => {
    const gap = gaps.find(({ track }) => track === boat.track);
    const row = gap ? lastKnown(gap.series.pyramid.values) : -1;
    if (!gap || row < 0) return [];
    const { index = 0, label = boat.track } = boats.get(boat.track) ?? {};
    const behind = gap.series.pyramid.values[row]!;
    const text = endText(boat, behind, unit);
    return [{ boat, index, label, text, x: x(gap.series.time_ms[row]!), y: y(behind) }];
  });
  const most = Math.max(1, Math.floor((frame.bottom - frame.top) / LINE_PX) + 1);
  const first = labels.filter(({ boat }, at) => at < most || boat.track === focus);
  const shown = first.length > most ? first.filter((label, at) => at < most - 1 || label === first.at(-1)) : first;
  return shown.sort((a, b) => a.y - b.y);
}

/** The time of the winner, and how far the others finished behind. */
function endText({ state, passings, elapsed_s }: RaceBoat, behind: number, unit: GapUnit): string {
  const last = passings.at(-1);
  if (unit === "m") return withUnit(behind, 0, "m");
  if (state !== "finished" || !last) return "";
  return last.behind_s <= 0 && elapsed_s !== null ? minutesSeconds(elapsed_s) : `+${minutesSeconds(last.behind_s)}`;
}
