import { SEGMENT_KINDS } from "@leebow/core";
import { Keyboard, Pause, Play, StepBack, StepForward } from "lucide-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { subscribe, useSnapshot } from "valtio";
import { Overview } from "../../chart/overview";
import { clockSeconds, dayKey, shortDay, zoneName } from "../../format/times";
import { SPEEDS } from "../../playback/clock";
import { leftOutTimes } from "../../playback/rows";
import type { ReplayModel } from "../../session/replay-model";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { lazyClosable } from "../../ui/lazy-component";
import { WRITING } from "./keys";
import styles from "./transport.module.css";

/** Playback controls: play, steps between maneuvers, speed, the time in the track's zone, overview of the session. */
export function Transport({ model, children }: { model: ReplayModel; children?: React.ReactNode }) {
  const { playback } = model;
  const { playing } = useSnapshot(playback.readout);
  return (
    <section className={styles.transport} aria-label="Playback">
      <StepButton model={model} by={-1} />
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? "Pause" : "Play"}
        onClick={() => playback.toggle()}
      >
        <Icon of={playing ? Pause : Play} size={20} />
      </button>
      <StepButton model={model} by={1} />
      <SpeedButton model={model} />
      <TimeNow model={model} />
      <Strip model={model} />
      {children}
    </section>
  );
}

/** To the next maneuver or the previous one, which its tooltip names: "Next: tack at 13:43:40 (.)". */
function StepButton({ model, by }: { model: ReplayModel; by: 1 | -1 }) {
  const { focus } = useSnapshot(model.state);
  const { maneuvers } = model.boats[focus]!.report;
  // Drawn anew when the maneuver is another, not with every change of the time.
  const beside = useSyncExternalStore(
    (changed) => subscribe(model.playback.readout, changed),
    () => model.neighbour(by),
  );
  const maneuver = maneuvers[beside];
  const [word, key] = by > 0 ? ["Next", "."] : ["Previous", ","];
  const tip = maneuver
    ? `${word}: ${SEGMENT_KINDS[maneuver.kind].name.toLowerCase()} at ${clockSeconds(maneuver.time, model.zone)} (${key})`
    : `No ${word.toLowerCase()} maneuver`;
  return (
    <IconButton
      icon={by > 0 ? StepForward : StepBack}
      label={`${word} maneuver`}
      tip={tip}
      disabled={maneuvers.length === 0}
      onClick={() => model.step(by)}
    />
  );
}

function SpeedButton({ model: { playback } }: { model: ReplayModel }) {
  const { speed } = useSnapshot(playback.readout);
  return (
    <button
      type="button"
      className={styles.speed}
      aria-label={`Speed ${speed} times. Change`}
      onClick={() => playback.stepSpeed()}
    >
      <b>{speed}×</b>
      <span className={styles.dots} aria-hidden="true">
        {SPEEDS.map((one) => (
          <i key={one} className={one <= speed ? styles.on : ""} />
        ))}
      </span>
    </button>
  );
}

function TimeNow({ model: { playback, zone } }: { model: ReplayModel }) {
  const { time_ms } = useSnapshot(playback.readout);
  const { from_ms, to_ms } = playback.clock.whole;
  const isOneDay = dayKey(from_ms, zone) === dayKey(to_ms, zone);
  return (
    <div className={styles.clock}>
      <b>{clockSeconds(time_ms, zone)}</b>
      <span>
        <span className={isOneDay ? styles.day : ""}>{shortDay(time_ms, zone)}, </span>
        {zoneName(zone)}
      </span>
    </div>
  );
}

function Strip({ model: { playback, boats, state, zone } }: { model: ReplayModel }) {
  const { cover, focus, range } = useSnapshot(state);
  const { report } = boats[focus]!;
  const leftOut = useMemo(() => leftOutTimes(report), [report]);
  return (
    <Overview
      playback={playback}
      straights={report.straights}
      leftOut={leftOut}
      zone={zone}
      range={range}
      cover={cover}
      className={styles.strip}
    />
  );
}

const KeysDialog = lazyClosable(() => import("./keys-dialog").then((part) => part.KeysDialog));

export const loadKeys = KeysDialog.load;

/** Opens the list of keyboard shortcuts; so does the key "?". */
export function KeysButton({ isRace }: { isRace: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && !(event.target as HTMLElement).closest(WRITING)) setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => setOpen(true)} />
      {isOpen && <KeysDialog isRace={isRace} onClose={() => setOpen(false)} />}
    </>
  );
}
