import { halfWidth90 } from "@leebow/core";
import { useSnapshot } from "valtio";
import { placeOnDial, WindDial } from "../../chart/wind-dial";
import { pinWind, wholeDegrees, windHeading } from "../../corrections/wind-answers";
import { fixed } from "../../format/numbers";
import type { WindChoice } from "../../session/correction-source";
import type { ReplayModel } from "../../session/replay-model";
import overlay from "./map-overlay.module.css";
import styles from "./wind-preview.module.css";

/** The winds that fit as wedges of the dial, and the one considered with its streaks over the map. */
export function WindPreview({ model, choice }: { model: ReplayModel; choice: WindChoice | null }) {
  const { twd_deg } = useSnapshot(model.preview);
  const { wind_candidates } = model.data.report;
  const considered = wind_candidates.find((wind) => wind.twd_deg === twd_deg);
  const shown = twd_deg === null ? wind_candidates : [{ twd_deg, sd_deg: considered?.sd_deg ?? 4 }];
  return (
    <>
      {twd_deg !== null && <Streaks twd_deg={twd_deg} />}
      <div className={overlay.wind}>
        <div className={`${overlay.words} ${styles.words}`} role="status">
          {twd_deg === null ? (
            <>
              <b>{windHeading(wind_candidates.length, "short")}</b>
              <span>choose one, or set it by hand</span>
            </>
          ) : (
            <>
              <b>
                {wholeDegrees(twd_deg)}
                {considered && ` ± ${fixed(halfWidth90(considered.sd_deg), 0)}°`}
              </b>
              <span>{considered ? "preview: choose it to keep the names" : "not set yet"}</span>
            </>
          )}
        </div>
        <div className={`${overlay.dial} ${styles.dial}`}>
          <WindDial winds={shown}>
            {twd_deg === null && (
              <>
                <circle r="12" fill="var(--surface)" stroke="var(--wind)" strokeDasharray="3 2.5" strokeWidth="1.5" />
                <text y="4.5" textAnchor="middle" className={styles.question}>
                  ?
                </text>
              </>
            )}
          </WindDial>
          {wind_candidates.map((wind) => (
            <RimButton key={wind.twd_deg} model={model} choice={choice} twd_deg={wind.twd_deg} />
          ))}
        </div>
      </div>
    </>
  );
}

/** Distance of a button from the centre of the dial, % of its width. */
const RIM_PERCENT = 54;

/** The direction of a wedge at its rim: pointing previews the wind, a press pins it. */
function RimButton({ model, choice, twd_deg }: { model: ReplayModel; choice: WindChoice | null; twd_deg: number }) {
  const [x, y] = placeOnDial(twd_deg, RIM_PERCENT);
  const preview = (deg: number | null) => {
    model.preview.twd_deg = deg;
  };
  return (
    <button
      type="button"
      className={styles.rim}
      disabled={choice === null}
      aria-label={`Wind from ${wholeDegrees(twd_deg)}, on the dial`}
      style={{ left: `${50 + x}%`, top: `${50 + y}%` }}
      onPointerEnter={() => preview(twd_deg)}
      onPointerLeave={() => preview(null)}
      onFocus={() => preview(twd_deg)}
      onBlur={() => preview(null)}
      onClick={() => {
        preview(null);
        if (choice) pinWind(model.data.report, choice, twd_deg);
      }}
    >
      {wholeDegrees(twd_deg)}
    </button>
  );
}

/** Short lines over the whole map along the wind. */
function Streaks({ twd_deg }: { twd_deg: number }) {
  return (
    <svg className={styles.streaks} aria-hidden="true">
      <defs>
        <pattern
          id="wind-streaks"
          width="152"
          height="150"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${twd_deg})`}
        >
          <path
            d="M20 30v-40M88 8v-30M88 158v-30M132 64v-44M60 96v-34M10 118v-26M20 180v-40"
            stroke="var(--wind)"
            strokeOpacity="0.45"
            strokeWidth="1.5"
          />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#wind-streaks)" />
    </svg>
  );
}
