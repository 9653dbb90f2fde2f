import type { WindFile } from "@leebow/api/contract";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { failureSentence } from "../../api/failure";
import { Button } from "../../components/button";
import { Confirm } from "../../components/dialog";
import { EmptyState } from "../../components/empty-state";
import { lazyClosable } from "../../components/lazy-component";
import { NotRead } from "../../components/not-read";
import { Skeleton } from "../../components/skeleton";
import { useTitle } from "../../components/title";
import { countText } from "../../format/counts";
import { rowsOf } from "../../queries/paged-list";
import { refreshWindFiles, useDeleteWindFile, useWindFileProgress, windFilesOptions } from "../../queries/wind-files";
import { notify } from "../../stores/notices";
import { DaySection } from "../../tracks/day-list";
import { arrivalsOf, NO_ARRIVALS } from "../../tracks/days";
import { WindFileRow } from "../../wind-files/wind-file-row";
import { byWindDay } from "../../wind-files/wind-file-text";
import styles from "./page.module.css";

const UploadWindFile = lazyClosable(async () => (await import("../../wind-files/upload-wind-file")).UploadWindFile);
const CreateReport = lazyClosable(async () => (await import("../../wind-files/create-report")).CreateReport);

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
    <main className={styles.main}>
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
      {!files && list.error && (
        <NotRead
          title="The wind files could not be read"
          sentence={failureSentence(list.error)}
          onRetry={list.refetch}
        />
      )}
      {!files && !list.error && <Loading />}
      {files?.length === 0 && <NoFiles onUpload={upload} />}
      {files && <Days files={files} onOpen={setDialog} />}
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
  const { mutate, isPending } = useDeleteWindFile(file.id);
  const remove = () => mutate(undefined, { onSuccess: (isDeleted) => isDeleted && onDeleted() });
  const reports = file.wind_reports.length;
  const lost = reports === 0 ? "" : ` with its ${countText(reports, "report")}`;
  return (
    <Confirm
      open
      question="Delete this wind file?"
      detail={`${file.original_name} is removed for good${lost}. Tracks that use it are worked through again without it.`}
      busy={isPending}
      onYes={remove}
      onNo={onClose}
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

const Loading = () => (
  <div className={styles.rows} role="status" aria-label="Loading the wind files">
    {[0, 1, 2].map((at) => (
      <div key={at} className={styles.bone}>
        <Skeleton width={176} height={128} />
        <Skeleton width={220} height={16} />
      </div>
    ))}
  </div>
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
