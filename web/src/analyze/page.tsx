import { UPLOAD_EXTENSIONS } from "@leebow/api/contract";
import type { DebriefEvidence } from "@leebow/core";
import { FileDown, Flag, RefreshCw, ShieldCheck } from "lucide-react";
import { Fragment, useCallback, useEffect, useState } from "react";
import { useDropzone } from "react-dropzone";
import { proxy, ref, useSnapshot } from "valtio";
import { evidenceRange } from "../analysis/debrief/evidence";
import { hasInstruments } from "../analysis/instruments/has-instruments";
import { isPassage } from "../analysis/passage/is-passage";
import { useLocalTarget, useReplayTarget } from "../analysis/polar/use-report-target";
import type { ReportPlace } from "../analysis/report/report-place";
import { ReportView, useOwnPlace } from "../analysis/report/report-view";
import { factsOfFile } from "../analysis/report/rows";
import { TrackPicture } from "../corrections/track-picture";
import { loadWindHint } from "../corrections/wind-hint";
import { loadWindQuestion } from "../corrections/wind-question";
import { hasPolar } from "../engine/among";
import { sampleFile } from "../engine/engine";
import { boatsAtOnce } from "../engine/recordings";
import { loadDefinitions } from "../help/metric-help";
import { useNarrow } from "../look/use-media";
import { loadReplayParts, ReplayView } from "../replay/replay-view";
import { ApiFailure } from "../server/failure";
import { notify } from "../server/notices";
import { chosen as chosenUnits } from "../server/units";
import type { CorrectionSource, WindChoice } from "../session/correction-source";
import type { ReplayModel } from "../session/replay-model";
import { type Evidence, showEvidence } from "../session/shown-evidence";
import { DamageReport } from "../tracks/damage-report";
import { DeviceReport } from "../tracks/device-report";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import { BoatOnSea, Notice } from "../ui/empty-state";
import { Icon } from "../ui/icon";
import { lazyPanel, lazyQuiet } from "../ui/lazy-component";
import { loadMenu } from "../ui/menu";
import { Spinner } from "../ui/progress";
import { useTitle } from "../ui/title";
import {
  type AnalyzeEntry,
  addFiles,
  analyzeStore,
  countsBeside,
  editCorrections,
  explainMoment,
  preload,
  releaseFiles,
  restoreFiles,
  setWindHint,
} from "./analyze-store";
import { AnalyzeToolbar, type AnalyzeView } from "./analyze-toolbar";
import { Facts } from "./facts";
import { FileList } from "./file-list";
import styles from "./page.module.css";
import { loadPrintReport } from "./save-menu";
import { TAKE_OVER } from "./take-over";

const LocalDebrief = lazyPanel(() => import("./local-debrief").then((part) => part.LocalDebrief));

const LocalPolar = lazyPanel(() => import("./local-polar").then((part) => part.LocalPolar));

const PassageView = lazyPanel(() => import("../analysis/passage/passage-view").then((part) => part.PassageView));

const InstrumentsView = lazyPanel(() =>
  import("../analysis/instruments/instruments-view").then((part) => part.InstrumentsView),
);

const DoubtNotice = lazyQuiet(() => import("../analysis/instruments/doubt-notice").then((part) => part.DoubtNotice));

const LocalRaces = lazyPanel(() => import("./local-races").then((part) => part.LocalRaces));

const loadParts = () =>
  Promise.all([
    loadWindHint(),
    loadWindQuestion(),
    loadReplayParts(),
    loadPrintReport(),
    loadMenu(),
    loadDefinitions(),
    LocalDebrief.load(),
    LocalPolar.load(),
    PassageView.load(),
    InstrumentsView.load(),
    DoubtNotice.load(),
    LocalRaces.load()
      .then(() => import("../race/report/report-menu"))
      .then(({ loadReportDialogs }) => loadReportDialogs()),
  ]);

/** Afterwards the page needs no network, now or when it is opened again. */
const loadPage = () => void storePage(preload(loadParts));

/** Analysis of local files in the browser, without an account or an upload. */
export function Page() {
  useTitle("Analyze a file");
  useEffect(() => {
    loadPage();
    void restoreFiles();
    return releaseFiles;
  }, []);
  const { files, open, readiness } = useSnapshot(analyzeStore);
  const drop = useDropzone({ onDrop: (dropped) => void addFiles(dropped), noClick: true, noKeyboard: true });
  const shown = files.find(({ id }) => id === open) as AnalyzeEntry | undefined;
  return (
    <main>
      <link rel="manifest" href="/analyze.webmanifest" />
      <link rel="apple-touch-icon" href="/icon-192.png" />
      <NewVersion />
      <div className={styles.page} {...drop.getRootProps()}>
        <input
          {...drop.getInputProps({ accept: UPLOAD_EXTENSIONS.join(",") })}
          aria-label="Track files"
          tabIndex={-1}
        />
        {shown?.data ? (
          <Result entry={shown} data={shown.data} onBrowse={drop.open} isDragged={drop.isDragActive} />
        ) : (
          <Start onBrowse={drop.open} isDragged={drop.isDragActive} />
        )}
        <p className="visually-hidden" role="status">
          {readiness === "ready" ? "Everything this page needs is loaded. It now works without a network." : ""}
        </p>
      </div>
    </main>
  );
}

interface Dropping {
  onBrowse: () => void;
  isDragged: boolean;
}

/** The start: drop zone, and the files that could not be read. */
function Start({ onBrowse, isDragged }: Dropping) {
  const { files, readiness } = useSnapshot(analyzeStore);
  const isReading = files.some(({ state }) => state === "reading");
  return (
    <div className={styles.start}>
      <DropZone onBrowse={onBrowse} onSample={() => void openSample()} isDragged={isDragged} />
      <div className={styles.below}>
        {isReading ? (
          <p role="status">
            <Spinner /> Reading on this computer
          </p>
        ) : (
          <FileList />
        )}
        {readiness === "failed" && (
          <div role="alert">
            <p>Part of this page did not load. Check your connection and try again.</p>
            <Button onClick={loadPage}>Try again</Button>
          </div>
        )}
      </div>
    </div>
  );
}

async function openSample(): Promise<void> {
  const file = await sampleFile().catch(() => null);
  if (file) await addFiles([file]);
  else notify.error("The sample race could not be loaded. Check your connection and try again.");
}

type Data = NonNullable<AnalyzeEntry["data"]>;

function Result({ entry, data, onBrowse, isDragged }: Dropping & { entry: AnalyzeEntry; data: Data }) {
  const [chosen, setView] = useState<AnalyzeView>("replay");
  const { files } = useSnapshot(analyzeStore);
  // All figures are drawn anew in other units.
  const { visitor } = useSnapshot(chosenUnits);
  const hasRaces = files.filter(countsBeside(null, files)).filter((one) => one.data).length > 1;
  const view = chosen === "races" && !hasRaces ? "replay" : chosen;
  const [hasSeenRaces, setSeenRaces] = useState(false);
  const place = useOwnPlace();
  const [shown, setShown] = useState<{ of: Data; evidence: Evidence } | null>(null);
  // Another analysis numbers its maneuvers anew.
  const evidence = shown?.of === data ? shown.evidence : null;
  const onView = (next: AnalyzeView) => {
    setShown(null);
    setView(next);
    if (next === "races") setSeenRaces(true);
  };
  const onRaces = hasSeenRaces ? null : () => onView("races");
  const onWhy = openingInstruments(onView, place);
  const onMap = (found: DebriefEvidence) => {
    setShown({ of: data, evidence: { maneuvers: found.maneuvers, range: evidenceRange(found) } });
    setView("replay");
  };
  return (
    <>
      <AnalyzeToolbar entry={entry} view={view} hasRaces={hasRaces} onView={onView} onBrowse={onBrowse} />
      <Fragment key={JSON.stringify(visitor)}>
        {view === "races" ? (
          <div className={styles.report}>
            <LocalRaces />
          </div>
        ) : view === "report" ? (
          <div className={styles.report}>
            <FileReport {...{ entry, data, place, onMap, onWhy }} />
          </div>
        ) : (
          <Session {...{ entry, data, evidence, onBrowse, isDragged, onRaces, onWhy }} />
        )}
      </Fragment>
    </>
  );
}

interface FileReportProps {
  entry: AnalyzeEntry;
  data: Data;
  place: ReportPlace;
  /** Shows what a finding rests on. */
  onMap: (evidence: DebriefEvidence) => void;
  /** Shows why an instrument is not used. */
  onWhy: () => void;
}

/** The report of a file that is open. */
function FileReport({ entry, data, place, onMap, onWhy }: FileReportProps) {
  const { files } = useSnapshot(analyzeStore);
  const windChoice = useLocalWindChoice();
  const target = useLocalTarget(data);
  const corrections = useLocalCorrections(entry, data);
  return (
    <>
      <DoubtNotice report={data.report} source={corrections} onWhy={onWhy} />
      <ReportView
        key={entry.id}
        analysis={data.report}
        facts={factsOfFile(data.report)}
        windChoice={windChoice}
        target={target}
        picture={<TrackPicture columns={data.columns} />}
        debrief={
          <LocalDebrief id={entry.id} report={data.report} onMap={onMap} onRows={place.onRows} target={target} />
        }
        polar={hasPolar(data.report, files) ? <LocalPolar id={entry.id} /> : undefined}
        passage={isPassage(data.report) ? <PassageView report={data.report} columns={data.columns} /> : undefined}
        instruments={
          hasInstruments(data.report) ? (
            <InstrumentsView report={data.report} columns={data.columns} source={corrections} />
          ) : undefined
        }
        place={place}
      />
    </>
  );
}

const openingInstruments = (onView: (view: AnalyzeView) => void, place: ReportPlace) => () => {
  onView("report");
  place.onTab("instruments");
};

interface SessionProps extends Dropping {
  entry: AnalyzeEntry;
  data: Data;
  /** What the replay was opened for; null for all of it. */
  evidence: Evidence | null;
  /** Leads to the races of the files; null once they were seen. */
  onRaces: (() => void) | null;
  /** Shows why an instrument is not used. */
  onWhy: () => void;
}

function Session({ entry, data, evidence, onBrowse, isDragged, onRaces, onWhy }: SessionProps) {
  const { files } = useSnapshot(analyzeStore);
  const boats = onRaces
    ? boatsAtOnce(files.filter(countsBeside(null, files)).flatMap((one) => one.data?.report ?? []))
    : 0;
  const content = (
    <>
      <SmallDropZone onBrowse={onBrowse} isDragged={isDragged} />
      <DamageReport data={data} />
      <DeviceReport report={data.report} />
      <FileList />
    </>
  );
  const facts = <Facts report={data.report} />;
  const windChoice = useLocalWindChoice();
  const target = useReplayTarget(data as Data) ?? null;
  const corrections = useLocalCorrections(entry, data);
  const isNarrow = useNarrow();
  const onModel = useCallback(
    (model: ReplayModel) => {
      if (evidence) showEvidence(model, evidence);
      return undefined;
    },
    [evidence],
  );
  return (
    <>
      <ReplayView
        data={data}
        target={target}
        showWind
        showSegments
        style_url={null}
        extra={isNarrow ? undefined : { label: "File", content }}
        windChoice={windChoice}
        notice={
          <>
            {onRaces && boats > 1 && <RacesNotice boats={boats} onRaces={onRaces} />}
            <DoubtNotice report={data.report} source={corrections} onWhy={onWhy} />
          </>
        }
        corrections={corrections}
        facts={facts}
        onModel={onModel}
      />
      {isNarrow && <div className={styles.above}>{content}</div>}
    </>
  );
}

/** Several files of the same time are most likely boats of a race, whose report is behind a word of the bar. */
const RacesNotice = ({ boats, onRaces }: { boats: number; onRaces: () => void }) => (
  <Notice icon={Flag} action={<Button onClick={onRaces}>See the races</Button>}>
    {boats} of these files are of the same time. They may be boats of a race.
  </Notice>
);

/** The wind of all files that are open. */
function useLocalWindChoice(): WindChoice {
  const { wind_hint_deg } = useSnapshot(analyzeStore);
  return { hint_deg: wind_hint_deg, busy: false, onChange: (deg) => void setWindHint(deg) };
}

/** The corrections of a local file. */
function useLocalCorrections(entry: AnalyzeEntry, { report }: Data): CorrectionSource {
  return {
    corrections: entry.corrections,
    outcomes: report.corrections,
    busy: entry.busy,
    edit: (edit) => editCorrections(entry.id, edit),
    reached_ms: entry.file.lastModified,
    explain: (time_ms) =>
      explainMoment(entry, time_ms).catch((cause: Error) => {
        throw new ApiFailure(0, cause.message);
      }),
  };
}

const KINDS =
  ".fit, .gpx or .csv; .tcx, .kml, .geojson, .ubx, .sbp, .sbn, .oao, .gpy, .zip, .gz, .vkx, .vtk and logs of NMEA 0183, NMEA 2000 and Signal K (.nmea, .txt, .log, .tsv, .ebl, .json) too";

interface DropZoneProps {
  onBrowse: () => void;
  onSample: () => void;
  isDragged: boolean;
}

/** The area to drop or choose files. */
function DropZone({ onBrowse, onSample, isDragged }: DropZoneProps) {
  const { isStored } = useSnapshot(offline);
  return (
    <div className={styles.whole}>
      <div className={styles.zone} data-dragged={isDragged || undefined}>
        <BoatOnSea strong />
        <h1>Drop a track here</h1>
        <p>{KINDS}. Many at once if you like.</p>
        <Button kind="primary" className={styles.choose} onClick={onBrowse}>
          Choose files
        </Button>
        <button type="button" className={styles.sample} onClick={onSample}>
          Show me a sample race
        </button>
      </div>
      <p className={styles.promise}>
        <Icon of={ShieldCheck} />
        <span>
          <b>Nothing is uploaded.</b> Your browser reads the file on this computer.{" "}
          {isStored
            ? "You need no account and no network, also to open this page again."
            : "You need no account, and once this page is open no network either."}
        </span>
      </p>
    </div>
  );
}

/** The same, smaller, beside a result. */
function SmallDropZone({ onBrowse, isDragged }: Omit<DropZoneProps, "onSample">) {
  return (
    <>
      <button
        type="button"
        className={classes("only-wide", styles.small)}
        data-dragged={isDragged || undefined}
        onClick={onBrowse}
      >
        <Icon of={FileDown} size={20} className="quiet" />
        <span>
          <b>Drop a track here</b>
          <small>{KINDS}, many at once if you like</small>
        </span>
      </button>
      <p className={styles.beside}>
        <Icon of={ShieldCheck} />
        <span>This file stays on your computer. Nothing is uploaded, and you need no account.</span>
      </p>
    </>
  );
}

/** Offers a version of this page that is newer than the one in use. */
function NewVersion() {
  const { waiting } = useSnapshot(offline);
  const { files, isKept } = useSnapshot(analyzeStore);
  if (!waiting) return null;
  return (
    <Notice icon={RefreshCw} action={<Button onClick={takeNewVersion}>Use the new version</Button>}>
      A new version of this page is on this computer.
      {files.length > 0 && (isKept ? " Your files stay open." : " Your files have to be opened again.")}
    </Notice>
  );
}

// The files of /analyze in this browser, by its service worker, so that a reload needs no network.

interface OfflineState {
  /** Whether all files of a version are stored. */
  isStored: boolean;
  /** A newer version, all of whose files are stored, beside the one that answered this page. */
  waiting: ServiceWorker | null;
}

const offline = proxy<OfflineState>({ isStored: false, waiting: null });

const reload = () => location.reload();

/**
 * Once the page is loaded, stores its files, or looks for a newer version. In development there is no service worker, and
 * no browser has one for an address without https but this computer's own.
 */
async function storePage(loaded: Promise<void>): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // Another version answers this tab from now on, perhaps chosen in another tab: the page must be of the same.
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", reload);
  await loaded;
  if (analyzeStore.readiness !== "ready") return;
  const show = (registration: ServiceWorkerRegistration) => {
    offline.isStored = registration.active !== null;
    offline.waiting = serviceWorker.controller && registration.waiting && ref(registration.waiting);
  };
  try {
    const registration = await serviceWorker.register("/service-worker.js", { scope: "/analyze" });
    const watch = () => registration.installing?.addEventListener("statechange", () => show(registration));
    registration.addEventListener("updatefound", watch);
    watch();
    show(registration);
  } catch {
    // The browser stores nothing: without a network the page cannot be opened again.
  }
}

/** Lets the newer version answer; every tab with this page is then loaded again. */
const takeNewVersion = (): void => offline.waiting?.postMessage(TAKE_OVER);
