import { tagKey, type UserTag } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../components/button";
import { Dialog } from "../components/dialog";
import { TagInput } from "../components/tag-input";
import { userTagsOptions, type useSegmentTags } from "../queries/segment-tags";
import { Failed } from "./failed";
import type { StraightRow } from "./rows";
import styles from "./tags-dialog.module.css";

interface TagsDialogProps {
  row: StraightRow;
  changes: ReturnType<typeof useSegmentTags>;
  onClose: () => void;
}

/** The tags of a straight: added, removed, made by typing; below, the user's tags, which can be hidden. */
export function TagsDialog({ row, changes, onClose }: TagsDialogProps) {
  const tags = useQuery(userTagsOptions());
  const [isBusy, setBusy] = useState(false);
  const known = tags.data ?? [];
  const change = async (values: string[]) => {
    const has = (list: readonly string[], value: string) => list.some((one) => tagKey(one) === tagKey(value));
    const own = row.tags.map(({ value }) => value);
    const added = values.find((value) => !has(own, value));
    const removed = row.tags.find(({ value }) => !has(values, value));
    setBusy(true);
    if (added !== undefined) await changes.add(row, added);
    else if (removed) await changes.remove(row, removed);
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Tags of ${row.name}`}
      description="Only you see your tags. Type a tag and press Enter to make a new one."
      actions={
        <Button kind="primary" busy={isBusy} onClick={onClose}>
          Done
        </Button>
      }
    >
      <TagInput
        label="Tags"
        value={row.tags.map(({ value }) => value)}
        suggestions={known.filter(({ visible }) => visible).map(({ value }) => value)}
        placeholder="tuned for chop"
        onChange={(values) => void change(values)}
      />
      {tags.error && !tags.data && <Failed cause={tags.error} onRetry={() => void tags.refetch()} />}
      <OwnTags tags={known} onVisible={changes.setVisible} />
    </Dialog>
  );
}

interface OwnTagsProps {
  tags: readonly UserTag[];
  onVisible: (tag: UserTag, visible: boolean) => Promise<boolean>;
}

/** The tags that are offered, and the hidden ones. */
function OwnTags({ tags, onVisible }: OwnTagsProps) {
  if (tags.length === 0) return null;
  const list = (visible: boolean) => tags.filter((tag) => tag.visible === visible);
  return (
    <div className={styles.area}>
      {list(true).length > 0 && <h3 className="caption">Your tags</h3>}
      <ul>
        {list(true).map((tag) => (
          <li key={tag.id} className={styles.tag}>
            <span className="truncate">{tag.value}</span>
            <IconButton icon={EyeOff} label={`Hide ${tag.value}`} onClick={() => void onVisible(tag, false)} />
          </li>
        ))}
      </ul>
      {list(false).length > 0 && (
        <h3 className="caption">Hidden. Straights keep them, and typing the name shows one again.</h3>
      )}
      <ul>
        {list(false).map((tag) => (
          <li key={tag.id} className={styles.tag}>
            <span className="truncate quiet">{tag.value}</span>
            <IconButton icon={Eye} label={`Show ${tag.value}`} onClick={() => void onVisible(tag, true)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
