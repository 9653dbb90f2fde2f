import { type PolarFile, type TargetPolar, type TargetWind, targetsOf } from "@leebow/core";
import { Chart, Drawing } from "../chart/frame";
import { Badge } from "../components/badge";
import { ScrollRegion } from "../components/scroll-region";
import { amount, fixed } from "../format/numbers";
import { unitName } from "../format/units";
import { FileCurve, Grid } from "./polar-chart";
import styles from "./polar-preview.module.css";
import { polarScale } from "./scale";

const MARGIN = { top: 22, right: 44, bottom: 28, left: 34 };
const HEIGHT_PX = 300;
const SHOWN = { winds: 6, angles: 7 };
const COLOURS = 4;
const STEPS = 60;

/** The curves of a file and its table, with what does not fit marked. */
export function PolarPreview({ read }: { read: Pick<PolarFile, "polar" | "misfits"> }) {
  const { winds } = read.polar;
  const bands = curvesOf(read.polar);
  return (
    <div className={styles.two}>
      <div className={styles.drawing} role="img" aria-label="Polar of the file">
        <Chart margin={MARGIN} height={HEIGHT_PX}>
          {(frame) => {
            const scale = polarScale(bands, frame);
            return (
              <Drawing frame={frame}>
                <Grid scale={scale} />
                {bands.map(({ curve }, i) => (
                  <FileCurve
                    key={winds[i]!.tws_kn}
                    curve={curve}
                    scale={scale}
                    paint={paint(i, winds.length)}
                    isSolid
                  />
                ))}
              </Drawing>
            );
          }}
        </Chart>
      </div>
      <PreviewTable {...read} />
    </div>
  );
}

/** Each wind every few degrees, as it is interpolated. */
function curvesOf(polar: TargetPolar) {
  const { speed } = targetsOf(polar);
  const angles = polar.winds.flatMap(({ twa_deg }) => twa_deg);
  const [from, to] = [Math.min(...angles), Math.max(...angles)];
  const twa_deg = Array.from({ length: STEPS + 1 }, (_, i) => from + (i * (to - from)) / STEPS);
  return polar.winds.map(({ tws_kn }) => {
    const kn = twa_deg.map((angle) => speed(tws_kn, angle));
    return { curve: { twa_deg, q75_kn: kn, median_kn: kn } };
  });
}

const paint = (i: number, n: number) => `var(--scale-${1 + Math.floor((i * COLOURS) / n)})`;

function PreviewTable({ polar, misfits }: Pick<PolarFile, "polar" | "misfits">) {
  const angles = [
    ...new Set([...polar.winds.flatMap(({ twa_deg }) => twa_deg), ...misfits.map(({ twa_deg }) => twa_deg)]),
  ].sort((a, b) => a - b);
  const winds = spread(polar.winds, SHOWN.winds, ({ tws_kn }) => misfits.some((one) => one.tws_kn === tws_kn));
  const rows = spread(angles, SHOWN.angles, (angle) => misfits.some((one) => one.twa_deg === angle));
  const isPart = winds.length < polar.winds.length || rows.length < angles.length;
  const wrongAt = (tws_kn: number, angle: number) =>
    misfits.find((one) => one.tws_kn === tws_kn && one.twa_deg === angle)?.speed_kn;
  return (
    <div>
      <ScrollRegion label="Speeds of the file">
        <table className={styles.table}>
          <caption className="visually-hidden">Speeds of the file by wind angle and wind speed</caption>
          <thead>
            <tr>
              <th scope="col">TWA \ TWS</th>
              {winds.map(({ tws_kn }) => (
                <th key={tws_kn} scope="col">
                  {amount(tws_kn, Number.isInteger(tws_kn) ? 0 : 1, "kn")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((angle) => (
              <tr key={angle}>
                <th scope="row">{fixed(angle, Number.isInteger(angle) ? 0 : 1)}°</th>
                {winds.map((wind) => (
                  <td key={wind.tws_kn}>
                    <Speed kn={speedAt(wind, angle)} wrong_kn={wrongAt(wind.tws_kn, angle)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={styles.caption}>
        {unitName("kn")}
        {isPart &&
          `; ${winds.length} of ${polar.winds.length} winds and ${rows.length} of ${angles.length} angles shown`}
      </p>
    </div>
  );
}

function Speed({ kn, wrong_kn }: { kn: number | undefined; wrong_kn: number | undefined }) {
  if (wrong_kn !== undefined) return <Badge tone="warn">{amount(wrong_kn, 1, "kn")}</Badge>;
  return kn === undefined ? "" : amount(kn, 1, "kn");
}

const speedAt = ({ twa_deg, speed_kn }: TargetWind, angle: number) => speed_kn[twa_deg.indexOf(angle)];

/** So many of a list, the first and the last, those between evenly, and all that are wanted. */
function spread<T>(all: readonly T[], most: number, isWanted: (one: T) => boolean): T[] {
  if (all.length <= most) return [...all];
  const kept = new Set(Array.from({ length: most }, (_, i) => Math.round((i * (all.length - 1)) / (most - 1))));
  return all.filter((one, i) => kept.has(i) || isWanted(one));
}
