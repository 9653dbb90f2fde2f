import type { Race } from "@leebow/api/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clockSeconds } from "../../format/times";
import { failureSentence, shownByForm } from "../../server/failure";
import type { ReplayModel } from "../../session/replay-model";
import { Checkbox } from "../../ui/choices";
import { CopyLink } from "../../ui/copy-link";
import { FieldError } from "../../ui/field";
import { endText } from "../link-ends";
import { shareRace } from "../queries";
import { momentOf } from "./moment";
import styles from "./moment-form.module.css";

export interface MomentFormProps {
  model: ReplayModel;
  race: Race;
  /** Of the address, for a viewer who came by the link. */
  share_id: string | null;
}

/** The link to this moment, and what it opens with. The race is paused. */
export function MomentForm({ model, race, share_id }: MomentFormProps) {
  const [withTools, setWithTools] = useState(true);
  const share = useMutation({ mutationFn: () => shareRace(race.id), onError: shownByForm });
  const known = share_id ?? race.share_id ?? share.data?.share_id ?? null;
  const expires = share.data?.expires ?? race.share_expires;
  const needsLink = known === null && race.can.share && !share.isError;
  const { mutate } = share;
  useEffect(() => {
    if (needsLink) mutate();
  }, [needsLink, mutate]);
  useEffect(() => model.playback.pause(), [model]);
  return (
    <div className={styles.form}>
      <h2>Share this moment</h2>
      <p>
        {`Opens at ${clockSeconds(model.playback.time_ms, model.zone)}, paused, with this boat and this view. `}
        {known === null
          ? "It opens for those who may see this race."
          : `Anyone with the link can see the race${expires ? ` until ${endText(expires)}` : ""}. The video stays on your device.`}
      </p>
      <CopyLink
        label="Link to this moment"
        bare
        link={needsLink ? "" : linkOf(model, race.id, known, withTools)}
        placeholder="Making the link"
      />
      {share.error && <FieldError>{failureSentence(share.error)}</FieldError>}
      <Checkbox label="With ladder, wind up and follow" checked={withTools} onChange={setWithTools} />
    </div>
  );
}

function linkOf(model: ReplayModel, race_id: number, share_id: string | null, withTools: boolean): string {
  const moment = momentOf(model, withTools);
  const query = new URLSearchParams([...(share_id ? [["share_id", share_id] as [string, string]] : []), ...moment]);
  return `${location.origin}/races/${race_id}?${query}`;
}
