import { Eye, EyeOff } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { subscribe, useSnapshot } from "valtio";
import { IconButton } from "../components/button";
import { classes } from "../components/classes";
import { SideMark } from "../components/marks";
import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { rowAt } from "../playback/rows";
import styles from "./panel.module.css";
import race from "./race-data-panel.module.css";
import type { ReplayModel } from "./replay-model";

/** Above this many boats the table is updated twice a second. *guess* */
const MANY_BOATS = 30;
const COLUMNS = ["sog", "etwa", "vmg", "cog"];

/** Colour of a boat; from the ninth on the colours repeat with a dashed border. */
export function Swatch({ index }: { index: number }) {
  return (
    <i
      className={classes(race.swatch, index >= 8 && race.again)}
      style={{ background: `var(--boat-${(index % 8) + 1})` }}
    />
  );
}

/** Every boat at the current time. A click on a name makes it the focus boat; the eye hides it. */
export function BoatsNow({ model }: { model: ReplayModel }) {
  const time_ms = useTime(model);
  const { focus, hidden } = useSnapshot(model.state);
  const metrics = COLUMNS.map((id) => model.metric(id)).filter((metric) => metric !== null);
  return (
    <section>
      <h2 className={styles.head}>All boats at {clockSeconds(time_ms, model.zone)}</h2>
      <table className={classes(styles.table, race.boats)}>
        <thead>
          <tr>
            <th scope="col">Boat</th>
            {metrics.map(({ id, display_unit }) => (
              <th scope="col" key={id}>
                {id.toUpperCase()}
                <small>{display_unit}</small>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Shown</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {model.boats.map((boat, index) => (
            <BoatRow
              key={boat.name}
              model={model}
              index={index}
              values={metrics
                .map(({ id, display_factor, decimals }) => {
                  const value =
                    (boat.columns.channels[id]?.[rowAt(boat.columns.time_ms, time_ms)] ?? NaN) * display_factor;
                  return id === "etwa" ? angleText(value) : fixed(value, decimals);
                })
                .join("|")}
              isFocus={index === focus}
              isHidden={hidden.includes(index)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  model: ReplayModel;
  index: number;
  /** Texts of the columns, separated by bars. */
  values: string;
  isFocus: boolean;
  isHidden: boolean;
}

const BoatRow = memo(function BoatRow({ model, index, values, isFocus, isHidden }: RowProps) {
  return (
    <tr className={isFocus ? styles.chosenRow : undefined}>
      <td>
        <BoatButton model={model} index={index} isFocus={isFocus} />
      </td>
      {values.split("|").map((text, column) => (
        <td key={COLUMNS[column]}>
          <Value text={text} />
        </td>
      ))}
      <td>
        <HideButton model={model} index={index} isHidden={isHidden} />
      </td>
    </tr>
  );
});

/** Makes the boat the focus boat. It is not rendered again with the figures. */
const BoatButton = memo(function BoatButton({ model, index, isFocus }: Omit<RowProps, "values" | "isHidden">) {
  const { name, sailor } = model.boats[index]!;
  return (
    <button
      type="button"
      className={race.boat}
      title={sailor}
      aria-current={isFocus || undefined}
      onClick={() => model.focusOn(index)}
    >
      <Swatch index={index} />
      <span className="truncate">{name}</span>
    </button>
  );
});

const HideButton = memo(function HideButton({ model, index, isHidden }: Omit<RowProps, "values" | "isFocus">) {
  const { name } = model.boats[index]!;
  return (
    <IconButton
      className={race.eye}
      icon={isHidden ? EyeOff : Eye}
      label={isHidden ? `Show ${name}` : `Hide ${name}`}
      aria-pressed={isHidden}
      onClick={() => toggleHidden(model, index)}
    />
  );
});

/** A figure, with the mark of the tack where it ends in its letter. */
function Value({ text }: { text: string }) {
  if (!/[PS]$/.test(text)) return text;
  return (
    <>
      {text.slice(0, -1)} <SideMark side={text.endsWith("P") ? "port" : "starboard"} />
    </>
  );
}

function toggleHidden({ state }: ReplayModel, index: number): void {
  state.hidden = state.hidden.includes(index)
    ? state.hidden.filter((one) => one !== index)
    : [...state.hidden, index].sort((a, b) => a - b);
}

/** "35S": the angle to the wind, 0 to 180, and the tack. */
function angleText(etwa_deg: number): string {
  if (Number.isNaN(etwa_deg)) return fixed(NaN, 0);
  return etwa_deg <= 180 ? `${fixed(etwa_deg, 0)}S` : `${fixed(360 - etwa_deg, 0)}P`;
}

/** The time, ten times a second; with many boats twice. */
function useTime({ playback, boats }: ReplayModel): number {
  const { readout } = playback;
  const [shown_ms, setShown] = useState(readout.time_ms);
  useEffect(() => {
    const wait_ms = boats.length > MANY_BOATS ? 500 : 100;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const update = () => {
      timer = null;
      setShown(readout.time_ms);
    };
    update();
    const stop = subscribe(readout, () => {
      timer ??= setTimeout(update, wait_ms);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [readout, boats]);
  return shown_ms;
}
