import type { Polar } from "@leebow/api/contract";
import { ScrollRegion } from "../components/scroll-region";
import { fixed } from "../format/numbers";
import { unitName } from "../format/units";
import { bandName, bandRange, type PolarBand, paintOf } from "./bands";
import styles from "./of-target-card.module.css";

type OfTarget = NonNullable<Polar["target"]>;
type Side = keyof OfTarget["bands"][number]["sides"];
type Value = OfTarget["bands"][number]["sides"][Side];

const SIDES: { side: Side; title: string; name: string }[] = [
  { side: "up", title: "Up, VMG", name: "Upwind" },
  { side: "reach", title: "Reach, speed", name: "Reaching" },
  { side: "down", title: "Down, VMG", name: "Downwind" },
];
/** Less time says nothing; a figure of more than the second is bold, s. */
const SHOWN_S = 300;
const SURE_S = 1800;

/** % of target by wind, upwind, on a reach and downwind, with the minutes behind each. */
export function OfTargetCard({ target, bands }: { target: OfTarget; bands: readonly PolarBand[] }) {
  const rows = target.bands.filter(({ sides }) => Object.values(sides).some((value) => value !== null));
  const most = mostLeft(target);
  return (
    <section className={styles.card} aria-labelledby="of-target">
      <div className={styles.head}>
        <h2 id="of-target">% of target</h2>
        <span className="grow" />
        <span className="caption">{target.name}</span>
      </div>
      {rows.length > 0 && (
        <ScrollRegion label="% of target by wind">
          <table className={styles.table}>
            <caption className="visually-hidden">% of target by wind</caption>
            <thead>
              <tr>
                <th scope="col">Wind, {unitName("kn")}</th>
                {SIDES.flatMap(({ side, title }) => [
                  <th key={side} scope="col">
                    {title}
                  </th>,
                  <th key={`${side} time`} scope="col">
                    min
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map((band) => (
                <tr key={band.name}>
                  <th scope="row">
                    <i className={styles.square} style={{ background: paintOf(band, bands) }} />
                    {bandRange(band)}
                  </th>
                  {SIDES.flatMap(({ side }) => cells(side, band.sides[side]))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className={styles.sentence}>
        {most && <b>{most} </b>}
        {aboutText(target, rows.length > 0)}
      </p>
    </section>
  );
}

function cells(side: Side, value: Value) {
  const isShown = value !== null && value.time_s >= SHOWN_S;
  const percent = isShown ? fixed(value.percent, 0) : "–";
  return [
    <td key={side}>
      {isShown && value.time_s >= SURE_S ? <b>{percent}</b> : percent}
      {isShown && value.half_width_percent !== null && (
        <span className="quiet"> ± {fixed(value.half_width_percent, 0)}</span>
      )}
    </td>,
    <td key={`${side} time`} className={styles.time}>
      {value && Math.round(value.time_s / 60)}
    </td>,
  ];
}

/** Where the figure is lowest of those with half an hour. */
function mostLeft({ bands }: OfTarget): string | null {
  const sure = bands.flatMap((band) =>
    SIDES.flatMap(({ side, name }) => {
      const value = band.sides[side];
      return value && value.time_s >= SURE_S && value.half_width_percent !== null ? [{ band, name, value }] : [];
    }),
  );
  const [least] = sure.sort((a, b) => a.value.percent - b.value.percent);
  if (!least || least.value.percent + least.value.half_width_percent! >= 100) return null;
  const { percent, half_width_percent } = least.value;
  const figure = `${fixed(percent, 0)} ± ${fixed(half_width_percent, 0)} %`;
  return `${least.name} in ${bandName(least.band)} is where most is left: ${figure}.`;
}

function aboutText({ over_ground, outside_s }: OfTarget, hasRows: boolean): string {
  const motion = over_ground
    ? "Speeds of the file are over the ground."
    : "Speeds are through the water where the track shows a current, else over the ground.";
  const outside = outside_s < 60 ? "" : ` ${Math.round(outside_s / 60)} min were sailed outside its winds and angles.`;
  const nothing = hasRows ? "" : "Nothing was sailed in the winds of this file. ";
  return `${nothing}Upwind and downwind: VMG. Between: speed. ${motion}${outside}`;
}
