import { Dialog } from "../../ui/dialog";
import styles from "./keys-dialog.module.css";

/** What the keys of keys.ts do, in the order of use. */
const KEYS: [keys: string[], action: string][] = [
  [["Space"], "Play and pause"],
  [["←", "→"], "One second back, forward"],
  [["Shift ←", "Shift →"], "Ten seconds back, forward"],
  [[",", "."], "Previous, next maneuver"],
  [["S"], "Speed of the replay"],
  [["F"], "Follow the boat"],
  [["U"], "Turn the map into the wind"],
  [["Y"], "Laylines: this tack, the other one, and those to the next mark, with the current"],
  [["Esc"], "One zoom of the chart back"],
  [["?"], "This list"],
];

/** Of a race; in its place S is the speed as long as its start is not known. */
const RACE_KEYS: typeof KEYS = [
  [["S"], "The start of the race, then of the next one"],
  [["Shift S"], "Speed of the replay"],
  [["1", "…", "8"], "Boat 1 to 8"],
  [["L"], "Ladder lines across the wind"],
];

/** The keyboard shortcuts of a replay. */
export function KeysDialog({ isRace, onClose }: { isRace: boolean; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" closable>
      <dl className={styles.keys}>
        {(isRace ? [...KEYS.filter(([[key]]) => key !== "S"), ...RACE_KEYS] : KEYS).map(([keys, action]) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
