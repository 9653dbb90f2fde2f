import type { Journal, JournalReply } from "@leebow/api/contract";
import { Ellipsis, Pencil, Send, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { Avatar } from "../components/avatar";
import { Button, IconButton } from "../components/button";
import { Confirm } from "../components/dialog";
import { Field } from "../components/field";
import { Menu, type MenuEntry } from "../components/menu";
import { countText } from "../format/counts";
import * as rules from "../forms/rules";
import { submitHandler } from "../forms/submit-handler";
import { useAllReplies, useDeleteReply, useHideEntry, useSaveReply } from "../queries/journal-entries";
import { fullName, session } from "../stores/session";
import { shortWrittenText, zoneOf } from "./entry-text";
import { HiddenBadge, hideAction } from "./hidden";
import styles from "./replies.module.css";

/** The replies to an entry, oldest first, and a line to write one. A list has the last ones; a button shows all. */
export function Replies({ entry }: { entry: Journal }) {
  const { user } = useSnapshot(session);
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
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useDeleteReply();
  const { mutate: hide } = useHideEntry(reply.journal, reply.id);
  const { author, content, created, modified, hidden, can } = reply;
  const name = fullName(author);
  const entries: (MenuEntry | false)[] = [
    can.edit && { label: "Edit", icon: Pencil, onSelect: () => setEdited(true) },
    can.hide && hideAction(hidden, () => hide(!hidden)),
    can.delete && { label: "Delete", icon: Trash2, danger: true, onSelect: () => setAsking(true) },
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
          <p className={styles.text}>{content}</p>
        </div>
      )}
      {hidden && <HiddenBadge />}
      {shown.length > 0 && !isEdited && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}'s reply`} />} entries={shown} />
      )}
      <Confirm
        open={isAsking}
        question="Delete this reply?"
        busy={isPending}
        onYes={() => mutate(reply, { onSettled: () => setAsking(false) })}
        onNo={() => setAsking(false)}
      />
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
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
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
    <form className={styles.form} onSubmit={submitHandler(form, send, "content")} noValidate>
      <Field
        bare
        label="Reply"
        placeholder="Reply"
        className="grow"
        error={errors.content?.message}
        {...form.register("content", rules.reply)}
      />
      {onDone && <Button onClick={onDone}>Cancel</Button>}
      <Button type="submit" icon={Send} busy={isSubmitting}>
        {reply ? "Save" : "Send"}
      </Button>
    </form>
  );
}
