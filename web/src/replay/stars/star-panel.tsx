import { type Journal, STAR_TAGS } from "@leebow/api/contract";
import { Check, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { SectionEnds } from "../../corrections/section-form";
import { countText } from "../../format/numbers";
import { clockSeconds, minutesAndSeconds, shortDay } from "../../format/times";
import type { StarSource } from "../../journal/stars";
import { notify } from "../../server/notices";
import { fullName } from "../../server/session";
import type { ReplayModel } from "../../session/replay-model";
import { openStar, sectionOf } from "../../session/star-state";
import { Avatar } from "../../ui/avatar";
import { Button, IconButton } from "../../ui/button";
import { classes } from "../../ui/classes";
import { Field } from "../../ui/field";
import { fieldOf, submitHandler } from "../../ui/forms/submit-handler";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import panel from "../panels/panel.module.css";
import styles from "./star.module.css";
import { StarSign } from "./star-controls";

/** The gold stars of a track or a race, with the form of a new one on top. */
export function StarPanel({ model, source }: { model: ReplayModel; source: StarSource }) {
  const { draft, draft_of, opened } = useSnapshot(model.stars);
  return (
    <>
      <div className={panel.scroll}>
        {draft && draft_of === "star" && <StarForm model={model} source={source} />}
        <ul>
          {source.stars.map((star) => (
            <li key={star.id}>
              <Entry model={model} star={star} isOpen={opened?.id === star.id} />
            </li>
          ))}
        </ul>
      </div>
      <p className={panel.foot}>A star keeps a section of the track. Click one to see it alone.</p>
    </>
  );
}

function Entry({ model, star, isOpen }: { model: ReplayModel; star: Journal; isOpen: boolean }) {
  const { stars, zone } = model;
  const entry = useRef<HTMLElement>(null);
  const { from_ms, to_ms } = sectionOf(star);
  const { author, replies, reply_count, created } = star;
  const name = fullName(author);
  useEffect(() => {
    if (isOpen) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <article ref={entry} className={classes(styles.entry, isOpen && "chosen")}>
      <StarSign />
      <div className="grow">
        <h2>
          <button
            type="button"
            className={styles.name}
            aria-pressed={isOpen}
            onClick={() => openStar(stars, isOpen ? null : star)}
          >
            {star.content}
          </button>
        </h2>
        <p className={styles.times}>
          {clockSeconds(from_ms, zone)} to {clockSeconds(to_ms, zone)}
        </p>
        {star.tags.length > 0 && (
          <p className={styles.tags}>
            {star.tags.map(({ id, value }) => (
              <Badge key={id}>{value}</Badge>
            ))}
          </p>
        )}
        <p className="row small secondary gap-6 above-6">
          <Avatar name={name} image={author.profile_img} size="small" />
          <span>
            {name}, {shortDay(created, zone)}
            {reply_count > 0 && `, ${countText(reply_count, "reply", "replies")}`}
          </span>
        </p>
        {isOpen && replies.length > 0 && (
          <ul className={styles.replies}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <b>{fullName(reply.author)}</b> {reply.content}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && star.can.delete && (
        <IconButton icon={Trash2} label="Delete this gold star" onClick={() => (stars.deleting = stars.opened)} />
      )}
    </article>
  );
}

type StarTag = (typeof STAR_TAGS)[number];

interface NewStar {
  content: string;
  tags: StarTag[];
}

/** Name, tags and section of a new gold star. */
export function StarForm({ model, source }: { model: ReplayModel; source: StarSource }) {
  const { stars } = model;
  const form = useForm<NewStar>({ defaultValues: { content: "", tags: [] } });
  const { isSubmitting } = form.formState;
  const close = () => {
    stars.draft = null;
  };
  const save = async ({ content, tags }: NewStar) => {
    const section = stars.draft;
    if (!section) return;
    await source.create({
      content: content.trim(),
      tags: tags.map((value) => ({ value })),
      s_point: new Date(section.from_ms).toISOString(),
      e_point: new Date(section.to_ms).toISOString(),
    });
    notify.success("Gold star saved.");
    close();
  };
  return (
    <form
      className={styles.form}
      aria-label="New gold star"
      onSubmit={submitHandler(form, save, "content")}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <h2 className={styles.title}>
        <StarSign /> New gold star
      </h2>
      <SectionText model={model} />
      <Field label="Name" autoFocus maxLength={200} {...fieldOf(form, "content")} />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => <TagButtons chosen={field.value} onChange={field.onChange} />}
      />
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isSubmitting} disabled={form.watch("content").trim() === ""}>
          Save
        </Button>
      </div>
    </form>
  );
}

function TagButtons({ chosen, onChange }: { chosen: readonly StarTag[]; onChange: (tags: StarTag[]) => void }) {
  return (
    <div role="group" aria-label="Tags" className="wrap gap-6">
      {STAR_TAGS.map((tag) => {
        const isOn = chosen.includes(tag);
        return (
          <button
            key={tag}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== tag) : [...chosen, tag])}
          >
            {isOn && <Icon of={Check} size={14} />}
            {tag}
          </button>
        );
      })}
    </div>
  );
}

/** The section in words, and its ends by keyboard. */
function SectionText({ model }: { model: ReplayModel }) {
  const { draft } = useSnapshot(model.stars);
  if (!draft) return null;
  const { from_ms, to_ms } = draft;
  const { zone } = model;
  return (
    <>
      <p className="small secondary">
        {clockSeconds(from_ms, zone)} to {clockSeconds(to_ms, zone)}, {minutesAndSeconds((to_ms - from_ms) / 1000)}.
        Drag the handles in the chart to change it.
      </p>
      <SectionEnds model={model} />
    </>
  );
}
