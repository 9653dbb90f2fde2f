import type { Race } from "@leebow/api/contract";
import { useMutation } from "@tanstack/react-query";
import { Copy, Share2 } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { shareRace } from "../../api/race-replay";
import { Button } from "../../components/button";
import { Checkbox } from "../../components/choices";
import { Popover } from "../../components/popover";
import { clockSeconds } from "../../format/times";
import type { ReplayModel } from "../../replay/replay-model";
import { notify } from "../../stores/notices";
import { momentOf } from "./moment";
import styles from "./share-moment.module.css";

interface ShareMomentProps {
  model: ReplayModel;
  race: Race;
  /** Of the address, for a viewer who came by the link. */
  share_id: string | null;
}

/** A link that opens the race at this time, with this boat and this view. */
export function ShareMoment(props: ShareMomentProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label="Share this moment"
      trigger={
        <Button kind="quiet" icon={Share2} className={styles.trigger} aria-label="Share moment">
          <span className={styles.word}>Share moment</span>
        </Button>
      }
    >
      <MomentForm {...props} />
    </Popover>
  );
}

function MomentForm({ model, race, share_id }: ShareMomentProps) {
  const [withTools, setWithTools] = useState(true);
  const id = useId();
  const share = useMutation({ mutationFn: () => shareRace(race.id) });
  const known = share_id ?? race.share_id ?? share.data?.share_id ?? null;
  const needsLink = known === null && race.can.share;
  const { mutate } = share;
  useEffect(() => {
    if (needsLink) mutate();
  }, [needsLink, mutate]);
  useEffect(() => model.playback.pause(), [model]);
  const link = linkOf(model, race.id, known, withTools);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify.success("Copied to clipboard!"),
      () => notify.error("The browser does not allow copying. Select the link and copy it."),
    );
  return (
    <div className={styles.form}>
      <h2>Share this moment</h2>
      <p>
        {`Opens at ${clockSeconds(model.playback.time_ms, model.zone)}, paused, with this boat and this view. `}
        {known === null
          ? "It opens for those who may see this race."
          : "Anyone with the link can see the race. The video stays on your device."}
      </p>
      <div className={styles.row}>
        <label className="visually-hidden" htmlFor={id}>
          Link to this moment
        </label>
        <input id={id} className={styles.link} readOnly value={link} onFocus={(event) => event.target.select()} />
        <Button kind="primary" icon={Copy} busy={needsLink && share.isPending} onClick={copy}>
          Copy
        </Button>
      </div>
      <Checkbox label="With ladder, wind up and follow" checked={withTools} onChange={setWithTools} />
    </div>
  );
}

function linkOf(model: ReplayModel, race_id: number, share_id: string | null, withTools: boolean): string {
  const moment = momentOf(model, withTools);
  const query = new URLSearchParams([...(share_id ? [["share_id", share_id] as [string, string]] : []), ...moment]);
  return `${location.origin}/races/${race_id}?${query}`;
}
