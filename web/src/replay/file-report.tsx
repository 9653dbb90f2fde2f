import type { ReplayData } from "../playback/rows";
import { DamageReport, damageSentence, keptText } from "../tracks/damage-report";
import { DeviceReport } from "../tracks/device-report";
import { GpxExport } from "./gpx";

/** What the file of a session has: its damage, and what the device recorded. */
export function FileReport({ data }: { data: ReplayData }) {
  return (
    <>
      <DamageReport data={data} />
      <DeviceReport report={data.report} />
      <GpxExport data={data} />
    </>
  );
}

/** The damage in one line. */
export function DamageLine({ data: { report } }: { data: ReplayData }) {
  return `${keptText(report.damage)}. ${damageSentence(report)}`;
}
