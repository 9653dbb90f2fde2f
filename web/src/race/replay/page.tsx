import type { Race } from "@leebow/api/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Film, NotebookPen, Share2, TriangleAlert, Wind } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { ref, useSnapshot } from "valtio";
import { countText } from "../../format/numbers";
import { shortDay } from "../../format/times";
import { useStars } from "../../journal/stars";
import { RaceDataPanel } from "../../replay/boats/race-data-panel";
import { RaceTools } from "../../replay/map/race-tools";
import { prepareMap } from "../../replay/map/use-replay-map";
import { ReplayView } from "../../replay/replay-view";
import { ApiFailure, failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { isExhausted, POLLS_EXHAUSTED } from "../../server/polling";
import { isLoggedIn, useUser } from "../../server/session";
import type { RaceData, ReplayModel } from "../../session/replay-model";
import { standingsOf } from "../../session/standings";
import { raceName, useCurrent } from "../../tracks/current-track";
import { Button, ButtonLink } from "../../ui/button";
import { EmptyState, Notice, NotRead } from "../../ui/empty-state";
import { lazyClosable, lazyPanel } from "../../ui/lazy-component";
import { Popover } from "../../ui/popover";
import { Progress } from "../../ui/progress";
import { useTitle } from "../../ui/title";
import {
  isRaceUnfinished,
  type LoadProgress,
  type RaceAddress,
  raceInfoOptions,
  raceProgressOptions,
  raceReplayOptions,
  type StoredRace,
} from "../race-replay";
import { gapOptions, raceReportOptions, serverSource } from "../report/queries";
import { applyMoment } from "./moment";
import type { MomentFormProps } from "./moment-form";
import styles from "./page.module.css";

const PrivateRace = lazyPanel(() => import("../../people/admin/private-content").then((part) => part.PrivateRace));

/** The boats of a race on one map, also for the holder of its share link. */
export function Page() {
  const { race_id } = useParams();
  const [search] = useSearchParams();
  const address: RaceAddress = { id: Number(race_id), share_id: search.get("share_id") };
  const { race, replay, failure, isAbsent, isReasonRequired, retry } = useStoredRace(address);
  useTitle(race ? raceName(race) : `Race ${race_id}`);
  useCurrent("race", race);
  useEffect(prepareMap, []);
  useReturnToList(isAbsent ? failure : null);
  return (
    <main className="stack rest">
      <h1 className="visually-hidden">{race ? raceName(race) : `Race ${race_id}`}</h1>
      {isReasonRequired && failure ? (
        <PrivateRace id={address.id} sentence={failure} />
      ) : failure ? (
        <Failed sentence={failure} retry={isAbsent ? null : retry} />
      ) : race && replay ? (
        <Replay race={race} replay={replay} share_id={address.share_id} />
      ) : (
        <Loading address={address} />
      )}
    </main>
  );
}

/** A race that does not exist, or is not shown to this user: its sentence as a toast, on the track list. */
function useReturnToList(sentence: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (sentence === null || !isLoggedIn()) return;
    notify.error(sentence);
    navigate("/home", { replace: true });
  }, [sentence, navigate]);
}

function Loading({ address }: { address: RaceAddress }) {
  const progress = useQuery(raceProgressOptions(address)).data;
  return (
    <div className={styles.loading}>
      <div className={styles.progress}>
        <Progress
          label="Loading the race"
          done={progress?.total ? progress.loaded / progress.total : null}
          amount={progress ? loadedText(progress) : undefined}
        />
      </div>
    </div>
  );
}

const loadedText = ({ loaded, total }: LoadProgress) => `${loaded} of ${countText(total, "track")}`;

function Replay({ race, replay, share_id }: { race: Race; replay: StoredRace; share_id: string | null }) {
  // Outside the actions, which are made anew when the race is computed.
  const [isJournalOpen, setJournalOpen] = useState(false);
  const Actions = useMemo(
    () =>
      function Actions({ model }: { model: ReplayModel }) {
        return (
          <>
            <VideoButton model={model} />
            <JournalButton onOpen={() => setJournalOpen(true)} />
            <ShareMoment model={model} race={race} share_id={share_id} />
            <ReportLink model={model} id={race.id} share_id={share_id} />
          </>
        );
      },
    [race, share_id],
  );
  const user = useUser();
  const stars = useStars({ race: race.id, share_id: share_id ?? undefined }, user !== null);
  const onModel = useOnModel({ id: race.id, share_id }, replay);
  const { boats } = replay.data;
  if (boats.length === 0)
    return (
      <EmptyState
        title="This race has no tracks to show"
        action={<ButtonLink to="/home">Back to the races</ButtonLink>}
      >
        {replay.missing.length > 0 ? replay.missing.join(" ") : "Its tracks were deleted or are not shared with you."}
      </EmptyState>
    );
  const count = countText(boats.length, "boat");
  return (
    <>
      <ReplayView
        data={replay.data}
        showWind={user?.show_wind_arrow ?? true}
        showSegments={user?.auto_segmentation_enabled ?? true}
        style_url={replay.style_url}
        header={{
          title: raceName(race),
          line: race.start_time ? `${shortDay(race.start_time, race.tz)}, ${count}` : count,
          back: user ? "/home" : "/login",
        }}
        dataPanel={RaceDataPanel}
        stars={stars}
        onModel={onModel}
        actions={Actions}
        above={VideoPlace}
        tools={RaceTools}
        notice={<RaceNotices race={race} missing={replay.missing} />}
        windChoice={null}
      />
      {isJournalOpen && (
        <RaceJournal race={race} share_id={share_id ?? undefined} onClose={() => setJournalOpen(false)} />
      )}
    </>
  );
}

/** What a replay is given: the moment of the address, and the places of the race. */
function useOnModel(address: RaceAddress, { data }: StoredRace) {
  const applyAddress = useMomentOfAddress();
  const showStandings = useStandings(address, data);
  return useCallback(
    (model: ReplayModel) => {
      applyAddress(model);
      return showStandings(model);
    },
    [applyAddress, showStandings],
  );
}

/** Applies the moment of the address to the first replay; the wind of the race, once estimated, makes another one. */
function useMomentOfAddress() {
  const [search] = useSearchParams();
  const first = useRef<URLSearchParams | null>(search);
  return useCallback((model: ReplayModel) => {
    if (first.current?.has("t")) applyMoment(model, first.current);
    first.current = null;
  }, []);
}

function Failed({ sentence, retry }: { sentence: string; retry: (() => void) | null }) {
  const title = "This race could not be opened";
  const away = isLoggedIn() ? (
    <ButtonLink to="/home">Back to the races</ButtonLink>
  ) : (
    <ButtonLink to="/login">To the login</ButtonLink>
  );
  return retry ? (
    <NotRead title={title} sentence={sentence} onRetry={retry}>
      {away}
    </NotRead>
  ) : (
    <EmptyState title={title} action={away}>
      {sentence}
    </EmptyState>
  );
}

/** A race, polled until its wind is estimated, and its boats, which are loaded at once. */
function useStoredRace(address: RaceAddress) {
  const client = useQueryClient();
  const info = useQuery(raceInfoOptions(client, address));
  const race = info.data?.value;
  const replay = useQuery({ ...raceReplayOptions(client, address), enabled: race !== undefined });
  const error = info.error ?? (replay.data ? null : replay.error);
  const isOver = !replay.data && isExhausted(info.data, isRaceUnfinished);
  return {
    race,
    replay: replay.data,
    failure: isOver ? POLLS_EXHAUSTED : error && failureSentence(error),
    /** The server knows no such race, or not for this viewer. */
    isAbsent: error instanceof ApiFailure && (error.status === 404 || error.status === 400),
    /** Of an administrator, for a race with private tracks. */
    isReasonRequired: error instanceof ApiFailure && error.status === 409,
    retry: () => void client.resetQueries({ queryKey: ["race-replay"], type: "active" }),
  };
}

/**
 * Gives each model of a replay the places and gaps of its race, as soon as the report is there; without one the replay is
 * as before.
 */
function useStandings({ id, share_id }: RaceAddress, { boats }: RaceData) {
  const address = useMemo(() => ({ id, share_id }), [id, share_id]);
  const answer = useQuery({ ...raceReportOptions(address), meta: { silent: true } }).data?.value;
  const { report: day, version } = answer ?? { report: null, version: "" };
  const source = useMemo(() => serverSource(address, version), [address, version]);
  const { data: columns } = useQuery({ ...gapOptions(source), enabled: day !== null && day.races.length > 0 });
  const standings = useMemo(
    () =>
      day && columns
        ? ref(
            standingsOf(
              day,
              columns,
              boats.map((boat) => boat.id),
            ),
          )
        : null,
    [day, columns, boats],
  );
  const model = useRef<ReplayModel | null>(null);
  useEffect(() => {
    if (model.current) model.current.state.standings = standings;
  }, [standings]);
  const latest = useRef(standings);
  latest.current = standings;
  return useCallback((shown: ReplayModel) => {
    model.current = shown;
    shown.state.standings = latest.current;
    return () => {
      model.current = null;
    };
  }, []);
}

const VideoPane = lazyClosable(() => import("../../replay/video/video-pane").then((module) => module.VideoPane));

/** Opens and closes the video beside the replay. */
export function VideoButton({ model: { state } }: { model: ReplayModel }) {
  const { video } = useSnapshot(state);
  return (
    <Button
      kind="quiet"
      icon={Film}
      className={styles.action}
      aria-label="Video"
      aria-pressed={video}
      onClick={() => {
        state.video = !video;
      }}
    >
      <span className={styles.word}>Video</span>
    </Button>
  );
}

/** The video, while it is open; its code is loaded then. */
function VideoPlace({ model }: { model: ReplayModel }) {
  const { video } = useSnapshot(model.state);
  if (!video) return null;
  return (
    <VideoPane
      model={model}
      onClose={() => {
        model.state.video = false;
      }}
    />
  );
}

interface ReportLinkProps {
  model: ReplayModel;
  id: number;
  /** Of the address, for a viewer who came by the link. */
  share_id: string | null;
}

/** Leads to the report of the race, with the focus boat and the moment of the replay. */
export function ReportLink({ model, id, share_id }: ReportLinkProps) {
  const navigate = useNavigate();
  const pathname = `/races/${id}/report`;
  const shared: Record<string, string> = share_id ? { share_id } : {};
  return (
    <ButtonLink
      kind="quiet"
      icon={FileText}
      className={styles.action}
      aria-label="Race Report"
      to={{ pathname, search: new URLSearchParams(shared).toString() }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const t = new Date(model.playback.time_ms).toISOString();
        const search = new URLSearchParams({ ...shared, boat: String(model.data.id), t }).toString();
        void navigate({ pathname, search });
      }}
    >
      <span className={styles.word}>Race Report</span>
    </ButtonLink>
  );
}

const MomentForm = lazyPanel(() => import("./moment-form").then((part) => part.MomentForm));

/** A link that opens the race at this time, with this boat and this view. */
function ShareMoment(props: MomentFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label="Share this moment"
      trigger={
        <Button kind="quiet" icon={Share2} className={styles.action} aria-label="Share moment">
          <span className={styles.word}>Share moment</span>
        </Button>
      }
    >
      <MomentForm {...props} />
    </Popover>
  );
}

/** What is still computed of a race, what failed, and which boats are absent. */
function RaceNotices({ race, missing }: { race: Race; missing: readonly string[] }) {
  const { processing_status, error, wind_reason } = race;
  return (
    <>
      {processing_status === 1 && <Notice icon={Wind}>Wind data is processing.</Notice>}
      {processing_status === 4 && <Notice icon={Wind}>Race wind data is updating</Notice>}
      {processing_status === 2 && (
        <Notice warn icon={TriangleAlert}>
          {error ?? "There was an error processing this race."}
        </Notice>
      )}
      {processing_status === 3 && wind_reason && <Notice icon={Wind}>{wind_reason}</Notice>}
      {missing.length > 0 && (
        <Notice warn icon={TriangleAlert}>
          {`Not shown: ${missing.join(" ")}`}
        </Notice>
      )}
    </>
  );
}

const RaceJournal = lazyClosable(() => import("../../journal/journal-dialog").then((part) => part.RaceJournal));

/** Opens the journal of the race. */
const JournalButton = ({ onOpen }: { onOpen: () => void }) => (
  <Button kind="quiet" icon={NotebookPen} className={styles.action} aria-label="Journal" onClick={onOpen}>
    <span className={styles.word}>Journal</span>
  </Button>
);
