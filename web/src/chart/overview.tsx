import type { Straight } from "@leebow/core";
import { scaleLinear } from "d3";
import { useEffect, useRef } from "react";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { Playback } from "../playback/playback";
import styles from "./chart.module.css";

/** Width of the strip in its own units; its height is 20. */
const WIDTH = 1000;

interface OverviewProps {
  playback: Playback;
  straights: readonly Straight[];
  /** Times that are left out. */
  leftOut: readonly TimeRange[];
  zone: string | null;
  /** The range of the chart. */
  range: TimeRange;
  /** Where there is video. */
  cover: TimeRange | null;
  className?: string | undefined;
}

/** The whole session: starboard up, port down, with a slider for the time, by pointer and keyboard. */
export function Overview({ playback, straights, leftOut, zone, range, cover, className }: OverviewProps) {
  const { from_ms, to_ms } = playback.clock.whole;
  const x = scaleLinear([from_ms, to_ms], [0, WIDTH]).clamp(true);
  const span = (a_ms: number, b_ms: number, least: number) => ({
    x: x(a_ms),
    width: Math.max(least, x(b_ms) - x(a_ms)),
  });
  const isWhole = range.from_ms <= from_ms && range.to_ms >= to_ms;
  return (
    <div className={className}>
      <div className={styles.strip}>
        <svg viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" aria-hidden="true">
          {straights.map(({ side, start_time, end_time }) => (
            <rect
              key={start_time}
              {...span(Date.parse(start_time), Date.parse(end_time), 1)}
              y={side === null ? 6 : side === "port" ? 10 : 2}
              height={8}
              fill={`var(--${side ?? "line-strong"})`}
              fillOpacity={0.55}
            />
          ))}
          {leftOut.map(({ from_ms, to_ms }) => (
            <rect key={from_ms} {...span(from_ms, to_ms, 1)} y={0} height={20} className={styles.leftOut} />
          ))}
          {cover && <rect {...span(cover.from_ms, cover.to_ms, 0)} y={18} height={2} fill="var(--ink-2)" />}
          {!isWhole && (
            <rect {...span(range.from_ms, range.to_ms, 4)} y={0.5} height={19} className={styles.stripWindow} />
          )}
        </svg>
        <TimeSlider playback={playback} zone={zone} />
      </div>
    </div>
  );
}

/** The present moment in the strip and the slider that moves it, both set in the frame loop. */
function TimeSlider({ playback, zone }: Pick<OverviewProps, "playback" | "zone">) {
  const head = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { from_ms, to_ms } = playback.clock.whole;
  useEffect(() => {
    const [mark, slider] = [head.current!, input.current!];
    const written = { place: "", text: "" };
    let width_px = 0;
    // Read in a frame, the width would make the browser lay out the page within it.
    const watcher = new ResizeObserver(([entry]) => {
      width_px = entry!.contentRect.width;
      playback.loop.request();
    });
    watcher.observe(mark.parentElement!);
    const stop = playback.loop.subscribe("chart", () => {
      const { time_ms } = playback;
      const place = `translateX(${(((time_ms - from_ms) / (to_ms - from_ms)) * width_px).toFixed(2)}px)`;
      if (place !== written.place) mark.style.transform = place;
      // The slider's seconds begin at the start of the session, those of the clock with the second: either may change.
      const value = String(Math.round((time_ms - from_ms) / 1000));
      if (value !== slider.value) slider.value = value;
      const text = clockSeconds(time_ms, zone);
      if (text !== written.text) slider.setAttribute("aria-valuetext", text);
      Object.assign(written, { place, text });
    });
    return () => {
      stop();
      watcher.disconnect();
    };
  }, [playback, zone, from_ms, to_ms]);
  return (
    <>
      <i ref={head} />
      <input
        ref={input}
        type="range"
        min={0}
        max={Math.max(1, Math.round((to_ms - from_ms) / 1000))}
        step={1}
        defaultValue={0}
        aria-label="Time in the session"
        onInput={({ currentTarget }) => playback.seek(from_ms + Number(currentTarget.value) * 1000)}
      />
    </>
  );
}
