import type { PassageKind } from "@leebow/core";
import styles from "./passage-view.module.css";

/** The colour of a kind is a scale of angle; engine is hatched, rest hollow. */
export const PAINTS: Record<PassageKind, string | undefined> = {
  close_hauled: styles.closeHauled,
  reach: styles.reach,
  run: styles.run,
  no_wind: styles.noWind,
  engine: styles.engine,
  rest: styles.rest,
};
