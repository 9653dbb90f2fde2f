import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { DamageReport } from "../../analyze/damage-report";
import { damageSentence, keptWords } from "../../analyze/damage-words";
import { DeviceReport } from "../../analyze/device-report";
import { sayFailure } from "../../api/client";
import { ApiFailure, NO_ANSWER } from "../../api/failure";
import { changeTrack } from "../../api/tracks";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import { shortDay } from "../../format/times";
import { ReplayView } from "../../replay/replay-view";
import { WindHint } from "../../replay/wind-hint";
import { tackLossText } from "../../report/tack-loss";
import { clearCurrentTrack, setCurrentTrack } from "../../stores/current-track";
import { createPoll } from "../../stores/poll";
import { session } from "../../stores/session";
import { canEdit } from "../../tracks/policy";
import { isUnfinished, isWindComing, type LoadedTrack, loadTrack, type TrackLoad } from "./load-track";
import styles from "./page.module.css";

/** A wind is weighed in a second or two. */
const WIND_POLL_MS = 1000;
const GAVE_UP = "Could not retrieve data. Please check back later.";

/** One track on the map. */
export function Page() {
  const { track_id } = useParams();
  const id = Number(track_id);
  const { load, failure, again, wake } = useTrack(id);
  useTitle(`Track ${track_id}`);
  useEffect(() => {
    if (load) setCurrentTrack(load.track);
    return clearCurrentTrack;
  }, [load]);
  useEffect(() => void import("../../map/replay-map"), []);
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Track {track_id}</h1>
      {failure ? <Failed sentence={failure} again={again} /> : <Loaded load={load} id={id} wake={wake} />}
    </main>
  );
}

function Loaded({ load, id, wake }: { load: TrackLoad | null; id: number; wake: () => void }) {
  if (load === null)
    return (
      <div className={styles.loading} role="status">
        <Spinner size={20} label="Loading the track" />
      </div>
    );
  if (load.state === "broken")
    return (
      <EmptyState
        title="There was an error processing this track."
        action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}
      >
        {load.track.error}
      </EmptyState>
    );
  if (load.state === "pending")
    return (
      <div className={styles.loading} role="status">
        <Spinner size={20} />
        <p>Track is pending now. It opens by itself in a few seconds.</p>
      </div>
    );
  return <Replay id={id} loaded={load} wake={wake} />;
}

function Replay({
  id,
  loaded: { track, data, style_url },
  wake,
}: {
  id: number;
  loaded: LoadedTrack;
  wake: () => void;
}) {
  const { user } = useSnapshot(session);
  const { report } = data;
  const windHint = user && canEdit(user, track) ? <StoredWindHint track={track} wake={wake} /> : null;
  return (
    <ReplayView
      data={data}
      showWind={user?.show_wind_arrow ?? true}
      showSegments={user?.auto_segmentation_enabled ?? true}
      style_url={style_url}
      header={{
        title: track.full_name,
        line: `${shortDay(track.start_time, track.tz)}, ${track.boat_name}`,
        back: "/home",
      }}
      extra={{
        label: "File",
        last: true,
        warning: track.damage ? `${keptWords(report.damage)}. ${damageSentence(report)}` : undefined,
        content: (
          <>
            <DamageReport data={data} />
            <DeviceReport report={report} />
          </>
        ),
      }}
      windHint={windHint}
      foot={
        <>
          <span className="small secondary grow">{tackLossText(report.maneuvers)}</span>
          {report.wind !== null && windHint}
          <ButtonLink to={`/reports/${id}`}>Full Report</ButtonLink>
        </>
      }
    />
  );
}

/** The hint is kept with the track on the server, which looks at the track anew with it. */
function StoredWindHint({ track, wake }: { track: LoadedTrack["track"]; wake: () => void }) {
  const [sending, setSending] = useState(false);
  const give = async (wind_hint_deg: number | null) => {
    setSending(true);
    await changeTrack(track.id, { wind_hint_deg }).then(wake, sayFailure);
    setSending(false);
  };
  return (
    <WindHint hint_deg={track.wind_hint_deg} busy={sending || isWindComing(track)} onChange={(deg) => void give(deg)} />
  );
}

function Failed({ sentence, again }: { sentence: string; again: () => void }) {
  return (
    <EmptyState
      title="This track could not be opened"
      action={
        <Button kind="primary" onClick={again}>
          Try again
        </Button>
      }
    >
      {sentence}
    </EmptyState>
  );
}

/** Loads, and asks again while the server still works on it; `wake` asks at once. */
function useTrack(id: number) {
  const [load, setLoad] = useState<TrackLoad | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const wake = useRef(() => {});
  useEffect(() => {
    const stop = new AbortController();
    let shown: TrackLoad | null = null;
    const step = async () => {
      const next = await loadTrack(id, stop.signal, shown);
      const stays = shown?.state === "pending" && next.state === "pending";
      if (!stop.signal.aborted && !stays) {
        shown = next;
        setLoad(next);
      }
      return isUnfinished(next);
    };
    const gaveUp = () => setFailure(GAVE_UP);
    const [poll, windPoll] = [createPoll(step, gaveUp), createPoll(step, gaveUp, WIND_POLL_MS)];
    const begin = () =>
      step().then(
        (unfinished) => unfinished && !stop.signal.aborted && (shown?.state === "ready" ? windPoll : poll).start(),
      );
    setFailure(null);
    setLoad(null);
    begin().catch(
      (cause: unknown) =>
        !stop.signal.aborted && setFailure(cause instanceof ApiFailure ? cause.sentences[0]! : NO_ANSWER),
    );
    wake.current = () => void begin().catch(sayFailure);
    return () => {
      stop.abort();
      poll.stop();
      windPoll.stop();
    };
  }, [id, attempt]);
  return { load, failure, again: () => setAttempt(attempt + 1), wake: () => wake.current() };
}
