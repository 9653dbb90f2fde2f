import type { WindFile } from "@leebow/api/contract";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Ellipsis, Plus, Trash2, Upload } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { bytes, countText } from "../format/numbers";
import { browserZone, clock, shortDay } from "../format/times";
import { notify } from "../server/notices";
import { rowsOf } from "../server/paged-list";
import { DaySection } from "../tracks/day-list";
import { arrivalsOf, NO_ARRIVALS } from "../tracks/days";
import row from "../tracks/row.module.css";
import { StaticMap } from "../tracks/static-map";
import { Button, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { Confirm } from "../ui/dialog";
import { Async, EmptyState, Loading, Skeleton } from "../ui/empty-state";
import { Icon } from "../ui/icon";
import { lazyClosable } from "../ui/lazy-component";
import { Menu } from "../ui/menu";
import { Spinner } from "../ui/progress";
import { useTitle } from "../ui/title";
import styles from "./page.module.css";
import { refreshWindFiles, useDeleteWindFile, useWindFileProgress, windFilesOptions } from "./queries";
import { byWindDay, fileTimes, zoneOf } from "./wind-file-text";

const UploadWindFile = lazyClosable(async () => (await import("./upload-wind-file")).UploadWindFile);
const CreateReport = lazyClosable(async () => (await import("./create-report")).CreateReport);

type OpenDialog = { kind: "upload" } | { kind: "report" | "delete"; file: WindFile } | null;

/** The user's wind files by day, with their reports. */
export function Page() {
  useTitle("Wind");
  const list = useInfiniteQuery(windFilesOptions());
  const files = list.data ? rowsOf(list.data) : null;
  useWindFileProgress(files ?? []);
  useLinkedRow(files !== null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const upload = () => setDialog({ kind: "upload" });
  return (
    <main className="list-page">
      <div className={styles.head}>
        <h1 className="title" ref={title} tabIndex={-1}>
          Wind
        </h1>
        <span className="small quiet grow">
          {files && files.length > 0 && filesText(files.length, list.hasNextPage)}
        </span>
        <Button kind="primary" icon={Upload} className={styles.upload} onClick={upload}>
          Upload Wind File
        </Button>
      </div>
      <Async query={list} title="The wind files could not be read" loading={<LoadingFiles />}>
        {() => (files?.length ? <Days files={files} onOpen={setDialog} /> : <NoFiles onUpload={upload} />)}
      </Async>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older wind files
          </Button>
        </div>
      )}
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          setDialog(null);
          title.current?.focus();
        }}
        known={files ?? []}
      />
    </main>
  );
}

const filesText = (count: number, more: boolean): string =>
  more ? `the newest ${count} wind files` : countText(count, "wind file");

function Days({ files, onOpen }: { files: readonly WindFile[]; onOpen: (dialog: OpenDialog) => void }) {
  const [before, setArrivals] = useState(NO_ARRIVALS);
  const arrivals = useMemo(() => arrivalsOf(files, before), [files, before]);
  if (arrivals !== before) setArrivals(arrivals);
  return byWindDay(files, arrivals.undated).map((day) => (
    <DaySection key={day.key} id={`day-${day.key}`} title={day.title} location={day.location}>
      {day.files.map((file) => (
        <WindFileRow
          key={file.id}
          file={file}
          day={day.key}
          onCreateReport={() => onOpen({ kind: "report", file })}
          onDelete={() => onOpen({ kind: "delete", file })}
        />
      ))}
    </DaySection>
  ));
}

interface DialogsProps {
  dialog: OpenDialog;
  onClose: () => void;
  onDeleted: () => void;
  /** The files that were listed before. */
  known: readonly WindFile[];
}

function Dialogs({ dialog, onClose, onDeleted, known }: DialogsProps) {
  const client = useQueryClient();
  if (dialog === null) return null;
  if (dialog.kind === "delete") return <DeleteDialog file={dialog.file} onClose={onClose} onDeleted={onDeleted} />;
  const uploaded = (file: WindFile) => {
    onClose();
    if (known.some(({ id }) => id === file.id)) notify.info("This log was uploaded before. It is in the list once.");
    void refreshWindFiles(client);
  };
  if (dialog.kind === "upload") return <UploadWindFile onClose={onClose} onUploaded={uploaded} />;
  return <CreateReport file={dialog.file} onClose={onClose} />;
}

function DeleteDialog({ file, onClose, onDeleted }: { file: WindFile; onClose: () => void; onDeleted: () => void }) {
  const { mutateAsync: remove } = useDeleteWindFile(file.id);
  const reports = file.wind_reports.length;
  const lost = reports === 0 ? "" : ` with its ${countText(reports, "report")}`;
  return (
    <Confirm
      question="Delete this wind file?"
      detail={`${file.original_name} is removed for good${lost}. Tracks that use it are worked through again without it.`}
      onYes={() => remove().then(onDeleted, () => false)}
      onClose={onClose}
    />
  );
}

function NoFiles({ onUpload }: { onUpload: () => void }) {
  return (
    <EmptyState title="No wind files yet" action={<Button onClick={onUpload}>Choose a log</Button>}>
      Upload the log of a wind sensor, a .txt file with NMEA sentences. Then attach it to tracks, and make reports of
      its wind.
    </EmptyState>
  );
}

const LoadingFiles = () => (
  <Loading what="the wind files" className="card edge clipped">
    {[0, 1, 2].map((at) => (
      <div key={at} className="row gap-16">
        <Skeleton width={176} height={128} />
        <Skeleton width={220} height={16} />
      </div>
    ))}
  </Loading>
);

/** Scrolls to the row that the address names, once the list is there. */
function useLinkedRow(isShown: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isShown || !hash) return;
    const row = document.getElementById(hash.slice(1));
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [isShown, hash]);
}

interface WindFileRowProps {
  file: WindFile;
  /** Below which it stands. */
  day: string;
  onCreateReport: () => void;
  onDelete: () => void;
}

/** Address of a wind file in the list. */
const rowId = (id: number): string => `wind-file-${id}`;

/** A wind file: its map, times, reports, and what can be done with it. */
function WindFileRow({ file, day, onCreateReport, onDelete }: WindFileRowProps) {
  const isRead = file.processing_status === 3;
  const hasFailed = file.processing_status === 2;
  const noReport = isRead ? noReportText(file) : null;
  return (
    <article className={classes(row.row, styles.row)} id={rowId(file.id)} tabIndex={-1} aria-label={file.original_name}>
      <MapPicture file={file} />
      <div className={styles.about}>
        <h3 className={classes(row.name, "anywhere")}>{file.original_name}</h3>
        <p className="small secondary">{fileTimes(file, day) ?? bytes(file.bytes)}</p>
        <p className="caption">
          Uploaded {shortDay(file.time, browserZone())}, {clock(file.time, browserZone())}
        </p>
      </div>
      <div className={classes(styles.state, hasFailed && styles.wide)}>
        {file.processing_status === 1 && <BeingRead />}
        {hasFailed && <Failed sentence={file.error} />}
        {isRead && (noReport ? <p className="small secondary">{noReport}</p> : <Reports file={file} />)}
      </div>
      {!hasFailed && !noReport && file.can.change && (
        <Button icon={Plus} className={styles.create} disabled={!isRead} onClick={onCreateReport}>
          Create Report
        </Button>
      )}
      {file.can.change && (
        <div className={styles.menu}>
          <Menu
            trigger={<IconButton icon={Ellipsis} label={`More for ${file.original_name}`} />}
            entries={[{ label: "Delete Wind File", icon: Trash2, danger: true, onSelect: onDelete }]}
          />
        </div>
      )}
    </article>
  );
}

/** Why there is no report of a file, a sentence; null where there may be. */
function noReportText({ undated, has_direction }: WindFile): string | null {
  if (!has_direction) return "Wind speeds without a direction. Attach it to a track.";
  return undated ? "Times of day without a date. Attach it to a track of its day." : null;
}

/** Where it was recorded; a sign in its place until it is read, when it failed, and for a log without positions. */
function MapPicture({ file }: { file: WindFile }) {
  if (file.static_map)
    return (
      <StaticMap
        track={{ ...file, full_name: file.original_name }}
        to={null}
        className={classes(row.map, styles.map)}
      />
    );
  const failed = file.processing_status === 2;
  return (
    <div className={classes(row.map, styles.map, failed ? styles.failedMap : styles.noMap)}>
      {failed ? (
        <Icon of={CircleAlert} size={20} />
      ) : (
        <span className="caption">{file.processing_status === 3 ? "No positions" : ""}</span>
      )}
    </div>
  );
}

function BeingRead() {
  return (
    <div className={styles.message} role="status">
      <Spinner />
      <div>
        <b>Working on this wind file</b>
        <p className="small secondary">The map and Create Report come when it is read.</p>
      </div>
    </div>
  );
}

function Failed({ sentence }: { sentence: string | null }) {
  return (
    <div className={classes(styles.message, "danger")}>
      <Icon of={CircleAlert} />
      <div>
        <b>There was an error processing this wind file.</b>
        {sentence && <p className="small secondary">{sentence}</p>}
      </div>
    </div>
  );
}

function Reports({ file }: { file: WindFile }) {
  const { wind_reports } = file;
  const count = wind_reports.length;
  const zone = zoneOf(file);
  return (
    <>
      <p className="caption">{count === 0 ? "No reports yet" : countText(count, "report")}</p>
      <ul className={styles.reports}>
        {wind_reports.map((report) => (
          <li key={report.id}>
            <Link to={`/wind-report/${report.id}`} className={styles.report}>
              {report.name}
            </Link>
            <span className="small quiet">
              {clock(report.start_time, zone)} to {clock(report.end_time, zone)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
