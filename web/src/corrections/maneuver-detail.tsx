import { leftOutText, type Maneuver, SEGMENT_KINDS } from "@leebow/core";
import { CircleHelp, FileChartColumn, MoveHorizontal, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { fixed, sentence } from "../format/numbers";
import type { CorrectionSource } from "../session/correction-source";
import { CORRECTABLE_KINDS, type CorrectableKind, segmentId } from "../session/names-in-wind";
import type { ReplayModel } from "../session/replay-model";
import { Button, ButtonLink } from "../ui/button";
import { Select } from "../ui/select";
import { correct, deleted, moved, renamed } from "./correct";
import styles from "./corrections.module.css";
import { Explanation } from "./explanation";
import { SectionForm } from "./section-form";

interface ManeuverDetailProps {
  model: ReplayModel;
  maneuver: Maneuver;
  source: CorrectionSource | undefined;
  reportLink: ((id: number) => string) | undefined;
}

/** Why the chosen maneuver is what it is, and its corrections. */
export function ManeuverDetail({ model, maneuver, source, reportLink }: ManeuverDetailProps) {
  const [mode, setMode] = useState<"none" | "rename" | "move" | "why">("none");
  const id = segmentId(maneuver);
  const toggle = (next: typeof mode) => setMode(mode === next ? "none" : next);
  const mayCorrect = source?.edit !== null && source !== undefined;
  return (
    <div className={styles.detail} role="group" aria-label={`${maneuver.name} in detail`}>
      <p>{standing(maneuver)}</p>
      {evidenceText(maneuver) && <p className="secondary">{evidenceText(maneuver)}</p>}
      <div className={styles.actions}>
        {mayCorrect && (
          <>
            <Button icon={Pencil} aria-expanded={mode === "rename"} onClick={() => toggle("rename")}>
              Rename
            </Button>
            <Button icon={MoveHorizontal} aria-expanded={mode === "move"} onClick={() => toggle("move")}>
              Move
            </Button>
            <Button
              icon={Trash2}
              busy={source.busy}
              onClick={() => void correct(source, deleted(maneuver), model.zone)}
            >
              Delete
            </Button>
          </>
        )}
        {source && (
          <Button icon={CircleHelp} aria-expanded={mode === "why"} onClick={() => toggle("why")}>
            Why?
          </Button>
        )}
        {reportLink && id !== null && (
          <ButtonLink to={reportLink(id)} icon={FileChartColumn}>
            In the report
          </ButtonLink>
        )}
      </div>
      {mode === "rename" && mayCorrect && <Rename model={model} maneuver={maneuver} source={source} />}
      {mode === "move" && mayCorrect && (
        <SectionForm
          model={model}
          initial={{ from_ms: Date.parse(maneuver.start_time), to_ms: Date.parse(maneuver.end_time) }}
          action="Move"
          busy={source.busy}
          onCancel={() => setMode("none")}
          onSave={(section) => void correct(source, moved(maneuver, section), model.zone)}
        />
      )}
      {mode === "why" && source && <Explanation source={source} time_ms={Date.parse(maneuver.time)} />}
    </div>
  );
}

/** Whether it is counted, as a sentence. */
function standing(maneuver: Maneuver): string {
  const reason = leftOutText(maneuver);
  const name = maneuver.flags.includes("corrected") ? `${maneuver.name}, corrected by hand` : maneuver.name;
  if (maneuver.counted)
    return sentence(reason ? `${name}: counted, left out of averages (${reason}).` : `${name}: counted.`);
  return sentence(`${name}: ${reason ?? "not counted"}.`);
}

/** The angles by which it was named. */
function evidenceText({ evidence, angle_deg }: Maneuver): string {
  const { wind_angle_in_deg, wind_angle_out_deg, wind_deg, wind_sd_deg, course_in_deg, course_out_deg } = evidence;
  const parts: string[] = [];
  if (angle_deg !== null && course_in_deg !== null && course_out_deg !== null)
    parts.push(`Turned ${fixed(angle_deg, 0)}°, course ${fixed(course_in_deg, 0)}° to ${fixed(course_out_deg, 0)}°.`);
  if (wind_angle_in_deg !== null && wind_angle_out_deg !== null)
    parts.push(`Wind angle ${fixed(wind_angle_in_deg, 0)}° before, ${fixed(wind_angle_out_deg, 0)}° after.`);
  if (wind_deg !== null) parts.push(`Wind from ${fixed(wind_deg, 0)}° (sd ${fixed(wind_sd_deg, 0)}°).`);
  return parts.join(" ");
}

function Rename({ model, maneuver, source }: { model: ReplayModel; maneuver: Maneuver; source: CorrectionSource }) {
  const choices = CORRECTABLE_KINDS.filter((kind) => kind !== maneuver.kind).map((value) => ({
    value,
    label: SEGMENT_KINDS[value].name,
  }));
  return (
    <Select
      label="It was a"
      placeholder="Choose what it was"
      choices={choices}
      value={null as CorrectableKind | null}
      disabled={source.busy}
      onChange={(kind) => void correct(source, renamed(maneuver, kind), model.zone)}
    />
  );
}
