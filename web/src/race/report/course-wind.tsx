import { halfWidth90, type RaceReport } from "@leebow/core";
import { WindDial } from "../../chart/wind-dial";
import { fixed, unitWithInterval } from "../../format/numbers";
import { MAX_SHOWN_WIND_SD_DEG } from "../../playback/rows";
import { classes } from "../../ui/classes";
import styles from "./course-card.module.css";
import type { WindSide } from "./course-labels";

const SOURCES: Record<RaceReport["wind_source"], string> = {
  fleet: "wind from, estimated",
  measured: "wind from, measured",
  boats: "wind from, mean of the boats",
};

interface CourseWindProps {
  race: RaceReport;
  /** The upper corner of the map where it stands. */
  side: WindSide;
}

/** The mean wind of the race with its uncertainty; no arrow where the wind is not sure. */
export function CourseWind({ race: { twd_deg, twd_sd_deg, wind_source }, side }: CourseWindProps) {
  const isKnown = twd_deg !== null && twd_sd_deg !== null;
  const isSure = isKnown && twd_sd_deg <= MAX_SHOWN_WIND_SD_DEG;
  return (
    <div className={classes(styles.wind, side === "left" && styles.windLeft)}>
      <p>
        <b>
          {isSure
            ? `${fixed(twd_deg, 0)}° ${unitWithInterval(halfWidth90(twd_sd_deg), 0, "°")}`
            : isKnown
              ? "Wind not sure here"
              : "Wind not known"}
        </b>
        {isSure && <span>{SOURCES[wind_source]}</span>}
      </p>
      {isSure && <WindDial winds={[{ twd_deg, sd_deg: twd_sd_deg }]} className={styles.dial} />}
    </div>
  );
}
