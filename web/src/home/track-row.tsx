import type { Track } from "@leebow/api/contract";
import { CircleAlert, FileWarning, Globe, Lock, type LucideIcon, NotebookPen, TriangleAlert, Wind } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useWindChoice } from "../corrections/corrections";
import { wholeDegrees, windHeading, windLabel } from "../corrections/wind-answers";
import { amount, countText, distance, twd } from "../format/numbers";
import { clock, durationText, hms, longDay, nearDay, span } from "../format/times";
import { unitName } from "../format/units";
import type { OwnWords } from "../tracks/day-list";
import { foundDamage } from "../tracks/dropped-files";
import { SameBoat, unappliedChange } from "../tracks/results-notices";
import row from "../tracks/row.module.css";
import { StaticMap } from "../tracks/static-map";
import { isWorking } from "../tracks/track-list";
import { Button, ButtonLink, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import { lazyClosable } from "../ui/lazy-component";
import { Badge } from "../ui/marks";
import { Spinner } from "../ui/progress";
import { TrackMenu } from "./track-menu";
import styles from "./track-row.module.css";

/** At or below this sample rate maneuvers are not exact, Hz. *from* the specification */
const LOW_SAMPLE_RATE_HZ = 0.5;

interface TrackRowProps {
  track: Track;
  own: OwnWords;
}

export function TrackRow({ track, own }: TrackRowProps) {
  const done = track.processing_status === 3;
  const to = `/tracks/${track.id}`;
  return (
    <article
      className={classes(row.row, styles.row)}
      aria-label={`${track.full_name}, ${longDay(track.start_time, track.tz)} ${clock(track.start_time, track.tz)}`}
    >
      <StaticMap track={track} className={classes(row.map, styles.map)} to={done ? to : null} />
      <Who track={track} own={own} />
      <div className={styles.figures}>
        {isWorking(track) ? (
          <Working track={track} />
        ) : done && track.metric ? (
          <Metrics track={track} metric={track.metric} />
        ) : (
          <Failed track={track} />
        )}
      </div>
      <div className={styles.actions}>
        {done && (
          <ButtonLink to={`/reports/${track.id}`} className="only-wide">
            Full Report
          </ButtonLink>
        )}
        <div className={styles.icons}>
          <JournalButton track={track} />
          <TrackMenu track={track} />
        </div>
      </div>
    </article>
  );
}

/** Name, times, badges and damage. */
function Who({ track, own: { location, hasDay } }: TrackRowProps) {
  const done = track.processing_status === 3;
  const to = `/tracks/${track.id}`;
  // Known before the server has read the file: when it has, the row is as high as it was.
  const damage = track.damage ?? (isWorking(track) ? foundDamage(track.id) : null);
  const without = [unappliedChange(track), track.wind_error].filter((sentence) => sentence !== null);
  return (
    <div className={styles.who}>
      <div className={styles.names}>
        {done ? (
          <Link to={to} className={row.name} title={track.full_name} data-row-link data-row={track.id}>
            <span className="two-lines">{track.full_name}</span>
          </Link>
        ) : (
          <span className={row.name} title={track.full_name} data-row-link data-row={track.id} tabIndex={-1}>
            <span className="two-lines">{track.full_name}</span>
          </span>
        )}
        <div className="small secondary">
          {hasDay && `${nearDay(track.start_time, track.tz)}, `}
          {track.start_time ? span(track.start_time, track.end_time, track.tz) : track.file_name}
        </div>
        {location && (
          <div className="small quiet truncate" title={location}>
            {location}
          </div>
        )}
        <Badges track={track} />
      </div>
      <div className={styles.notes}>
        {damage && <Damaged damage={damage} />}
        {without.map((sentence) => (
          <Remark key={sentence} icon={TriangleAlert}>
            {sentence}
          </Remark>
        ))}
        <SameBoat track={track} />
      </div>
    </div>
  );
}

/** Number of retained points and the main loss of the file; the track page has the details. */
function Damaged({ damage: { kept, expected, sentence } }: { damage: NonNullable<Track["damage"]> }) {
  const points = (n: number) => n.toLocaleString("en-GB");
  const of = expected !== null && expected > kept ? ` of ${points(expected)}` : "";
  const words = expected === kept ? `All ${points(kept)} points kept.` : `Kept ${points(kept)}${of} points.`;
  return <Remark icon={FileWarning}>{`${words} ${sentence}`}</Remark>;
}

function Remark({ icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <p className={styles.remark}>
      <Icon of={icon} size={14} />
      <span>{children}</span>
    </p>
  );
}

function Badges({ track }: { track: Track }) {
  const slow = track.sample_rate !== null && track.sample_rate <= LOW_SAMPLE_RATE_HZ;
  return (
    <div className={styles.badges}>
      <Badge>{track.boat_name}</Badge>
      {track.permissions === "PRIVATE" ? (
        <Badge tone="line" icon={Lock}>
          Private
        </Badge>
      ) : (
        <Badge tone="line" icon={Globe}>
          Public
        </Badge>
      )}
      {track.wind_file !== null && (
        <Badge tone="wind" icon={Wind} hint="A wind log is attached">
          Wind log
        </Badge>
      )}
      {slow && (
        <Badge tone="warn" icon={TriangleAlert} hint={slowHint(track.sample_rate)}>
          Low sample rate
        </Badge>
      )}
    </div>
  );
}

const slowHint = (hz: number | null): string =>
  `One fix every ${hz ? Math.round(1 / hz) : "few"} s. Set the device to one GPS sample per second for exact maneuvers.`;

/** The figures, and what is open about the wind: in the place of the counts that it would give, else below them. */
function Metrics({ track, metric }: { track: Track; metric: NonNullable<Track["metric"]> }) {
  const measured = track.twd_avg !== null;
  const isCounted = metric.turns === 0 || metric.average_wind_direction !== null;
  return (
    <>
      <dl className={styles.metrics}>
        <Metric name="Distance" value={distance(metric.distance)} unit={unitName("mi")} />
        <Metric
          name="Duration"
          value={hms(metric.duration)}
          of={metric.recorded === undefined ? undefined : durationText(metric.recorded)}
        />
        <Metric name="Max speed" value={amount(metric.max_speed, 2, "kn")} unit={unitName("kn")} />
        <Metric name={measured ? "TWD" : "ETWD"} value={twd(track.twd_avg ?? metric.average_wind_direction)} unit="°" />
      </dl>
      <dl className={classes(styles.metrics, !isCounted && styles.turns)}>
        {metric.turns > 0 && <Metric name="Turns" value={String(metric.turns)} small />}
        {isCounted && (
          <>
            <Metric name="Tacks" value={String(metric.tacks)} small />
            <Metric name="Sets" value={String(metric.sets)} small />
            <Metric name="Gybes" value={String(metric.gybes)} small />
            <Metric name="Douses" value={String(metric.douses)} small />
          </>
        )}
      </dl>
      <RowWind track={track} className={isCounted ? undefined : styles.beside} />
    </>
  );
}

interface MetricProps {
  name: string;
  value: string;
  unit?: string;
  /** What it is a part of. */
  of?: string | undefined;
  small?: boolean;
}

function Metric({ name, value, unit, of, small }: MetricProps) {
  return (
    <div className={small ? styles.count : undefined}>
      <dt className="caption">{name}</dt>
      <dd>
        {value}
        {unit && value !== "–" && <span className="unit">{unit}</span>}
        {of && <span className="unit nowrap"> of {of}</span>}
      </dd>
    </div>
  );
}

function Working({ track }: { track: Track }) {
  const wind = track.processing_status === 4;
  return (
    <>
      <div className={styles.state} role="status">
        <Spinner size={16} />
        <div>
          <b>{wind ? "Wind is being updated" : "Working on this track"}</b>
          <p className="caption">Figures and maneuvers appear here by themselves.</p>
        </div>
      </div>
      {track.wind_hint_deg !== null && <RowWind track={track} />}
    </>
  );
}

function Failed({ track }: { track: Track }) {
  return (
    <div className={classes(styles.state, styles.failed)}>
      <Icon of={CircleAlert} />
      <div>
        <b>There was an error processing this track.</b>
        <p className="small secondary">
          {track.error ?? "The source file is kept. Download it, or delete the track and upload it again."}
        </p>
      </div>
    </div>
  );
}

const WindDialog = lazyClosable(() => import("./wind-dialog").then((part) => part.WindDialog));

/** What is open about the wind of a track, or what the user set; the dialog has the winds that fit and the dial. */
function RowWind({ track, className }: { track: Track; className?: string | undefined }) {
  const choice = useWindChoice(track);
  const [isOpen, setOpen] = useState(false);
  const { wind_candidates, wind_hint_deg } = track;
  if (wind_hint_deg === null && wind_candidates.length === 0) return null;
  const text =
    wind_hint_deg !== null
      ? `Wind from ${wholeDegrees(wind_hint_deg)}, ${choice ? "chosen by you" : "set by hand"}.`
      : `${windHeading(wind_candidates.length, "short")}: ${wind_candidates.map(windLabel).join("; ")}.`;
  return (
    <div className={classes(styles.wind, className)}>
      <Icon of={Wind} size={14} />
      <p>{text}</p>
      {choice && (
        <Button
          busy={choice.busy}
          aria-label={wind_hint_deg === null ? "Choose the wind" : "Change the wind"}
          onClick={() => setOpen(true)}
        >
          {wind_hint_deg === null ? "Choose" : "Change"}
        </Button>
      )}
      {isOpen && choice && <WindDialog track={track} choice={choice} onClose={() => setOpen(false)} />}
    </div>
  );
}

const TrackJournal = lazyClosable(() => import("../journal/journal-dialog").then((module) => module.TrackJournal));

/** Opens the journal of a track; the badge is the number of its entries. */
function JournalButton({ track }: { track: Track }) {
  const [isOpen, setOpen] = useState(false);
  const count = track.journal_count;
  const entries = count === 0 ? "no entry" : countText(count, "entry", "entries");
  return (
    <span className={styles.journal}>
      <IconButton
        icon={NotebookPen}
        label={`Journal of ${track.full_name}'s track: ${entries}`}
        onClick={() => setOpen(true)}
      />
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
      {isOpen && <TrackJournal track={track} onClose={() => setOpen(false)} />}
    </span>
  );
}
