import type { WindFile } from "@leebow/api/contract";
import { CircleAlert, Ellipsis, Plus, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { Button, IconButton } from "../components/button";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { Menu } from "../components/menu";
import { Spinner } from "../components/spinner";
import { countText } from "../format/counts";
import { bytes } from "../format/numbers";
import { clock, shortDay } from "../format/times";
import { browserZone } from "../format/wall-time";
import row from "../tracks/row.module.css";
import { StaticMap } from "../tracks/static-map";
import styles from "./wind-file-row.module.css";
import { fileTimes, zoneOf } from "./wind-file-text";

interface WindFileRowProps {
  file: WindFile;
  /** Below which it stands. */
  day: string;
  onCreateReport: () => void;
  onDelete: () => void;
}

/** Address of a wind file in the list. */
export const rowId = (id: number): string => `wind-file-${id}`;

/** A wind file: its map, times, reports, and what can be done with it. */
export function WindFileRow({ file, day, onCreateReport, onDelete }: WindFileRowProps) {
  const isRead = file.processing_status === 3;
  const hasFailed = file.processing_status === 2;
  const noReport = isRead ? noReportText(file) : null;
  return (
    <article className={classes(row.row, styles.row)} id={rowId(file.id)} tabIndex={-1} aria-label={file.original_name}>
      <MapPicture file={file} />
      <div className={styles.about}>
        <h3 className={classes(row.name, styles.name)}>{file.original_name}</h3>
        <p className="small secondary">{fileTimes(file, day) ?? bytes(file.bytes)}</p>
        <p className={styles.uploaded}>
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
    <div className={classes(styles.message, styles.failed)}>
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
