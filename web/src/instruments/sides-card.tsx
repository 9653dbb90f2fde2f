import { type Calibration, PLUS_MINUS_MEANING, SIDE_FIGURE_NAMES, type SideFigure, sidesText } from "@leebow/core";
import { ScrollRegion } from "../components/scroll-region";
import { amount, fixed, UNKNOWN } from "../format/numbers";
import { unitName } from "../format/units";
import styles from "./instruments-view.module.css";

const isSpeed = (figure: SideFigure): boolean => figure.startsWith("speed") || figure.startsWith("vmg");
const shown = (figure: SideFigure, value: number | null): string => {
  if (value === null) return UNKNOWN;
  return isSpeed(figure) ? amount(value, 2, "kn") : `${fixed(value, 1)}°`;
};

/** Means on both tacks and what they differ by. */
export function SidesCard({ calibration }: { calibration: Calibration }) {
  const { sides, tws_kn, through_water } = calibration;
  const rows = sides.filter(({ port, starboard }) => port !== null || starboard !== null);
  if (rows.length === 0) return null;
  const winds = tws_kn && `${amount(tws_kn[0], 0, "kn")} to ${amount(tws_kn[1], 0, "kn")} ${unitName("kn")} of wind`;
  const text = sidesText(calibration);
  const speed = unitName("kn");
  return (
    <section className={styles.card} aria-labelledby="instruments-sides">
      <div className={styles.head}>
        <h2 id="instruments-sides">Port against starboard</h2>
        <span className="grow" />
        {winds && <span className="caption">{winds}</span>}
      </div>
      <ScrollRegion label="Means on both tacks">
        <table className={styles.table}>
          <caption className="visually-hidden">Port against starboard. {PLUS_MINUS_MEANING}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Port</th>
              <th scope="col">Starboard</th>
              <th scope="col">Difference</th>
              <th scope="col">±</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ figure, port, starboard, difference, half_width }) => {
              const differs = difference !== null && half_width !== null && Math.abs(difference) > half_width;
              return (
                <tr key={figure}>
                  <th scope="row">
                    {SIDE_FIGURE_NAMES[figure]}
                    {isSpeed(figure) && `, ${speed}`}
                  </th>
                  <td>{shown(figure, port)}</td>
                  <td>{shown(figure, starboard)}</td>
                  <td>{differs ? <b>{shown(figure, difference)}</b> : shown(figure, difference)}</td>
                  <td>{half_width === null ? "too little" : `± ${shown(figure, half_width)}`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={styles.sentence}>
        {text && <b>{text} </b>}
        {through_water
          ? "Speeds are through the water, angles to the wind over it; the errors found above are taken out."
          : "Speeds are over the ground."}
      </p>
    </section>
  );
}
