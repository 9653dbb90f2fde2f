import { useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { setDial, WindDial } from "../../chart/wind-dial";
import { classes } from "../../components/classes";
import type { ReplayModel } from "../../session/replay-model";
import { turnCounts, type WindText, windAt, windRow, windText, windTrack } from "../../session/wind-now";
import styles from "./map-overlay.module.css";

/** Of the dial before its first frame. */
const ANY_WIND = [{ twd_deg: 0, sd_deg: 0 }];

/** The wind at the current time, with its uncertainty and source. */
export function WindOverlay({ model }: { model: ReplayModel }) {
  const dial = useRef<SVGSVGElement>(null);
  const { focus } = useSnapshot(model.state);
  const [track, counts] = useMemo(() => [windTrack(model, focus), turnCounts(model, focus)], [model, focus]);
  const [words, setWords] = useState<WindText>(() => windText(track, windAt(track, 0), counts));
  useEffect(() => {
    const { playback } = model;
    let shown: [row: number, bearing_deg: number] = [NaN, NaN];
    return playback.loop.subscribe("overlay", () => {
      const row = track ? windRow(track, playback.time_ms) : -1;
      const { bearing_deg } = model.camera;
      if (row === shown[0] && bearing_deg === shown[1]) return;
      shown = [row, bearing_deg];
      const wind = windAt(track, row);
      setDial(dial.current!, wind, bearing_deg);
      const next = windText(track, wind, counts);
      setWords((before) => (`${before.figure}${before.lines}` === `${next.figure}${next.lines}` ? before : next));
    });
  }, [model, track, counts]);
  return (
    <div
      className={styles.wind}
      data-over-map
      role="img"
      aria-label={`Wind: ${[words.figure, ...words.lines].filter(Boolean).join(", ")}`}
    >
      <div className={classes(styles.words, words.figure === null && styles.unsure)}>
        {words.figure && <b>{words.figure}</b>}
        {words.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      <div className={styles.dial}>
        <WindDial svg={dial} winds={ANY_WIND} />
      </div>
    </div>
  );
}
