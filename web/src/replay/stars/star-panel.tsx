import type { Journal } from "@leebow/api/contract";
import { Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../components/avatar";
import { Badge } from "../../components/badge";
import { IconButton } from "../../components/button";
import { classes } from "../../components/classes";
import { countText } from "../../format/counts";
import { clockSeconds, shortDay } from "../../format/times";
import type { StarSource } from "../../queries/stars";
import type { ReplayModel } from "../../session/replay-model";
import { openStar, sectionOf } from "../../session/star-state";
import panel from "../panels/panel.module.css";
import styles from "./star.module.css";
import { StarForm } from "./star-form";
import { StarSign } from "./star-sign";

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
  const name = `${author.first_name} ${author.last_name}`.trim();
  useEffect(() => {
    if (isOpen) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <article ref={entry} className={classes(styles.entry, isOpen && styles.open)}>
      <StarSign />
      <div className={styles.text}>
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
        <p className={styles.who}>
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
                <b>{`${reply.author.first_name} ${reply.author.last_name}`}</b> {reply.content}
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
