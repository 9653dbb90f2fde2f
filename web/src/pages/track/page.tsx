import type { Track } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { DamageReport } from "../../analyze/damage-report";
import { damageSentence, keptText } from "../../analyze/damage-text";
import { DeviceReport } from "../../analyze/device-report";
import { failureSentence } from "../../api/failure";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import { shortDay } from "../../format/times";
import { isExhausted, POLLS_EXHAUSTED } from "../../queries/polling";
import {
  isAnalyzed,
  isBroken,
  isUnfinished,
  replayOptions,
  type StoredReplay,
  trackOptions,
} from "../../queries/replay";
import { useWindChoice } from "../../queries/wind-choice";
import { ReplayView } from "../../replay/replay-view";
import { tackLossText } from "../../report/tack-loss";
import { clearCurrentTrack, setCurrentTrack } from "../../stores/current-track";
import { session } from "../../stores/session";
import { WindHint } from "../../wind/wind-hint";
import styles from "./page.module.css";

/** One track on the map. */
export function Page() {
  const { track_id } = useParams();
  const id = Number(track_id);
  const { track, replay, failure, retry } = useStoredReplay(id);
  useTitle(`Track ${track_id}`);
  useEffect(() => {
    if (track) setCurrentTrack(track);
    return clearCurrentTrack;
  }, [track]);
  useEffect(() => void import("../../map/replay-map"), []);
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Track {track_id}</h1>
      {failure ? <Failed sentence={failure} retry={retry} /> : <Loaded track={track} replay={replay} />}
    </main>
  );
}

/** The track, polled until it is analyzed, and then its replay. */
function useStoredReplay(id: number) {
  const client = useQueryClient();
  const stored = useQuery(trackOptions(client, id));
  const track = stored.data?.value;
  const replay = useQuery({ ...replayOptions(id), enabled: track !== undefined && isAnalyzed(track) });
  const error = stored.error ?? replay.error;
  const isOver = isExhausted(stored.data, isUnfinished);
  return {
    track,
    replay: replay.data,
    failure: isOver ? POLLS_EXHAUSTED : error && failureSentence(error),
    retry: () => void client.resetQueries({ queryKey: ["tracks"], type: "active" }),
  };
}

function Loaded({ track, replay }: { track: Track | undefined; replay: StoredReplay | undefined }) {
  if (track && isBroken(track))
    return (
      <EmptyState
        title="There was an error processing this track."
        action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}
      >
        {track.error}
      </EmptyState>
    );
  if (track && !isAnalyzed(track))
    return (
      <div className={styles.loading} role="status">
        <Spinner size={20} />
        <p>Track is pending now. It opens by itself in a few seconds.</p>
      </div>
    );
  if (track && replay) return <Replay track={track} {...replay} />;
  return (
    <div className={styles.loading} role="status">
      <Spinner size={20} label="Loading the track" />
    </div>
  );
}

function Replay({ track, data, style_url }: { track: Track } & StoredReplay) {
  const { user } = useSnapshot(session);
  const { report } = data;
  const windChoice = useWindChoice(track);
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
        warning: track.damage ? `${keptText(report.damage)}. ${damageSentence(report)}` : undefined,
        content: (
          <>
            <DamageReport data={data} />
            <DeviceReport report={report} />
          </>
        ),
      }}
      windChoice={windChoice}
      foot={
        <>
          <span className="small secondary grow">{tackLossText(report.maneuvers)}</span>
          {report.wind !== null && windChoice && <WindHint choice={windChoice} />}
          <ButtonLink to={`/reports/${track.id}`}>Full Report</ButtonLink>
        </>
      }
    />
  );
}

function Failed({ sentence, retry }: { sentence: string; retry: () => void }) {
  return (
    <EmptyState
      title="This track could not be opened"
      action={
        <Button kind="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </EmptyState>
  );
}
