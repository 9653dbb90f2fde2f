import { Download } from "lucide-react";
import { Button } from "../components/button";
import type { ReplayData } from "../session/replay-model";
import styles from "./damage-report.module.css";
import { saveGpx } from "./gpx";

/** Saves the track as other programs read it: what was kept of the file, in its own times. */
export function GpxExport({ data: { report, columns } }: { data: ReplayData }) {
  return (
    <div className={styles.export}>
      <Button icon={Download} onClick={() => saveGpx(report.name, columns)}>
        Save as GPX
      </Button>
      <p className="small secondary">Positions, times and heart rate, for chart plotters and other programs.</p>
    </div>
  );
}
