import { type DebriefFinding, type DebriefPotential, halfWidth90 } from "@leebow/core";
import { ListChecks, Map as MapIcon } from "lucide-react";
import { Button, ButtonLink } from "../components/button";
import { classes } from "../components/classes";
import { WhiskerBar } from "../components/whisker-bar";
import { amount, sentence, unitWithInterval } from "../format/numbers";
import type { DebriefPlace } from "./debrief-place";
import { evidenceRows } from "./evidence";
import styles from "./finding.module.css";
import { FindingPlot } from "./plots";
import { quantityName } from "./texts";

export interface FindingProps {
  finding: DebriefFinding | DebriefPotential;
  place: DebriefPlace;
  /** From 1; none for what went well. */
  rank?: number;
  /** What the width of the bar stands for, m. */
  most_m?: number;
}

/** A figure, what it is, with what it was compared, its plot, and the ways to what it rests on. */
export function Finding({ finding, place, rank, most_m }: FindingProps) {
  const { text, compared_with, plot, unit, code } = finding;
  const detail = "detail" in finding ? finding.detail : null;
  return (
    <div className={classes(styles.finding, rank === undefined && styles.plain)}>
      {rank !== undefined && most_m !== undefined && (
        <div className={styles.size}>
          <span className={styles.rank}>{rank}</span>
          <div>
            <Size finding={finding} />
            <WhiskerBar
              from={0}
              to={finding.total_m}
              sd={finding.total_sd_m}
              domain={[0, most_m]}
              className={styles.bar}
            />
          </div>
        </div>
      )}
      <div className={styles.words}>
        <h3>{sentence(text)}</h3>
        {detail && <p>{sentence(detail)}</p>}
        <p className={styles.compared}>
          <span>Compared with</span> {sentence(compared_with)}
        </p>
        <Ways finding={finding} place={place} />
      </div>
      <div className={styles.plot}>
        <FindingPlot
          plot={plot}
          unit={unit}
          name={quantityName(code)}
          earlier={"earlier" in finding ? finding.earlier : []}
          zone={place.zone}
        />
      </div>
    </div>
  );
}

function Size({ finding: { total_m, total_sd_m } }: Pick<FindingProps, "finding">) {
  return (
    <p className={styles.figure}>
      <b>{amount(Math.round(total_m), 0, "m")}</b>{" "}
      <span>{unitWithInterval(Math.round(halfWidth90(total_sd_m)), 0, "m")}</span>
    </p>
  );
}

/** To the map and to the table, each with just what the finding rests on. */
function Ways({ finding: { evidence }, place }: Pick<FindingProps, "finding" | "place">) {
  const rows = evidenceRows(evidence, place.maneuvers);
  const address = place.mapAddress?.(evidence);
  const map = { kind: "quiet", icon: MapIcon } as const;
  return (
    <p className={classes(styles.ways, "no-print")}>
      {address ? (
        <ButtonLink {...map} to={address} data-way="map">
          Show on map
        </ButtonLink>
      ) : (
        <Button {...map} onClick={() => place.onMap(evidence)} data-way="map">
          Show on map
        </Button>
      )}
      {rows && (
        <Button kind="quiet" icon={ListChecks} onClick={() => place.onRows(rows.tab, rows.ids)} data-way="table">
          Open the {rows.text}
        </Button>
      )}
    </p>
  );
}
