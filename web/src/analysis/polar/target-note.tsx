import type { FileAnalysis } from "@leebow/core";
import { useState } from "react";
import { amount } from "../../format/numbers";
import { inUnit, unitName } from "../../format/units";
import type { ReplayTarget } from "../../session/replay-target";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { setWindByHand } from "./local-targets";
import styles from "./target-note.module.css";
import type { ReportTarget } from "./use-report-target";

interface TargetNoteProps extends Partial<Pick<ReportTarget, "failure" | "retry">> {
  report: Pick<FileAnalysis, "wind" | "sha256">;
  compared: ReplayTarget | null | undefined;
}

/** Which polar a recording is compared with, and how; where the wind speed is not known, a field for it. */
export function TargetNote({ report: { wind, sha256 }, compared, failure, retry }: TargetNoteProps) {
  if (failure)
    return (
      <p className={styles.note} role="alert">
        % of target could not be read. {failure}{" "}
        <Button kind="quiet" onClick={retry}>
          Retry
        </Button>
      </p>
    );
  if (!compared) return null;
  return (
    <div className={styles.note}>
      <p>{noteText(compared, wind !== null)}</p>
      {(compared.needs_wind || compared.tws_kn !== null) && <WindByHand of={sha256} tws_kn={compared.tws_kn} />}
    </div>
  );
}

function noteText({ target, columns, needs_wind, tws_kn }: ReplayTarget, hasWind: boolean): string {
  const { name, over_ground, winds } = target;
  if (!hasWind) return `Target: ${name}. The wind of this session is not known: there is no % of target.`;
  if (needs_wind && columns === null)
    return `Target: ${name}. % of target needs a wind strength, which was not measured here. Give it by hand:`;
  const wind = tws_kn === null ? "for the wind of the moment" : `for ${speed(tws_kn)} of wind, given by hand`;
  const motion = columns?.through_water
    ? "through the water"
    : over_ground
      ? "over the ground, as its speeds are"
      : "over the ground: no current is known";
  const [lightest, strongest] = [winds[0]!.tws_kn, winds.at(-1)!.tws_kn];
  return `Target: ${name}, ${wind}, ${motion}. No target below ${amount(lightest, 0, "kn")} and above ${speed(strongest)} of wind: there is no figure.`;
}

const speed = (kn: number) => `${amount(kn, 0, "kn")} ${unitName("kn")}`;

/** The wind strength of a recording or a race where none was measured; `of` names it in this browser. */
export function WindByHand({ of, tws_kn }: { of: string; tws_kn: number | null }) {
  const [text, setText] = useState(tws_kn === null ? "" : String(Math.round(inUnit(tws_kn, "kn"))));
  const given = Number(text.replace(",", ".")) / inUnit(1, "kn");
  const isRight = text.trim() === "" ? tws_kn !== null : given > 0 && given <= 100;
  return (
    <form
      className="flex bottom gap-8 above-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) setWindByHand(of, text.trim() === "" ? null : given);
      }}
    >
      <Field
        label={`Wind strength, ${unitName("kn")}`}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={styles.field}
      />
      <Button type="submit" disabled={!isRight}>
        Use it
      </Button>
    </form>
  );
}
