import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { RaceAddress } from "../../api/race-replay";
import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { lazyPanel } from "../../components/lazy-component";
import { NotRead } from "../../components/not-read";
import { Progress } from "../../components/progress";
import { useTitle } from "../../components/title";
import { countText } from "../../format/counts";
import { shortDay } from "../../format/times";
import { type LoadProgress, raceProgressOptions, type StoredRace } from "../../queries/race-replay";
import { useStars } from "../../queries/stars";
import { RaceDataPanel } from "../../replay/boats/race-data-panel";
import { RaceTools } from "../../replay/map/race-tools";
import { prepareMap } from "../../replay/map/use-replay-map";
import { ReplayView } from "../../replay/replay-view";
import type { ReplayModel } from "../../session/replay-model";
import { raceName, useCurrent } from "../../stores/current-track";
import { notify } from "../../stores/notices";
import { isLoggedIn, session } from "../../stores/session";
import { JournalButton, RaceJournal } from "./journal-button";
import { applyMoment } from "./moment";
import styles from "./page.module.css";
import { RaceNotices } from "./race-notices";
import { ReportLink } from "./report-link";
import { ShareMoment } from "./share-moment";
import { useStandings } from "./use-standings";
import { useStoredRace } from "./use-stored-race";
import { VideoButton, VideoPlace } from "./video";

const PrivateRace = lazyPanel(() => import("../../admin/private-content").then((part) => part.PrivateRace));

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
    <main className={styles.page}>
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

interface ReplayProps {
  race: Race;
  replay: StoredRace;
  share_id: string | null;
}

function Replay({ race, replay, share_id }: ReplayProps) {
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
  const { user } = useSnapshot(session);
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
