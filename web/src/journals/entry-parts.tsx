/** Parts of an entry that have a line each. */
import type { Journal } from "@leebow/api/contract";
import { ChartSpline, Star, Tag } from "lucide-react";
import { Link } from "react-router-dom";
import { Badge } from "../components/badge";
import { Icon } from "../components/icon";
import { countText } from "../format/counts";
import styles from "./entry-parts.module.css";
import { foilText, kiteText, sectionText, starAddress } from "./entry-text";

interface EntryPart {
  entry: Journal;
}

/** A gold star with a link that opens it on the map. */
export function StarLine({ entry }: EntryPart) {
  const to = starAddress(entry);
  const section = sectionText(entry);
  return (
    <p className={styles.line}>
      <Icon of={Star} size={20} className={styles.star} />
      <b>{entry.content}</b>
      {to ? (
        <Link to={to} className="small" aria-label={`${entry.content} on the map, ${section}`}>
          {section}
        </Link>
      ) : (
        <span className="small secondary">{section}</span>
      )}
    </p>
  );
}

/** The straight-line analysis of a note, and the names of its straights, which outlive it. */
export function AnalysisLine({ entry }: EntryPart) {
  const { straight_analysis_id: id, straight_analysis_name: name, straight_analysis_segments: segments } = entry;
  if (id === null && segments.length === 0) return null;
  const title = name || "Straight Line Analysis Report";
  return (
    <p className={styles.line}>
      <Icon of={ChartSpline} />
      {id !== null && <Link to={`/straight-analysis/${id}`}>{title}</Link>}
      {segments.length > 0 && (
        <span className="small secondary">
          {countText(segments.length, "straight")}: {segments.map((segment) => segment.name).join(", ")}
        </span>
      )}
    </p>
  );
}

/** Kite, foil and how the day felt. */
export function KiteGear({ entry }: EntryPart) {
  const kite = kiteText(entry);
  const foil = foilText(entry);
  if (!kite && !foil && entry.feel < 1) return null;
  return (
    <dl className={styles.gear}>
      {kite && (
        <div>
          <dt>Kite</dt>
          <dd>{kite}</dd>
        </div>
      )}
      {foil && (
        <div>
          <dt>Foil</dt>
          <dd>{foil}</dd>
        </div>
      )}
      {entry.feel > 0 && (
        <div>
          <dt className={styles.bars}>
            <span className="visually-hidden">Feel</span>
            {[1, 2, 3, 4, 5].map((step) => (
              <i key={step} className={step <= entry.feel ? styles.full : undefined} />
            ))}
          </dt>
          <dd>Feel {entry.feel} of 5</dd>
        </div>
      )}
    </dl>
  );
}

interface TagsProps {
  tags: Journal["tags"];
  onTag?: ((tag: string) => void) | undefined;
}

/** The tags of an entry; with `onTag` as buttons. */
export function Tags({ tags, onTag }: TagsProps) {
  if (tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      {tags.map(({ id, value }) =>
        onTag ? (
          <button
            key={id}
            type="button"
            className={styles.tag}
            aria-label={`Search the journal for ${value}`}
            onClick={() => onTag(value)}
          >
            <Badge icon={Tag}>{value}</Badge>
          </button>
        ) : (
          <Badge key={id} icon={Tag}>
            {value}
          </Badge>
        ),
      )}
    </div>
  );
}
