import type { LineEnd } from "@leebow/core";
import { useMemo } from "react";
import { Button } from "../components/button";
import { clockSeconds } from "../format/times";
import { isIn, momentOf, withCorrections } from "./corrections";
import type { CourseCardProps } from "./course-card";
import styles from "./course-card.module.css";
import { EditState } from "./edit-state";
import { GunField } from "./gun-field";
import { newLine } from "./new-line";
import type { CorrectionEditing } from "./use-corrections";

interface CourseEditBarProps extends CourseCardProps {
  editing: CorrectionEditing;
  isPlacing: boolean;
}

/** The gun, what was changed, and whether it is stored. */
export function CourseEditBar({ race, boats, zone, editing, isPlacing }: CourseEditBarProps) {
  const setGun = (at_ms: number) =>
    editing.change((list) =>
      withCorrections(list, race, [{ action: "set_gun", at: momentOf(race), gun_time: new Date(at_ms).toISOString() }]),
    );
  const hasFinish = editing.list.some((one) => one.action === "set_finish" && isIn(one, race));
  return (
    <div className={styles.edit}>
      {isPlacing && (
        <>
          <p className="small secondary">
            Drag a mark or an end of the line, or choose it by Tab and move it by the arrow keys: 1 m, with Shift 10 m.
          </p>
          <div className={styles.gun}>
            <GunField time_ms={Date.parse(race.start_time)} zone={zone} onChange={setGun} />
            {race.gun_candidates.map(({ time }) => (
              <Button key={time} onClick={() => setGun(Date.parse(time))}>
                Gun at {clockSeconds(time, zone)}
              </Button>
            ))}
            {!race.line && <AddLine {...{ race, boats, editing }} action="place_line_end" at={race.start_time} />}
            {race.waypoints.at(-1)?.kind !== "finish" && !hasFinish && (
              <AddLine {...{ race, boats, editing }} action="set_finish" at={race.end_time} />
            )}
          </div>
        </>
      )}
      <EditState editing={editing} />
    </div>
  );
}

const TITLES = { place_line_end: "Add the starting line", set_finish: "Add the finishing line" };

interface AddLineProps extends Pick<CourseEditBarProps, "race" | "boats" | "editing"> {
  action: keyof typeof TITLES;
  /** The moment at which the boats are where the line is put. */
  at: string;
}

/** A line that was not found: puts one across the wind where the boats were at a moment, to be dragged from there. */
function AddLine({ race, boats, editing, action, at }: AddLineProps) {
  const line = useMemo(
    () =>
      newLine(
        at,
        race,
        boats.map(({ path }) => path),
      ),
    [race, boats, at],
  );
  if (!line) return null;
  const place = (end: LineEnd) => {
    const { lat: lat_deg, lon: lon_deg } = line[end];
    return { action, at: momentOf(race), end, lat_deg, lon_deg };
  };
  return (
    <Button onClick={() => editing.change((list) => withCorrections(list, race, [place("pin"), place("committee")]))}>
      {TITLES[action]}
    </Button>
  );
}
