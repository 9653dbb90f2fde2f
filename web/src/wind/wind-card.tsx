import { type FileAnalysis, halfWidth90, howSure, markLetter } from "@leebow/core";
import type { ReactNode } from "react";
import { fixed } from "../format/numbers";
import { countedKind, countsInWind } from "../session/names-in-wind";
import type { WindReport } from "../session/wind-choice";
import { legText, wholeDegrees } from "./wind-answers";
import styles from "./wind-picker.module.css";

interface WindCardProps {
  report: WindReport;
  /** The track, north up. */
  picture: ReactNode;
  candidate: FileAnalysis["wind_candidates"][number];
  busy: boolean;
  onPreview: (twd_deg: number | null) => void;
  onPin: () => void;
}

/** One wind that fits: the track in it, its uncertainty and probability, and what the turns would be. */
export function WindCard({ report, picture, candidate, busy, onPreview, onPin }: WindCardProps) {
  const { maneuvers, straights } = report;
  const { twd_deg, sd_deg, probability } = candidate;
  const turns = maneuvers.filter(({ kind }) => kind === "turn");
  const [most, next] = countsInWind(turns, twd_deg);
  return (
    <button
      type="button"
      className={styles.card}
      aria-disabled={busy || undefined}
      onPointerEnter={() => onPreview(twd_deg)}
      onPointerLeave={() => onPreview(null)}
      onFocus={() => onPreview(twd_deg)}
      onBlur={() => onPreview(null)}
      onClick={busy ? undefined : onPin}
    >
      <span className={styles.mini}>
        {picture}
        <Arrow twd_deg={twd_deg} />
      </span>
      <span className={styles.body}>
        <span className={styles.figure}>
          <span className="visually-hidden">Wind from </span>
          {wholeDegrees(twd_deg).replace("°", "")}
          <small>° ± {fixed(halfWidth90(sd_deg), 0)}°</small>
        </span>
        <span className={styles.probability}>
          <span>
            <i style={{ width: `${100 * probability}%` }} />
          </span>
          <b>{howSure(probability)}</b>
        </span>
        {[most, next].map(
          (one) =>
            one && (
              <span key={one.kind} className={styles.names}>
                <i aria-hidden>{markLetter(one.kind)}</i> {countedKind(one.kind, one.count)}
              </span>
            ),
        )}
        <span className={styles.legs}>{legText(straights, twd_deg)}</span>
      </span>
    </button>
  );
}

/** The wind's arrow at the side it comes from. */
function Arrow({ twd_deg }: { twd_deg: number }) {
  const radians = (twd_deg * Math.PI) / 180;
  const [x, y] = [85 + 68 * Math.sin(radians), 46 - 32 * Math.cos(radians)];
  return (
    <svg viewBox="0 0 170 92" aria-hidden="true">
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${twd_deg + 180})`} fill="var(--wind)">
        <path d="M0-14L8 4 2.4 2 2.4 14-2.4 14-2.4 2-8 4Z" />
      </g>
    </svg>
  );
}
