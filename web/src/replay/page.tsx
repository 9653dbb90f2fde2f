import type { Track } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useContext, useDeferredValue, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { subscribe } from "valtio";
import { useReplayTarget } from "../analysis/polar/use-report-target";
import { tackLossText } from "../analysis/report/rows";
import { analysisOf } from "../analysis/straights/queries";
import { useCorrections, useWindChoice } from "../corrections/corrections";
import { shortDay } from "../format/times";
import { type StarSource, useStars } from "../journal/stars";
import { ApiFailure, failureSentence } from "../server/failure";
import { notify } from "../server/notices";
import { isExhausted, POLLS_EXHAUSTED } from "../server/polling";
import { useUser } from "../server/session";
import type { StraightSource } from "../session/correction-source";
import { segmentId } from "../session/names-in-wind";
import type { ReplayModel } from "../session/replay-model";
import type { ReplayTarget } from "../session/replay-target";
import { type Evidence, showEvidence } from "../session/shown-evidence";
import { openStar } from "../session/star-state";
import { useCurrent } from "../tracks/current-track";
import { ResultsNotices } from "../tracks/results-notices";
import { isAnalyzed, isBroken, isUnfinished, replayOptions, type StoredReplay, trackOptions } from "../tracks/track";
import { withValues } from "../ui/address";
import { ButtonLink } from "../ui/button";
import { EmptyState, NotRead } from "../ui/empty-state";
import { lazyPanel, lazyQuiet } from "../ui/lazy-component";
import { Spinner } from "../ui/progress";
import { useTitle } from "../ui/title";
import { prepareMap } from "./map/use-replay-map";
import styles from "./page.module.css";
import { ReplayView } from "./replay-view";

const FileReport = lazyPanel(() => import("./file-report").then((part) => part.FileReport));
const DamageLine = lazyQuiet(() => import("./file-report").then((part) => part.DamageLine));

const PrivateTrack = lazyPanel(() => import("../people/admin/private-content").then((part) => part.PrivateTrack));
const DoubtNotice = lazyQuiet(() => import("../analysis/instruments/doubt-notice").then((part) => part.DoubtNotice));
const WindHint = lazyQuiet(() => import("../corrections/wind-hint").then((part) => part.WindHint));

/** One track on the map. */
export function Page() {
  const { track_id } = useParams();
  const id = Number(track_id);
  const { track, replay, failure, isReasonRequired, retry } = useStoredReplay(id);
  useTitle(`Track ${track_id}`);
  useCurrent("track", track);
  useEffect(prepareMap, []);
  return (
    <main className="stack rest">
      <h1 className="visually-hidden">Track {track_id}</h1>
      {isReasonRequired ? (
        <PrivateTrack id={id} />
      ) : failure ? (
        <Failed sentence={failure} retry={retry} />
      ) : (
        <Loaded track={track} replay={replay} />
      )}
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
    // Drawn in slices: in one task it would keep the page from answering.
    replay: useDeferredValue(replay.data),
    failure: isOver ? POLLS_EXHAUSTED : error && failureSentence(error),
    /** Of an administrator, for a private track. */
    isReasonRequired: error instanceof ApiFailure && error.status === 409,
    retry: () => void client.resetQueries({ queryKey: ["tracks"], type: "active" }),
  };
}

function Loaded({ track, replay }: { track: Track | undefined; replay: StoredReplay | undefined }) {
  const navigate = useNavigate();
  const target = useReplayTarget(replay?.data);
  const isPending = track !== undefined && !isBroken(track) && !isAnalyzed(track);
  useEffect(() => {
    if (!isPending) return;
    notify.info("Track is pending now, try again in a few seconds");
    void navigate("/home", { replace: true });
  }, [isPending, navigate]);
  if (track && isBroken(track))
    return (
      <EmptyState
        title="There was an error processing this track."
        action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}
      >
        {track.error}
      </EmptyState>
    );
  if (track && replay && target !== undefined) return <Replay track={track} target={target} {...replay} />;
  return (
    <div className={styles.loading} role="status">
      <Spinner size={20} label="Loading the track" />
    </div>
  );
}

type ReplayProps = { track: Track; target: ReplayTarget | null } & StoredReplay;

function Replay({ track, target, data, style_url }: ReplayProps) {
  const user = useUser();
  const navigate = useNavigate();
  const { report } = data;
  const windChoice = useWindChoice(track);
  const corrections = useCorrections(track);
  const stars = useStars({ track: track.id }, true);
  const onModel = useModelOfAddress(stars);
  const straights = useStraightSource(track.id);
  return (
    <ReplayView
      data={data}
      target={target}
      showWind={user?.show_wind_arrow ?? true}
      showSegments={user?.auto_segmentation_enabled ?? true}
      style_url={style_url}
      stars={stars}
      corrections={corrections}
      straights={straights}
      reportLink={reportLink(track.id)}
      onModel={onModel}
      header={{
        title: track.full_name,
        line: `${shortDay(track.start_time, track.tz)}, ${track.boat_name}`,
        back: "/home",
      }}
      extra={{
        label: "File",
        last: true,
        warning: track.damage ? <DamageLine data={data} /> : undefined,
        content: <FileReport data={data} />,
      }}
      windChoice={windChoice}
      notice={
        <>
          <ResultsNotices track={track} />
          <DoubtNotice
            report={report}
            source={corrections}
            onWhy={() => void navigate(`/reports/${track.id}?tab=instruments`)}
          />
        </>
      }
      foot={
        <>
          <span className="small secondary grow">{tackLossText(report.maneuvers)}</span>
          {report.wind !== null && windChoice?.hint_deg === null && <WindHint report={report} choice={windChoice} />}
          <ButtonLink to={`/reports/${track.id}`}>Full Report</ButtonLink>
        </>
      }
    />
  );
}

/** Applies the address to each model: maneuver and time at once, `content` when the stars are known. */
function useModelOfAddress({ stars, isLoaded }: StarSource): (model: ReplayModel) => () => void {
  const address = useReplayAddress();
  const [search] = useSearchParams();
  const [model, setModel] = useState<ReplayModel | null>(null);
  const content = search.get("content");
  // biome-ignore lint/correctness/useExhaustiveDependencies: Stars that are written later do not open the one of the address.
  useEffect(() => {
    if (!model || !isLoaded || content === null) return;
    const star = stars.find((one) => one.content === content);
    if (star) openStar(model.stars, star);
    else notify.info("This track has no gold star of this name.");
  }, [model, isLoaded, content]);
  return useCallback(
    (next) => {
      setModel(next);
      return address(next);
    },
    [address],
  );
}

/** Makes analyses of this track's straights and goes to them. */
function useStraightSource(track_id: number): StraightSource {
  const navigate = useNavigate();
  const client = useQueryClient();
  return {
    track_id,
    create: async (segment_ids, name) => {
      const id = await analysisOf(client, track_id, segment_ids, name);
      await navigate(`/straight-analysis/${id}`);
    },
  };
}

/** Address of a maneuver's row in the report. */
const reportLink = (track_id: number) => (id: number) => `/reports/${track_id}?row=${id}`;

function Failed({ sentence, retry }: { sentence: string; retry: () => void }) {
  return (
    <NotRead title="This track could not be opened" sentence={sentence} onRetry={retry}>
      <ButtonLink to="/home">Back to the tracks</ButtonLink>
    </NotRead>
  );
}

/** The selected maneuver and the time of a replay in the address of its page. */

/** Applies the address to a model, and writes later selections into it. The result is a function of the model, stable. */
function useReplayAddress(): (model: ReplayModel) => () => void {
  const [search, setSearch] = useSearchParams();
  // Not `useNavigation()`, which says so a rendering later: an address written in between would abort the navigation.
  const { router } = useContext(UNSAFE_DataRouterContext)!;
  const latest = useRef({ search, setSearch });
  const isApplied = useRef(false);
  useEffect(() => {
    latest.current = { search, setSearch };
  });
  return useCallback(
    (model) => {
      applySearch(model, latest.current.search, !isApplied.current);
      isApplied.current = true;
      const write = () => {
        const next = selectionOf(model);
        latest.current.setSearch((before) => withValues(before, next), { replace: true, preventScrollReset: true });
      };
      const timer = new AddressTimer(write, () => router.state.navigation.state !== "idle");
      const later = () => {
        timer.stop();
        // While it plays the time changes ten times a second.
        if (!model.playback.clock.playing) timer.restart();
      };
      const stops = [subscribe(model.state, later), subscribe(model.playback.readout, later)];
      return () => {
        timer.stop();
        for (const stop of stops) stop();
      };
    },
    [router],
  );
}

/** What the address selects in a model; `withTime`: the time of the address too. */
function applySearch(model: ReplayModel, search: URLSearchParams, withTime: boolean): void {
  const id = Number(search.get("maneuver"));
  const index = id > 0 ? model.data.report.maneuvers.findIndex((one) => segmentId(one) === id) : -1;
  const at_ms = Date.parse(search.get("t") ?? "");
  if (withTime) showEvidence(model, evidenceOf(model, search));
  if (index >= 0) {
    if (withTime) model.choose(index);
    else model.state.chosen = index;
  }
  if (withTime && !Number.isNaN(at_ms)) model.playback.seek(at_ms);
}

/** Maneuvers and range of `?turns=12,15` and `?from=…&to=…`. */
function evidenceOf({ data }: ReplayModel, search: URLSearchParams): Evidence {
  const ids = new Set(search.get("turns")?.split(",").map(Number));
  const maneuvers = data.report.maneuvers.flatMap((one, index) => (ids.has(segmentId(one) ?? -1) ? [index] : []));
  const [from_ms, to_ms] = ["from", "to"].map((name) => Date.parse(search.get(name) ?? ""));
  return { maneuvers, range: from_ms! < to_ms! ? { from_ms: from_ms!, to_ms: to_ms! } : null };
}

/** Values of the parameters; null without one. */
function selectionOf({ data, state, playback }: ReplayModel): Record<"maneuver" | "t", string | null> {
  const maneuver = data.report.maneuvers[state.chosen];
  const id = maneuver ? segmentId(maneuver) : null;
  const isAtStart = playback.time_ms <= playback.clock.whole.from_ms;
  return {
    maneuver: id === null ? null : String(id),
    t: isAtStart ? null : `${new Date(playback.time_ms).toISOString().slice(0, 19)}Z`,
  };
}

/** The address is written this long after the last change, ms: browsers limit how often it may change. *guess* */
const WRITE_AFTER_MS = 400;

/** Writes the address some time after the last change; not while another page is being fetched, which that would abort. */
export class AddressTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly write: () => void,
    private readonly isNavigating: () => boolean,
  ) {}

  restart(): void {
    this.stop();
    this.timer = setTimeout(() => (this.isNavigating() ? this.restart() : this.write()), WRITE_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
