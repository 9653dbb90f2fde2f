import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { ApiFailure, NO_ANSWER } from "../../api/failure";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import { fixed } from "../../format/numbers";
import { shortDay } from "../../format/times";
import { ReplayView } from "../../replay/replay-view";
import { clearCurrentTrack, setCurrentTrack } from "../../stores/current-track";
import { createPoll } from "../../stores/poll";
import { session } from "../../stores/session";
import { type LoadedTrack, loadTrack, type TrackLoad } from "./load-track";
import styles from "./page.module.css";

const GAVE_UP = "Could not retrieve data. Please check back later.";

/** One track on the map. */
export function Page() {
  const { track_id } = useParams();
  const id = Number(track_id);
  const { load, failure, again } = useTrack(id);
  useTitle(`Track ${track_id}`);
  useEffect(() => {
    if (load) setCurrentTrack(load.track);
    return clearCurrentTrack;
  }, [load]);
  useEffect(() => void import("../../map/replay-map"), []);
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Track {track_id}</h1>
      {failure ? <Failed sentence={failure} again={again} /> : <Loaded load={load} id={id} />}
    </main>
  );
}

function Loaded({ load, id }: { load: TrackLoad | null; id: number }) {
  if (load === null) return <div className={styles.loading} role="status"><Spinner size={20} label="Loading the track" /></div>;
  if (load.state === "broken") return <EmptyState title="There was an error processing this track." action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}>{load.track.error}</EmptyState>;
  if (load.state === "pending") return <div className={styles.loading} role="status"><Spinner size={20} /><p>Track is pending now. It opens by itself in a few seconds.</p></div>;
  return <Replay id={id} loaded={load} />;
}

function Replay({ id, loaded: { track, data, style_url } }: { id: number; loaded: LoadedTrack }) {
  const { user } = useSnapshot(session);
  const showSegments = user?.auto_segmentation_enabled ?? true;
  return (
    <ReplayView
      data={data}
      showWind={user?.show_wind_arrow ?? true}
      showSegments={showSegments}
      style_url={style_url}
      plate={{ title: track.full_name, line: `${shortDay(track.start_time, track.tz)}, ${track.boat_name}`, back: "/home" }}
      foot={
        <>
          <span className="small secondary grow">{lossWords(data.report.maneuvers)}</span>
          <ButtonLink to={`/reports/${id}`}>Full Report</ButtonLink>
        </>
      }
    />
  );
}

/** "Average tack loss 3.2 m" */
function lossWords(maneuvers: { kind: string; loss_80_m: number | null }[]): string {
  const losses = maneuvers.filter(({ kind, loss_80_m }) => kind === "tack" && loss_80_m !== null).map(({ loss_80_m }) => loss_80_m!);
  return losses.length === 0 ? "" : `Average tack loss ${fixed(losses.reduce((a, b) => a + b, 0) / losses.length, 1)} m`;
}

function Failed({ sentence, again }: { sentence: string; again: () => void }) {
  return <EmptyState title="This track could not be opened" action={<Button kind="primary" onClick={again}>Try again</Button>}>{sentence}</EmptyState>;
}

/** Loads, and asks again while the server still works on it. */
function useTrack(id: number) {
  const [load, setLoad] = useState<TrackLoad | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const step = async () => {
      const next = await loadTrack(id, stop.signal);
      setLoad((before) => (before?.state === "pending" && next.state === "pending" ? before : next));
      return next.state === "pending";
    };
    const poll = createPoll(step, () => setFailure(GAVE_UP));
    setFailure(null);
    setLoad(null);
    step().then(
      (pending) => pending && !stop.signal.aborted && poll.start(),
      (cause: unknown) => !stop.signal.aborted && setFailure(cause instanceof ApiFailure ? cause.sentences[0]! : NO_ANSWER),
    );
    return () => {
      stop.abort();
      poll.stop();
    };
  }, [id, attempt]);
  return { load, failure, again: () => setAttempt(attempt + 1) };
}
