import { Sailboat } from "lucide-react";
import { useSnapshot } from "valtio";
import { isParted, partsOf } from "../../playback/rows";
import { partsText } from "../../session/parts";
import type { ReplayModel } from "../../session/replay-model";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./parts.module.css";

/** What of the recording is sailing and what is left out, and the way to change it; nothing where all of it is sailing. */
export function PartsPlate({ model, isLine = false }: { model: ReplayModel; isLine?: boolean }) {
  const { focus } = useSnapshot(model.state);
  const { report } = model.boats[focus]!;
  if (!isParted(report)) return null;
  const { sailing, rest } = partsText(report, model.zone);
  const first = partsOf(report).findIndex(({ left_out, kind }) => left_out || kind !== "sailing");
  return (
    <div
      className={isLine ? `only-phone ${styles.line}` : `only-wide ${styles.plate}`}
      data-over-map={isLine ? undefined : true}
    >
      <Icon of={Sailboat} />
      <p className="grow">
        <b>{sailing}</b>
        {rest && `; ${rest}`}
      </p>
      <Button kind="quiet" onClick={() => (model.state.part = first)}>
        Change
      </Button>
    </div>
  );
}
