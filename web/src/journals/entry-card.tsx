import type { Journal } from "@leebow/api/contract";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../components/avatar";
import { Badge } from "../components/badge";
import { IconButton } from "../components/button";
import { Confirm } from "../components/dialog";
import { focusAfterDeletion } from "../components/focus-after-deletion";
import { Menu, type MenuEntry } from "../components/menu";
import { useDeleteEntry, useHideEntry } from "../queries/journal-entries";
import styles from "./entry-card.module.css";
import { AnalysisLine, KiteGear, StarLine, Tags } from "./entry-parts";
import { EntryPhotos } from "./entry-photos";
import { authorName, kindText, shortWrittenText, writtenText, zoneOf } from "./entry-text";
import { HiddenBadge, hideAction } from "./hidden";
import { RegattaTable } from "./regatta-table";
import { Replies } from "./replies";

interface EntryCardProps {
  entry: Journal;
  /** Opens the form of the entry; without it there is no Edit. */
  onEdit?: ((entry: Journal) => void) | undefined;
  /** Called with the tag that was clicked; without it tags are text. */
  onTag?: ((tag: string) => void) | undefined;
  /** With the day of the week and the zone. */
  isLong?: boolean;
}

/**
 * One entry: author, time, what it says, replies. Its author and administrators have a menu to change it; who owns the track or
 * race that it is about can hide it from others.
 */
export function EntryCard({ entry, onEdit, onTag, isLong }: EntryCardProps) {
  const name = authorName(entry);
  const kind = kindText(entry);
  const written = isLong ? writtenText(entry) : shortWrittenText(entry.created, zoneOf(entry));
  return (
    <div className={styles.entry}>
      <div className={styles.head}>
        <Avatar name={name} image={entry.author.profile_img} />
        <div className="grow">
          <h2 className="truncate" title={name} tabIndex={-1} data-row-link data-row={entry.id}>
            {name}
          </h2>
          <p className="small secondary">{written}</p>
        </div>
        {entry.hidden && <HiddenBadge />}
        {kind && <Badge tone="line">{kind}</Badge>}
        <EntryMenu entry={entry} onEdit={onEdit} />
      </div>
      {entry.regatta_report && <RegattaTable report={entry.regatta_report} />}
      <KiteGear entry={entry} />
      {entry.jType === "star" ? (
        <StarLine entry={entry} />
      ) : (
        entry.content && <p className={styles.text}>{entry.content}</p>
      )}
      <EntryPhotos entry={entry} />
      <Tags tags={entry.tags} onTag={onTag} />
      <AnalysisLine entry={entry} />
      <Replies entry={entry} />
    </div>
  );
}

/** Edit, Hide and Delete, for those who may. A gold star is changed on its map. */
function EntryMenu({ entry, onEdit }: Pick<EntryCardProps, "entry" | "onEdit">) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useDeleteEntry();
  const { mutate: hide } = useHideEntry(entry.id);
  const { can, hidden, jType } = entry;
  const entries: (MenuEntry | false)[] = [
    onEdit !== undefined &&
      can.edit &&
      jType !== "star" && { label: "Edit", icon: Pencil, onSelect: () => onEdit(entry) },
    can.hide && hideAction(hidden, () => hide(!hidden)),
    can.delete && { label: "Delete", icon: Trash2, danger: true, onSelect: () => setAsking(true) },
  ];
  const shown = entries.filter((one) => one !== false);
  if (shown.length === 0) return null;
  const remove = () => {
    const focusNext = focusAfterDeletion(entry.id);
    mutate(entry, {
      onSuccess: (isDeleted) => isDeleted && focusNext(),
      onSettled: () => setAsking(false),
    });
  };
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${authorName(entry)}'s entry`} />} entries={shown} />
      <Confirm
        open={isAsking}
        question="Delete this entry?"
        detail="Its photos and replies go with it."
        busy={isPending}
        onYes={remove}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
