import { CLOSE_HAULED_TO_DEG, type Passage, type PassageBin, RUN_FROM_DEG } from "@leebow/core";
import { arc } from "d3";
import { SideMark } from "../components/marks";
import { durationText } from "../format/durations";
import { PAINTS } from "./kinds";
import styles from "./passage-view.module.css";

const SIZE_PX = 300;
const OUTER_PX = 110;
const INNER_PX = 14;
const RAYS_DEG = [0, CLOSE_HAULED_TO_DEG, RUN_FROM_DEG, 180, -RUN_FROM_DEG, -CLOSE_HAULED_TO_DEG];
/** Between two bars, radians. */
const PAD = 0.02;

const radians = (deg: number) => (deg * Math.PI) / 180;

/** Hours by wind angle: the bow is up, port tack at the left. */
export function AngleRose({ passage: { angles_deg } }: { passage: Passage }) {
  const most_s = Math.max(...angles_deg.map(({ time_s }) => time_s));
  const px = (time_s: number) => INNER_PX + ((OUTER_PX - INNER_PX) * time_s) / most_s;
  const onSide = (isPort: boolean) =>
    angles_deg.reduce((sum, { from, time_s }) => sum + (from < 0 === isPort ? time_s : 0), 0);
  const bar = arc<PassageBin>()
    .startAngle(({ from }) => radians(from))
    .endAngle(({ to }) => radians(to))
    .innerRadius(INNER_PX)
    .outerRadius(({ time_s }) => px(time_s))
    .padAngle(PAD);
  const [port, starboard] = [onSide(true), onSide(false)];
  return (
    <section className={styles.card} aria-labelledby="passage-angles">
      <div className={styles.head}>
        <h2 id="passage-angles">Wind angle</h2>
        <span className="grow" />
        <span className="caption">hours under sail</span>
      </div>
      <p className={styles.sides}>
        <span>
          <SideMark side="port" /> {durationText(port)}
        </span>
        <span>
          <SideMark side="starboard" /> {durationText(starboard)}
        </span>
      </p>
      <svg
        viewBox={`${-SIZE_PX / 2} ${-SIZE_PX / 2} ${SIZE_PX} ${SIZE_PX}`}
        className={styles.rose}
        role="img"
        aria-label={`Hours by wind angle: ${durationText(port)} on port tack, ${durationText(starboard)} on starboard tack`}
      >
        {[0.5, 1].map((share) => (
          <g key={share}>
            <circle r={px(share * most_s)} className={styles.ring} />
            <text x="4" y={-px(share * most_s) - 3} className={styles.tick}>
              {durationText(share * most_s)}
            </text>
          </g>
        ))}
        {RAYS_DEG.map((deg) => (
          <text
            key={deg}
            x={(OUTER_PX + 22) * Math.sin(radians(deg))}
            y={-(OUTER_PX + 22) * Math.cos(radians(deg)) + 4}
            textAnchor="middle"
            className={styles.tick}
          >
            {Math.abs(deg)}°
          </text>
        ))}
        {angles_deg.map((bin) => (
          <path key={bin.from} d={bar(bin) ?? ""} className={PAINTS[kindOf(bin)]} />
        ))}
      </svg>
    </section>
  );
}

function kindOf({ from, to }: PassageBin) {
  const middle = Math.abs((from + to) / 2);
  return middle <= CLOSE_HAULED_TO_DEG ? "close_hauled" : middle < RUN_FROM_DEG ? "reach" : "run";
}
