import type { Track, WindFile } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clock, dayKey, shortDay } from "../format/times";
import { rowsOf } from "../server/paged-list";
import { Button, ButtonLink } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Async, Loading } from "../ui/empty-state";
import { Badge } from "../ui/marks";
import { Spinner } from "../ui/progress";
import styles from "./attach-wind-file.module.css";
import { isBeingRead, useTrackWindFile, useWindFileProgress, windFilesOptions } from "./queries";
import { fileTimes } from "./wind-file-text";

interface AttachWindFileProps {
  track: Track;
  onClose: () => void;
}

/** The dialog that attaches one of the user's wind files to a track, with how much of the track each covers. */
export function AttachWindFile({ track, onClose }: AttachWindFileProps) {
  const query = useInfiniteQuery(windFilesOptions());
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const files = data ? byCoverage(rowsOf(data), track) : null;
  useWindFileProgress(files ?? []);
  const [picked, setPicked] = useState<number | null>(null);
  const fitting = files?.filter((file) => fits(file, track)) ?? [];
  const chosen = fitting.find(({ id }) => id === (picked ?? track.wind_file)) ?? fitting[0] ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Attach Wind File"
      description={<span className="small">{trackText(track)}</span>}
      actions={<Actions track={track} chosen={chosen} onClose={onClose} />}
    >
      <Async
        query={query}
        className={styles.none}
        loading={<Loading what="the wind files" heights={[36, 36, 36]} className="grid gap-8" />}
      >
        {() =>
          files?.length ? (
            <div className={styles.list} role="radiogroup" aria-label="Wind files">
              {files.map((file) => (
                <FileChoice
                  key={file.id}
                  file={file}
                  track={track}
                  checked={file === chosen}
                  onPick={() => setPicked(file.id)}
                />
              ))}
            </div>
          ) : (
            <NoWindFiles />
          )
        }
      </Async>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older wind files
        </Button>
      )}
      {chosen && <Ranges file={chosen} track={track} />}
    </Dialog>
  );
}

/** The times of a track are not known before its first analysis; a log without a date is of the track's day. */
const fits = (file: WindFile, track: Track): boolean =>
  file.processing_status === 3 && (file.undated || !track.start_time || coveredPart(file, track) !== null);

const trackText = ({ id, full_name, start_time, end_time, tz }: Track): string => {
  const times = start_time ? `, ${shortDay(start_time, tz)}, ${clock(start_time, tz)} to ${clock(end_time, tz)}` : "";
  return `Track ${id}, ${full_name}${times}`;
};

interface ActionsProps extends AttachWindFileProps {
  chosen: WindFile | null;
}

function Actions({ track, chosen, onClose }: ActionsProps) {
  const { mutate, isPending, variables } = useTrackWindFile(track);
  const isAttached = chosen !== null && chosen.id === track.wind_file;
  const run = (file_id: number, attach: boolean) => mutate({ file_id, attach }, { onSuccess: onClose });
  return (
    <>
      {track.wind_file !== null && (
        <Button
          kind="danger"
          className={styles.detach}
          busy={isPending && variables?.attach === false}
          onClick={() => run(track.wind_file!, false)}
        >
          Detach
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button
        kind="primary"
        busy={isPending && variables?.attach === true}
        disabled={!chosen || isAttached}
        onClick={() => chosen && run(chosen.id, true)}
      >
        {isAttached ? "Attached" : "Attach"}
      </Button>
    </>
  );
}

interface FileChoiceProps {
  file: WindFile;
  track: Track;
  checked: boolean;
  onPick: () => void;
}

function FileChoice({ file, track, checked, onPick }: FileChoiceProps) {
  const coverage = coverageText(file, track);
  return (
    <label className={styles.choice}>
      <input type="radio" name="wind-file" checked={checked} disabled={!fits(file, track)} onChange={onPick} />
      <span className="grow grid">
        <span className={styles.name} title={file.original_name}>
          {file.original_name}
        </span>
        <span className="small secondary">{timesText(file, track.tz)}</span>
      </span>
      {isBeingRead(file) && <Spinner label="Being read" />}
      {file.processing_status === 2 && <Badge tone="danger">not readable</Badge>}
      {file.id === track.wind_file ? (
        <Badge tone="wind">attached</Badge>
      ) : (
        coverage && <Badge tone={coveredPart(file, track) ? "wind" : "plain"}>{coverage}</Badge>
      )}
    </label>
  );
}

function timesText(file: WindFile, tz: string | null): string {
  if (isBeingRead(file)) return `${shortDay(file.time, tz)}, still being read`;
  if (!file.start_time) return "There was an error processing this wind file.";
  if (file.undated) return fileTimes(file)!;
  return `${shortDay(file.start_time, tz)}, ${clock(file.start_time, tz)} to ${clock(file.end_time, tz)}`;
}

/** The times of the track and of the wind as bars below each other. */
function Ranges({ file, track }: { file: WindFile; track: Track }) {
  const part = coveredPart(file, track);
  return (
    <div className="grid gap-12">
      {part && (
        <div className={styles.ranges} aria-hidden="true">
          <span>Track</span>
          <i className={styles.bar} />
          <span>Wind</span>
          <i
            className={styles.wind}
            style={{ marginLeft: `${100 * part.from}%`, width: `${100 * (part.to - part.from)}%` }}
          />
          <span />
          <span className="flex apart">
            <span>{clock(track.start_time, track.tz)}</span>
            <span>{clock(track.end_time, track.tz)}</span>
          </span>
        </div>
      )}
      <p className="small secondary">The track is worked through again with this wind.</p>
    </div>
  );
}

function NoWindFiles() {
  return (
    <div className={styles.none}>
      <b>You have no wind files yet.</b>
      <p className="small secondary">Upload the log of a wind sensor near the course; then attach it here.</p>
      <ButtonLink to="/wind">Wind files</ButtonLink>
    </div>
  );
}

// How much of a track's time a wind file covers.

type Times = { start_time: string | null; end_time: string | null };

/** Both ends as shares of the track's time, [0, 1]; null where they have no time in common or a time is not known. */
export function coveredPart(file: Times, track: Times): { from: number; to: number } | null {
  if (!file.start_time || !file.end_time || !track.start_time || !track.end_time) return null;
  const [start, end] = [Date.parse(track.start_time), Date.parse(track.end_time)];
  const first = Math.max(start, Date.parse(file.start_time));
  const last = Math.min(end, Date.parse(file.end_time));
  if (last < first || end <= start) return null;
  return { from: (first - start) / (end - start), to: (last - start) / (end - start) };
}

/** "covers 93 %", "other day", "other time", "no date"; null where the times are not known. */
export function coverageText(file: WindFile, track: Pick<Track, "start_time" | "end_time" | "tz">): string | null {
  if (!file.start_time || !file.end_time || !track.start_time) return null;
  if (file.undated) return "no date";
  const part = coveredPart(file, track);
  if (part) return `covers ${percentOf(part.to - part.from)}\u00a0%`;
  const days = [file.start_time, file.end_time].map((time) => dayKey(time, track.tz));
  return days.includes(dayKey(track.start_time, track.tz)) ? "other time" : "other day";
}

/** Whole percent; below 100 unless all is covered, above 0 if anything is. */
const percentOf = (share: number): number => (share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(100 * share))));

/** Files for the choice: those that cover most first, then the newest. */
export function byCoverage(files: readonly WindFile[], track: Times): WindFile[] {
  const share = (file: WindFile) => {
    const part = coveredPart(file, track);
    return part ? part.to - part.from : file.processing_status === 1 ? -1 : -2;
  };
  return [...files].sort((a, b) => share(b) - share(a) || Date.parse(b.time) - Date.parse(a.time));
}
