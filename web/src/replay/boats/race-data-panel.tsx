import { useSnapshot } from "valtio";
import { Select } from "../../components/select";
import { minutesSeconds } from "../../format/durations";
import { rowOf } from "../../playback/boat";
import type { ReplayModel } from "../../session/replay-model";
import { Readout } from "../panels/data-panel";
import styles from "../panels/panel.module.css";
import { BoatsInRange } from "./boats-in-range";
import { BoatsNow, Swatch } from "./boats-now";
import race from "./race-data-panel.module.css";

/** Metrics of the focus boat that stand first; the others follow in the order of the registry. */
const FIRST_IDS = ["sog", "cog", "vmg", "etwa", "ewd"];

/** The focus boat's values now, all boats now, and their statistics over the range of the chart. */
export function RaceDataPanel({ model }: { model: ReplayModel }) {
  return (
    <div className={styles.scroll} role="group" aria-label="Figures of the boats now and in the chart">
      <FocusBoat model={model} />
      <FocusReadouts model={model} />
      <BoatsNow model={model} />
      <BoatsInRange model={model} />
    </div>
  );
}

function FocusBoat({ model }: { model: ReplayModel }) {
  const { focus } = useSnapshot(model.state);
  const choices = model.boats.map(({ name, sailor }, i) => ({
    value: String(i),
    label: name === sailor ? name : `${name}, ${sailor}`,
  }));
  return (
    <div className={race.focus}>
      <Swatch index={focus} />
      <Select
        bare
        label="Focus boat"
        className={race.choice}
        choices={choices}
        value={String(focus)}
        onChange={(next) => model.focusOn(Number(next))}
      />
    </div>
  );
}

function FocusReadouts({ model }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(model.playback.readout);
  const { focus } = useSnapshot(model.state);
  const row = rowOf(model.playback.boats[focus]!, time_ms);
  const metrics = FIRST_IDS.map((id) => model.metric(id)).filter((metric) => metric !== null);
  const tacked = row < 0 ? null : sinceTack(model, focus, time_ms);
  return (
    <dl className={styles.readouts}>
      {metrics.map((metric) => (
        <Readout key={metric.id} metric={metric} stored={model.values(metric.id, focus)[row] ?? NaN} isHalfCircle />
      ))}
      <div>
        <dt>Since last tack</dt>
        <dd className={styles.figure}>
          {tacked === null ? "–" : minutesSeconds(Math.floor(tacked))}
          {tacked !== null && <span className="unit">min</span>}
        </dd>
      </div>
    </dl>
  );
}

/** Seconds since the last counted tack of a boat; null before the first. */
function sinceTack(model: ReplayModel, boat: number, at_ms: number): number | null {
  const { maneuvers } = model.boats[boat]!.report;
  const tack = maneuvers.findLast(({ kind, counted, time }) => kind === "tack" && counted && Date.parse(time) <= at_ms);
  return tack ? (at_ms - Date.parse(tack.time)) / 1000 : null;
}
