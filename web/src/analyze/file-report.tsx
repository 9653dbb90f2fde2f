import type { ReplayData } from "../session/replay-model";
import { DamageReport, damageSentence, keptText } from "./damage-report";
import { DeviceReport } from "./device-report";
import { GpxExport } from "./save-menu";

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
