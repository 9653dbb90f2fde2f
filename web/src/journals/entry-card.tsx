import type { Journal, Track } from "@leebow/api/contract";
import { ChartSpline, Ellipsis, Pencil, Star, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { showFailure } from "../api/client";
import { Avatar } from "../components/avatar";
import { Badge } from "../components/badge";
import { IconButton } from "../components/button";
import { Confirm } from "../components/dialog";
import { Icon } from "../components/icon";
import { Menu, type MenuEntry } from "../components/menu";
import { clock, clockSeconds, shortDay } from "../format/times";
import { useDeleteEntry } from "../queries/journal-entries";
import styles from "./entry-card.module.css";
import { Replies } from "./replies";

interface EntryCardProps {
  entry: Journal;
  track: Track;
  onEdit: () => void;
}

/** One entry: author, time, text or star, tags, replies; its author and administrators change it. */
export function EntryCard({ entry, track, onEdit }: EntryCardProps) {
  const { author, content, tags, can, jType, created } = entry;
  const name = `${author.first_name} ${author.last_name}`;
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useDeleteEntry(track.id);
  const entries: (MenuEntry | false)[] = [
    can.edit && jType !== "star" && { label: "Edit", icon: Pencil, onSelect: onEdit },
    can.delete && { label: "Delete", icon: Trash2, danger: true, onSelect: () => setAsking(true) },
  ];
  const shown = entries.filter((one) => one !== false);
  return (
    <article className={styles.entry} aria-label={`Entry of ${name}, ${shortDay(created, track.tz)}`}>
      <div className={styles.head}>
        <Avatar name={name} image={author.profile_img} />
        <div className="grow">
          <h3 className="truncate" title={name}>
            {name}
          </h3>
          <p className="small secondary">
            {shortDay(created, track.tz)}, {clock(created, track.tz)}
          </p>
        </div>
        {shown.length > 0 && (
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}'s entry`} />} entries={shown} />
        )}
      </div>
      {jType === "star" ? (
        <StarLine entry={entry} track={track} />
      ) : (
        content && <p className={styles.text}>{content}</p>
      )}
      <RegattaLine entry={entry} />
      <AnalysisLine entry={entry} />
      {tags.length > 0 && (
        <div className={styles.tags}>
          {tags.map(({ id, value }) => (
            <Badge key={id} icon={Tag}>
              {value}
            </Badge>
          ))}
        </div>
      )}
      <Replies entry={entry} track={track} />
      <Confirm
        open={isAsking}
        question="Delete this entry?"
        detail="Its photos and replies go with it."
        busy={isPending}
        onYes={() => mutate(entry.id, { onError: showFailure, onSettled: () => setAsking(false) })}
        onNo={() => setAsking(false)}
      />
    </article>
  );
}

/** A gold star with a link to its section on the map. */
function StarLine({
  entry: { content, s_point, e_point },
  track: { id, tz },
}: Pick<EntryCardProps, "entry" | "track">) {
  return (
    <p className={styles.line}>
      <Icon of={Star} className={styles.star} />
      <b>{content}</b>
      <Link to={`/tracks/${id}?content=${encodeURIComponent(content)}`} className="small">
        {s_point && e_point ? `${clockSeconds(s_point, tz)} to ${clockSeconds(e_point, tz)}` : "On the map"}
      </Link>
    </p>
  );
}

function RegattaLine({ entry: { regatta_report: regatta } }: Pick<EntryCardProps, "entry">) {
  if (!regatta) return null;
  const place = regatta.finish_position === null ? "" : `, place ${regatta.finish_position}`;
  const of = regatta.number_competitors === null ? "" : ` of ${regatta.number_competitors}`;
  return (
    <p className="secondary">
      {regatta.name ?? "Regatta"}
      {place}
      {of}, {shortDay(regatta.start_date, "UTC")} to {shortDay(regatta.end_date, "UTC")}
    </p>
  );
}

function AnalysisLine({ entry }: Pick<EntryCardProps, "entry">) {
  const { straight_analysis_id: id, straight_analysis_name: name, straight_analysis_segments: segments } = entry;
  if (id === null) return null;
  return (
    <p className={styles.line}>
      <Icon of={ChartSpline} />
      <span>{name || "Straight Line Analysis Report"}</span>
      <span className="caption">
        {segments.length} {segments.length === 1 ? "straight" : "straights"}
      </span>
    </p>
  );
}
