import type { RaceDay } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { LogOut, Map as MapIcon, Share2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { saveFile } from "../../format/save-file";
import { showFailure } from "../../server/client";
import { ApiFailure, failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { isExhausted, POLLS_EXHAUSTED } from "../../server/polling";
import { isLoggedIn, useUser } from "../../server/session";
import { raceName, useCurrent } from "../../tracks/current-track";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { EmptyState, Skeleton } from "../../ui/empty-state";
import { lazyClosable, lazyPanel } from "../../ui/lazy-component";
import { Spinner } from "../../ui/progress";
import { useTitle } from "../../ui/title";
import type { RaceAddress, RaceSummary } from "../race-replay";
import type { ReportSubject } from "./boats";
import { type ReportClock, useReportClock } from "./clock";
import styles from "./page.module.css";
import {
  fetchRaceSpreadsheet,
  isReportComing,
  type RaceReportAnswer,
  raceReportOptions,
  reportRaceOptions,
  serverSource,
} from "./queries";
import { RaceHead } from "./race-head";
import { type Place, useReportPlace } from "./report-place";
import { RaceReportView } from "./report-view";
import { SetStart } from "./set-start";
import { type CorrectionEditing, useCorrectionEditing } from "./use-corrections";

const PrivateRace = lazyPanel(() => import("../../people/admin/private-content").then((part) => part.PrivateRace));

/** The report of a race: start, course, gaps and legs, also for the holder of its share link. */
export function Page() {
  const { race_id } = useParams();
  const [search] = useSearchParams();
  const share_id = search.get("share_id");
  const address = useMemo((): RaceAddress => ({ id: Number(race_id), share_id }), [race_id, share_id]);
  const race = useQuery(reportRaceOptions(address));
  const report = useQuery(raceReportOptions(address));
  useTitle(race.data ? `Report of ${raceName(race.data)}` : "Race report");
  useCurrent("race", race.data);
  const error = (race.data ? null : race.error) ?? (report.data ? null : report.error);
  if (error) {
    const retry = () => void Promise.all([race.refetch(), report.refetch()]);
    return <Failed address={address} error={error} onRetry={retry} />;
  }
  if (!race.data || !report.data) return <Loading />;
  const { value } = report.data;
  if (!value.report)
    return (
      <main className="stack shrinks">
        <ReportHead address={address} summary={race.data} day={null} place={null} clock={null} />
        <Coming
          answer={value}
          race={race.data}
          hasEnded={isExhausted(report.data, isReportComing)}
          onRetry={() => void report.refetch()}
        />
      </main>
    );
  return <Report address={address} summary={race.data} answer={value} day={value.report} />;
}

interface ReportProps {
  address: RaceAddress;
  summary: RaceSummary;
  answer: RaceReportAnswer;
  day: RaceDay;
}

function Report({ address, summary, answer, day }: ReportProps) {
  const user = useUser();
  const place = useReportPlace(day, summary.track, user?.id ?? null);
  const all = useCorrectionEditing(address, answer);
  const editing: CorrectionEditing | null = summary.can.edit && address.share_id === null ? all : null;
  const clock = useReportClock(place);
  const subject = useMemo(() => subjectOf(summary), [summary]);
  const hasAccount = user !== null;
  const source = useMemo(
    () => serverSource(address, answer.version, hasAccount),
    [address, answer.version, hasAccount],
  );
  return (
    <main className="stack shrinks">
      <ReportHead address={address} summary={summary} day={day} place={place} clock={clock} editing={editing} />
      {isReportComing(answer) && (
        <p className={styles.again} role="status">
          <Spinner /> The race is being computed again. Until then the report is the one before.
        </p>
      )}
      {place && clock ? (
        <RaceReportView
          source={source}
          subject={subject}
          day={day}
          race={place.race}
          place={place}
          editing={editing}
          clock={clock}
        />
      ) : (
        <SetStart
          notes={day.notes}
          candidates={day.candidates}
          start_time={summary.start_time}
          zone={summary.tz}
          editing={editing}
        />
      )}
    </main>
  );
}

interface ComingProps {
  answer: RaceReportAnswer;
  race: RaceSummary;
  hasEnded: boolean;
  onRetry: () => void;
}

/** While the report is computed; or why it was not. */
function Coming({ answer, race, hasEnded, onRetry }: ComingProps) {
  const isComing = isReportComing(answer) && !hasEnded;
  if (isComing)
    return (
      <>
        <p className={styles.again} role="status">
          <Spinner /> The race is being computed. It appears here by itself.
        </p>
        <Skeletons />
      </>
    );
  const failed = race.error ?? "There was an error processing this race.";
  return (
    <EmptyState
      title="This race has no report yet"
      action={
        <Button kind="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {hasEnded ? POLLS_EXHAUSTED : failed}
    </EmptyState>
  );
}

/** A report that could not be read; a race that does not exist, is not shown to this viewer, or whose link has ended. */
function Failed({ address, error, onRetry }: { address: RaceAddress; error: Error; onRetry: () => void }) {
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === 409)
    return (
      <main>
        <PrivateRace id={address.id} sentence={failureSentence(error)} />
      </main>
    );
  const isAbsent = status === 404 || status === 400 || status === 403;
  const away = isLoggedIn() ? (
    <ButtonLink to="/home?tab=races">Back to the races</ButtonLink>
  ) : (
    <ButtonLink to="/login">To the login</ButtonLink>
  );
  const again = (
    <Button kind="primary" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <main>
      <h1 className="visually-hidden">Race report</h1>
      <EmptyState title="This race report could not be opened" action={isAbsent ? away : again}>
        <p role="alert">{failureSentence(error)}</p>
      </EmptyState>
    </main>
  );
}

function Loading() {
  return (
    <main className="stack shrinks" role="status" aria-label="Loading the race report">
      <h1 className="visually-hidden">Race report</h1>
      <div className={styles.head}>
        <div className="grow">
          <Skeleton width={280} height={20} />
          <Skeleton width={360} style={{ marginTop: 10 }} />
        </div>
      </div>
      <Skeletons />
    </main>
  );
}

/** The shapes of the cards. */
const Skeletons = () => (
  <div className={styles.bones}>
    <Skeleton height={70} />
    <div className="columns gap">
      <Skeleton height={420} />
      <Skeleton height={420} />
    </div>
    <Skeleton height={320} />
    <Skeleton height={360} />
  </div>
);

const LeaveRace = lazyClosable(() => import("../leave-race").then((part) => part.LeaveRace));
const ShareRace = lazyClosable(() => import("../share-race").then((part) => part.ShareRace));

interface ReportHeadProps {
  address: RaceAddress;
  summary: RaceSummary;
  day: RaceDay | null;
  /** Null without a race. */
  place: Place | null;
  clock: ReportClock | null;
  /** Null for a viewer who may not change the race. */
  editing?: CorrectionEditing | null;
}

/** Name and facts of the race, the choice of race and focus boat, the ways to the map, to the share link and out of the race. */
function ReportHead({ address, summary, day, place, clock, editing = null }: ReportHeadProps) {
  const [open, setOpen] = useState<"share" | "leave" | null>(null);
  const close = () => setOpen(null);
  const navigate = useNavigate();
  const subject = useMemo(() => subjectOf(summary), [summary]);
  return (
    <RaceHead
      subject={subject}
      day={day}
      place={place}
      editing={editing}
      onDownload={() => void downloadRaceSpreadsheet(address)}
    >
      <ButtonLink to={mapAddress(address, summary, place, clock)} icon={MapIcon} aria-label="Show on map">
        <span className="only-wide">Show on map</span>
      </ButtonLink>
      {summary.can.share && (
        <Button icon={Share2} aria-label="Share Race" onClick={() => setOpen("share")}>
          <span className="only-wide">Share Race</span>
        </Button>
      )}
      {summary.can.leave && <IconButton icon={LogOut} label="Leave Race" onClick={() => setOpen("leave")} />}
      {open === "share" && <ShareRace race={summary} onClose={close} />}
      {open === "leave" && <LeaveRace race={summary} onClose={close} onLeft={() => navigate("/home")} />}
    </RaceHead>
  );
}

/** A race of the server as the cards take it. */
const subjectOf = (summary: RaceSummary): ReportSubject => ({
  name: raceName(summary),
  location: summary.location,
  start_time: summary.start_time,
  zone: summary.tz,
  boats: summary.track,
});

/** The replay at the moment of the report, with its boat. */
function mapAddress(
  { id, share_id }: RaceAddress,
  { track }: RaceSummary,
  place: Place | null,
  clock: ReportClock | null,
): { pathname: string; search: string } {
  const boat = track.find(({ track_ids }) => track_ids.some((one) => String(one) === place?.focus));
  const query = new URLSearchParams({
    ...(share_id && { share_id }),
    ...(clock && { t: new Date(clock.time_ms).toISOString() }),
    ...(boat && { boat: String(boat.id) }),
  });
  return { pathname: `/races/${id}`, search: query.toString() };
}

/** Has the browser save the report of a race as a spreadsheet. */
async function downloadRaceSpreadsheet(address: RaceAddress): Promise<void> {
  try {
    const bytes = await fetchRaceSpreadsheet(address);
    if (bytes === null) notify.info("No Report for Download");
    else saveFile([bytes as BlobPart], "", `race-${address.id}-report.xlsx`);
  } catch (cause) {
    showFailure(cause);
  }
}
