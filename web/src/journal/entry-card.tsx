import type { Journal, JournalReply } from "@leebow/api/contract";
import { ChartSpline, Ellipsis, Eye, EyeOff, Pencil, Send, Star, Tag, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { countText } from "../format/numbers";
import { fullName, useUser } from "../server/session";
import { focusAfterDeletion } from "../ui/after-press";
import { Avatar } from "../ui/avatar";
import { Button, IconButton } from "../ui/button";
import { useQuestion } from "../ui/dialog";
import { Field } from "../ui/field";
import * as rules from "../ui/forms/rules";
import { fieldOf, submitHandler } from "../ui/forms/submit-handler";
import { Icon } from "../ui/icon";
import { lazyClosable } from "../ui/lazy-component";
import { Badge } from "../ui/marks";
import { Menu, type MenuEntry } from "../ui/menu";
import { useAllReplies, useDeleteEntry, useDeleteReply, useHideEntry, useSaveReply } from "./entries";
import styles from "./entry-card.module.css";
import {
  authorName,
  foilText,
  kindText,
  kiteText,
  sectionText,
  shortWrittenText,
  starAddress,
  writtenText,
  zoneOf,
} from "./entry-text";
import { RegattaTable } from "./regatta-table";

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
    <div className="grid one-column gap-10">
      <div className="row gap-10">
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
  const [question, ask] = useQuestion();
  const { mutateAsync: remove } = useDeleteEntry();
  const { mutate: hide } = useHideEntry(entry.id);
  const { can, hidden, jType } = entry;
  const entries: (MenuEntry | false)[] = [
    onEdit !== undefined &&
      can.edit &&
      jType !== "star" && { label: "Edit", icon: Pencil, onSelect: () => onEdit(entry) },
    can.hide && hideAction(hidden, () => hide(!hidden)),
    can.delete && {
      label: "Delete",
      icon: Trash2,
      danger: true,
      onSelect: () =>
        ask({
          question: "Delete this entry?",
          detail: "Its photos and replies go with it.",
          onYes: () => remove(entry).then(focusAfterDeletion(entry.id)),
        }),
    },
  ];
  const shown = entries.filter((one) => one !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${authorName(entry)}'s entry`} />} entries={shown} />
      {question}
    </>
  );
}

// Parts of an entry that have a line each.

interface EntryPart {
  entry: Journal;
}

/** A gold star with a link that opens it on the map. */
function StarLine({ entry }: EntryPart) {
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
function AnalysisLine({ entry }: EntryPart) {
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
function KiteGear({ entry }: EntryPart) {
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

/** The tags of an entry; with `onTag` as buttons. */
function Tags({ tags, onTag }: { tags: Journal["tags"]; onTag?: ((tag: string) => void) | undefined }) {
  if (tags.length === 0) return null;
  return (
    <div className="wrap gap-6">
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

const PhotoViewer = lazyClosable(() => import("./photo-viewer").then((part) => part.PhotoViewer));

/** The photos of an entry in a row; a click opens one large. */
function EntryPhotos({ entry }: { entry: Journal }) {
  const { photos } = entry;
  const [at, setAt] = useState<number | null>(null);
  if (photos.length === 0) return null;
  const name = (index: number) => photoName(entry, index);
  return (
    <>
      <ul className={styles.photos} aria-label="Photos">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.photo}
              aria-label={`Open ${name(index)}`}
              onClick={() => setAt(index)}
            >
              <img src={photo.file} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {at !== null && <PhotoViewer photos={photos} at={at} name={name} onMove={setAt} onClose={() => setAt(null)} />}
    </>
  );
}

/** "photo 2 of 3 in Marta Vidal's entry" */
const photoName = (entry: Journal, index: number): string =>
  `photo ${index + 1} of ${entry.photos.length} in ${authorName(entry)}'s entry`;

/** The replies to an entry, oldest first, and a line to write one. A list has the last ones; a button shows all. */
function Replies({ entry }: { entry: Journal }) {
  const user = useUser();
  const { mutate: showAll, isPending } = useAllReplies(entry.id);
  const earlier = entry.reply_count - entry.replies.length;
  return (
    <div className={styles.replies}>
      {earlier > 0 && (
        <div>
          <Button kind="quiet" busy={isPending} onClick={() => showAll()}>
            {`Show ${countText(earlier, "earlier reply", "earlier replies")}`}
          </Button>
        </div>
      )}
      {entry.replies.map((reply) => (
        <Reply key={reply.id} reply={reply} tz={zoneOf(entry)} />
      ))}
      {entry.can.reply && user && (
        <div className={styles.reply}>
          <Avatar name={fullName(user)} image={user.profile_img} size="small" />
          <ReplyForm journal={entry.id} reply={null} />
        </div>
      )}
    </div>
  );
}

function Reply({ reply, tz }: { reply: JournalReply; tz: string }) {
  const [isEdited, setEdited] = useState(false);
  const [question, ask] = useQuestion();
  const { mutateAsync: remove } = useDeleteReply();
  const { mutate: hide } = useHideEntry(reply.journal, reply.id);
  const { author, content, created, modified, hidden, can } = reply;
  const name = fullName(author);
  const entries: (MenuEntry | false)[] = [
    can.edit && { label: "Edit", icon: Pencil, onSelect: () => setEdited(true) },
    can.hide && hideAction(hidden, () => hide(!hidden)),
    can.delete && {
      label: "Delete",
      icon: Trash2,
      danger: true,
      onSelect: () => ask({ question: "Delete this reply?", onYes: () => remove(reply) }),
    },
  ];
  const shown = entries.filter((one) => one !== false);
  return (
    <div className={styles.reply}>
      <Avatar name={name} image={author.profile_img} size="small" />
      {isEdited ? (
        <ReplyForm journal={reply.journal} reply={reply} onDone={() => setEdited(false)} />
      ) : (
        <div className="grow">
          <p>
            <b>{name}</b>{" "}
            <span className="caption">
              {shortWrittenText(created, tz)}
              {modified !== created && ", changed"}
            </span>
          </p>
          <p className="prewrap">{content}</p>
        </div>
      )}
      {hidden && <HiddenBadge />}
      {shown.length > 0 && !isEdited && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}'s reply`} />} entries={shown} />
      )}
      {question}
    </div>
  );
}

interface ReplyFormProps {
  journal: number;
  /** The reply that is changed; null for a new one. */
  reply: JournalReply | null;
  onDone?: () => void;
}

function ReplyForm({ journal, reply, onDone }: ReplyFormProps) {
  const form = useForm({ defaultValues: { content: reply?.content ?? "" } });
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const { mutateAsync } = useSaveReply(journal, reply);
  const send = async ({ content }: { content: string }) => {
    await mutateAsync(content.trim());
    onDone?.();
  };
  const { reset } = form;
  useEffect(() => {
    if (isSubmitSuccessful) reset();
  }, [isSubmitSuccessful, reset]);
  return (
    <form className="grow flex top gap-8" onSubmit={submitHandler(form, send, "content")} noValidate>
      <Field bare label="Reply" placeholder="Reply" className="grow" {...fieldOf(form, "content", rules.reply)} />
      {onDone && <Button onClick={onDone}>Cancel</Button>}
      <Button type="submit" icon={Send} busy={isSubmitting}>
        {reply ? "Save" : "Send"}
      </Button>
    </form>
  );
}

/** That others do not see an entry or a reply. */
const HiddenBadge = () => (
  <Badge tone="line" icon={EyeOff} hint="Others do not see it.">
    Hidden
  </Badge>
);

/** Hides what somebody wrote about the own track or race, or shows it again. */
const hideAction = (hidden: boolean, onSelect: () => void): MenuEntry =>
  hidden ? { label: "Show to others", icon: Eye, onSelect } : { label: "Hide from others", icon: EyeOff, onSelect };
