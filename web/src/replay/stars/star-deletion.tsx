import { useState } from "react";
import { useSnapshot } from "valtio";
import { clockSeconds } from "../../format/times";
import type { StarSource } from "../../journal/stars";
import type { ReplayModel } from "../../session/replay-model";
import { sectionOf } from "../../session/star-state";
import { Confirm } from "../../ui/dialog";

/** The question before a gold star is deleted. */
export function StarDeletion({ model, source }: { model: ReplayModel; source: StarSource }) {
  const { deleting } = useSnapshot(model.stars);
  const [isBusy, setBusy] = useState(false);
  if (!deleting) return null;
  const { from_ms, to_ms } = sectionOf(deleting);
  const close = () => (model.stars.deleting = null);
  const remove = async () => {
    setBusy(true);
    // A notice says why a star could not be deleted.
    await source.remove(deleting.id).catch(() => false);
    setBusy(false);
    close();
  };
  return (
    <Confirm
      open
      question="Delete journal segment?"
      detail={`“${deleting.content}”, ${clockSeconds(from_ms, model.zone)} to ${clockSeconds(to_ms, model.zone)}. The track stays as it is.`}
      no="Cancel"
      yes="Delete"
      busy={isBusy}
      onYes={() => void remove()}
      onNo={close}
    />
  );
}
