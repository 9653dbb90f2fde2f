import { useEffect, useMemo, useRef, useState } from "react";
import { classes } from "../components/classes";
import { WindDial } from "../map/wind-dial";
import { rowAt } from "../playback/rows";
import styles from "./map-overlay.module.css";
import type { ReplayModel } from "./replay-model";
import { type WindText, windAt, windText, windTrack } from "./wind-now";

const WIND_ORDER = 6;

/** The wind at the current time, with its uncertainty and source. */
export function WindOverlay({ model }: { model: ReplayModel }) {
  const holder = useRef<HTMLDivElement>(null);
  const track = useMemo(() => windTrack(model), [model]);
  const { summary } = model.data.report;
  const [words, setWords] = useState<WindText>(() => windText(track, windAt(track, 0), summary));
  useEffect(() => {
    const dial = new WindDial();
    holder.current?.append(dial.element);
    const { playback, boat } = model;
    const stop = playback.loop.subscribe(() => {
      const wind = windAt(track, Math.max(0, rowAt(boat.columns.time_ms, playback.time_ms)));
      dial.show(wind);
      const next = windText(track, wind, summary);
      setWords((before) => (before.figure === next.figure && before.lines[0] === next.lines[0] ? before : next));
    }, WIND_ORDER);
    return () => {
      stop();
      dial.element.remove();
    };
  }, [model, track, summary]);
  return (
    <div
      className={styles.wind}
      role="img"
      aria-label={`Wind: ${[words.figure, ...words.lines].filter(Boolean).join(", ")}`}
    >
      <div className={classes(styles.words, words.figure === null && styles.unsure)}>
        {words.figure && <b>{words.figure}</b>}
        {words.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      <div ref={holder} className={styles.dial} />
    </div>
  );
}
