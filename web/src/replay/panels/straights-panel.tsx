import type { SailingMode, Straight } from "@leebow/core";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { amount, countText, fixed, sentence } from "../../format/numbers";
import { clockSeconds, minutesSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import type { StraightSource } from "../../session/correction-source";
import { segmentId } from "../../session/names-in-wind";
import type { ReplayModel } from "../../session/replay-model";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { lazyPanel, lazyQuiet } from "../../ui/lazy-component";
import { SideMark } from "../../ui/marks";
import styles from "./panel.module.css";
import line from "./straight-list.module.css";

const MODES: Record<SailingMode, string> = { upwind: "Upwind", reach: "Reach", downwind: "Downwind" };

const StraightList = lazyPanel(() => import("./straight-list").then((part) => part.StraightList), {
  // What stands below does not move when it comes.
  placeholder: <div className={line.line} />,
});

export const loadStraightList = StraightList.load;

const CreateAnalysis = lazyQuiet(() => import("./create-analysis").then((part) => part.CreateAnalysis));

/** The straights; selected ones are highlighted on the map. */
export function StraightsPanel({ model, source }: { model: ReplayModel; source?: StraightSource | undefined }) {
  const { selected } = useSnapshot(model.state);
  const [isNaming, setNaming] = useState(false);
  const { straights, notes } = model.data.report;
  const list = source && <StraightList track_id={source.track_id} />;
  if (straights.length === 0)
    return (
      <>
        {list}
        <NoStraights notes={notes} />
      </>
    );
  const isAll = selected.length === straights.length;
  return (
    <>
      {list}
      <div className={styles.scroll}>
        <table className={classes(styles.table, styles.straights)}>
          <TableHead
            isAll={isAll}
            isSome={selected.length > 0 && !isAll}
            onAll={(all) => (model.state.selected = all ? straights.map((_, i) => i) : [])}
          />
          <tbody>
            {straights.map((straight, index) => (
              <StraightRow
                key={straight.name}
                straight={straight}
                zone={model.zone}
                chosen={selected.includes(index)}
                onToggle={() => toggle(model, index)}
                onGo={() => model.playback.seek(Date.parse(straight.start_time))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <span className="fills" role="status">
          {selectionText(straights, selected)}
        </span>
        {source && (
          <Button kind="primary" disabled={selected.length === 0} onClick={() => setNaming(true)}>
            Create Analysis
          </Button>
        )}
      </div>
      {source && isNaming && (
        <CreateAnalysis
          onClose={() => setNaming(false)}
          onCreate={(name) => source.create(idsOf(straights, selected), name)}
        />
      )}
    </>
  );
}

/** Selects a straight, or takes it out of the selection. */
function toggle({ state }: ReplayModel, index: number): void {
  state.selected = state.selected.includes(index)
    ? state.selected.filter((one) => one !== index)
    : [...state.selected, index].sort((a, b) => a - b);
}

function NoStraights({ notes }: { notes: readonly string[] }) {
  return (
    <div className={styles.empty}>
      <h2>No straights found</h2>
      {notes.map((note) => (
        <p key={note}>{sentence(note)}</p>
      ))}
    </div>
  );
}

/** Column names with their units, and the checkbox for all rows. `isSome`: some rows are selected, not all. */
function TableHead({ isAll, isSome, onAll }: { isAll: boolean; isSome: boolean; onAll: (all: boolean) => void }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Checkbox bare label="All straights" checked={isAll} mixed={isSome} onChange={onAll} />
        </th>
        <th scope="col">
          <MetricHelp name="Straight" ids={["Straight.side", "Straight.mode"]}>
            Straight
          </MetricHelp>
        </th>
        <th scope="col">
          Time<small>min</small>
        </th>
        <th scope="col">
          <MetricHelp name="SOG" ids={["Straight.sog_kn"]}>
            SOG
          </MetricHelp>
          <small>{unitName("kn")}</small>
        </th>
        <th scope="col">
          <MetricHelp name="VMG" ids={["Straight.vmg_kn"]}>
            VMG
          </MetricHelp>
          <small>{unitName("kn")}</small>
        </th>
        <th scope="col">
          <MetricHelp name="TWA" ids={["Straight.twa_deg"]}>
            TWA
          </MetricHelp>
          <small>°</small>
        </th>
      </tr>
    </thead>
  );
}

interface StraightRowProps {
  straight: Straight;
  zone: string | null;
  chosen: boolean;
  onToggle: () => void;
  onGo: () => void;
}

function StraightRow({ straight, zone, chosen, onToggle, onGo }: StraightRowProps) {
  const { start_time, side, mode, sog_kn, vmg_kn, twa_deg, name } = straight;
  return (
    <tr className={chosen ? styles.chosenRow : undefined}>
      <td>
        <Checkbox bare label={`${name}, ${clockSeconds(start_time, zone)}`} checked={chosen} onChange={onToggle} />
      </td>
      <td>
        <button type="button" className={styles.go} onClick={onGo}>
          {side && <SideMark side={side} />}
          <span className={styles.when}>
            {clockSeconds(start_time, zone)}
            <small>{mode ? MODES[mode] : name}</small>
          </span>
        </button>
      </td>
      <td>{minutesSeconds(secondsOf(straight))}</td>
      <td>{amount(sog_kn, 2, "kn")}</td>
      <td>{amount(vmg_kn, 2, "kn")}</td>
      <td>{fixed(twa_deg, 0)}</td>
    </tr>
  );
}

const idsOf = (straights: Straight[], selected: readonly number[]): number[] =>
  selected.map((index) => segmentId(straights[index]!)).filter((id) => id !== null);

const secondsOf = ({ start_time, end_time }: Straight) => (Date.parse(end_time) - Date.parse(start_time)) / 1000;

function selectionText(straights: Straight[], selected: readonly number[]): string {
  if (selected.length === 0) return "No straight selected";
  const seconds = selected.reduce((sum, index) => sum + secondsOf(straights[index]!), 0);
  return `${countText(selected.length, "straight")} selected, ${minutesSeconds(seconds)} min`;
}
