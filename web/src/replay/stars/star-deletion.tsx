import { useSnapshot } from "valtio";
import { clockSeconds } from "../../format/times";
import type { StarSource } from "../../journal/stars";
import type { ReplayModel } from "../../session/replay-model";
import { sectionOf } from "../../session/star-state";
import { Confirm } from "../../ui/dialog";

/** The question before a gold star is deleted. */
export function StarDeletion({ model, source }: { model: ReplayModel; source: StarSource }) {
  const { deleting } = useSnapshot(model.stars);
  if (!deleting) return null;
  const { from_ms, to_ms } = sectionOf(deleting);
  return (
    <Confirm
      question="Delete journal segment?"
      detail={`“${deleting.content}”, ${clockSeconds(from_ms, model.zone)} to ${clockSeconds(to_ms, model.zone)}. The track stays as it is.`}
      no="Cancel"
      yes="Delete"
      onYes={() => source.remove(deleting.id)}
      onClose={() => (model.stars.deleting = null)}
    />
  );
}
