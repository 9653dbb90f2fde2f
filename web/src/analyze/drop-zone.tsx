import { FileDown, ShieldCheck } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import { BoatOnSea } from "../components/empty-state";
import { Icon } from "../components/icon";
import styles from "./drop-zone.module.css";
import { offline } from "./offline";

const KINDS =
  ".fit, .gpx or .csv; .tcx, .kml, .geojson, .ubx, .sbp, .sbn, .oao, .gpy, .zip, .gz, .vkx, .vtk and logs of NMEA 0183, NMEA 2000 and Signal K (.nmea, .txt, .log, .tsv, .ebl, .json) too";

interface DropZoneProps {
  onBrowse: () => void;
  onSample: () => void;
  isDragged: boolean;
}

/** The area to drop or choose files. */
export function DropZone({ onBrowse, onSample, isDragged }: DropZoneProps) {
  const { isStored } = useSnapshot(offline);
  return (
    <div className={styles.whole}>
      <div className={styles.zone} data-dragged={isDragged || undefined}>
        <BoatOnSea strong />
        <h1>Drop a track here</h1>
        <p>{KINDS}. Many at once if you like.</p>
        <Button kind="primary" className={styles.choose} onClick={onBrowse}>
          Choose files
        </Button>
        <button type="button" className={styles.sample} onClick={onSample}>
          Show me a sample race
        </button>
      </div>
      <p className={styles.promise}>
        <Icon of={ShieldCheck} />
        <span>
          <b>Nothing is uploaded.</b> Your browser reads the file on this computer.{" "}
          {isStored
            ? "You need no account and no network, also to open this page again."
            : "You need no account, and once this page is open no network either."}
        </span>
      </p>
    </div>
  );
}

/** The same, smaller, beside a result. */
export function SmallDropZone({ onBrowse, isDragged }: Omit<DropZoneProps, "onSample">) {
  return (
    <>
      <button type="button" className={styles.small} data-dragged={isDragged || undefined} onClick={onBrowse}>
        <Icon of={FileDown} size={20} className="quiet" />
        <span>
          <b>Drop a track here</b>
          <small>{KINDS}, many at once if you like</small>
        </span>
      </button>
      <p className={styles.beside}>
        <Icon of={ShieldCheck} />
        <span>This file stays on your computer. Nothing is uploaded, and you need no account.</span>
      </p>
    </>
  );
}
