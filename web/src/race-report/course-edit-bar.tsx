import { useMemo } from "react";
import { Button } from "../components/button";
import { clockSeconds } from "../format/times";
import { momentOf, withCorrections } from "./corrections";
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
            {!race.line && <AddLine race={race} boats={boats} editing={editing} />}
          </div>
        </>
      )}
      <EditState editing={editing} />
    </div>
  );
}

/** A race without a line: puts one across the wind where the boats were at the gun, to be dragged from there. */
function AddLine({ race, boats, editing }: Pick<CourseEditBarProps, "race" | "boats" | "editing">) {
  const line = useMemo(
    () =>
      newLine(
        race,
        boats.map(({ path }) => path),
      ),
    [race, boats],
  );
  if (!line) return null;
  const at = momentOf(race);
  return (
    <Button
      onClick={() =>
        editing.change((list) =>
          withCorrections(list, race, [
            { action: "place_line_end", at, end: "pin", lat_deg: line.pin.lat, lon_deg: line.pin.lon },
            {
              action: "place_line_end",
              at,
              end: "committee",
              lat_deg: line.committee.lat,
              lon_deg: line.committee.lon,
            },
          ]),
        )
      }
    >
      Add the starting line
    </Button>
  );
}
