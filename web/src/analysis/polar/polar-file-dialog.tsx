import {
  type PolarFile,
  PolarFileError,
  polarFileDamage,
  polarFileText,
  polarFileWords,
  readPolarFile,
  type TargetPolar,
  type TargetWind,
  targetsOf,
} from "@leebow/core";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Chart, Drawing } from "../../chart/frame";
import { amount, fixed } from "../../format/numbers";
import { unitName } from "../../format/units";
import { failureSentence } from "../../server/failure";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/choices";
import { Dialog } from "../../ui/dialog";
import { BoatClassChoice } from "../../ui/forms/boat-class-choice";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { ScrollRegion } from "../../ui/scroll-region";
import { Table } from "../../ui/table";
import { polarScale } from "./bands";
import { FileCurve, Grid } from "./polar-chart";
import styles from "./polar-file-dialog.module.css";
import { useTargetChanges } from "./targets";

interface PolarFileDialogProps {
  file: { name: string; bytes: Uint8Array };
  boat_class: string;
  classes: readonly string[];
  /** Chooses another file. */
  onAnother: () => void;
  onClose: () => void;
}

/** What is in a polar file, and for which class it is the target; or why it is no polar. */
export function PolarFileDialog(props: PolarFileDialogProps) {
  const { file, onAnother, onClose } = props;
  const read = useMemo(() => readOrSentence(file.bytes), [file]);
  if (typeof read !== "string") return <Preview {...props} read={read} />;
  const [first, ...rest] = read.split(/(?<=\.) /);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Polar file"
      description={file.name}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onAnother}>
            Choose another file
          </Button>
        </>
      }
    >
      <p className="flex gap-10 danger" role="alert">
        <Icon of={CircleAlert} />
        <span>
          <b>{first}</b> {rest.join(" ")}
        </span>
      </p>
    </Dialog>
  );
}

function readOrSentence(bytes: Uint8Array): PolarFile | string {
  try {
    return readPolarFile(bytes);
  } catch (error) {
    if (error instanceof PolarFileError) return error.message;
    throw error;
  }
}

const MOTIONS = [
  { value: "water", label: "Through water" },
  { value: "ground", label: "Over ground" },
] as const;

function Preview({ file, read, boat_class, classes, onClose }: PolarFileDialogProps & { read: PolarFile }) {
  const { keep } = useTargetChanges();
  const [of, setOf] = useState(boat_class);
  const [motion, setMotion] = useState<(typeof MOTIONS)[number]["value"]>("water");
  const useButton = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const use = async () => {
    if (of === "") return setError("Choose a boat class.");
    setBusy(true);
    try {
      const kept = { boat_class: of, name: file.name.slice(0, 60), over_ground: motion === "ground" };
      await keep({ ...kept, file: polarFileText(file.bytes) });
      onClose();
    } catch (cause) {
      setError(failureSentence(cause));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Polar file"
      description={polarFileWords(file.name, read)}
      size="large"
      initialFocus={useButton}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={useButton} kind="primary" busy={busy} onClick={() => void use()}>
            Use this polar
          </Button>
        </>
      }
    >
      <PolarPreview read={read} />
      <Damage read={read} />
      <div className={styles.fields}>
        <BoatClassChoice
          label="For"
          classes={classes.map((value) => ({ value, label: value }))}
          value={of}
          onChange={setOf}
          error={error}
          className={styles.field}
        />
        <div>
          <span className={styles.label}>Speeds are</span>
          <Segments label="Speeds are" choices={MOTIONS} value={motion} onChange={setMotion} />
        </div>
      </div>
    </Dialog>
  );
}

function Damage({ read }: { read: PolarFile }) {
  const damage = polarFileDamage(read);
  if (damage.length === 0) return null;
  return (
    <ul className={styles.damage} aria-label="What is not used">
      {damage.map((sentence) => (
        <li key={sentence}>
          <Icon of={TriangleAlert} />
          {sentence}
        </li>
      ))}
    </ul>
  );
}

const MARGIN = { top: 22, right: 44, bottom: 28, left: 34 };
const HEIGHT_PX = 300;
const SHOWN = { winds: 6, angles: 7 };
const COLOURS = 4;
const STEPS = 60;

/** The curves of a file and its table, with what does not fit marked. */
function PolarPreview({ read }: { read: Pick<PolarFile, "polar" | "misfits"> }) {
  const { winds } = read.polar;
  const bands = curvesOf(read.polar);
  return (
    <div className={styles.two}>
      <div className={styles.drawing} role="img" aria-label="Polar of the file">
        <Chart margin={MARGIN} height={HEIGHT_PX}>
          {(frame) => {
            const scale = polarScale(bands, frame);
            return (
              <Drawing frame={frame}>
                <Grid scale={scale} />
                {bands.map(({ curve }, i) => (
                  <FileCurve
                    key={winds[i]!.tws_kn}
                    curve={curve}
                    scale={scale}
                    paint={paint(i, winds.length)}
                    isSolid
                  />
                ))}
              </Drawing>
            );
          }}
        </Chart>
      </div>
      <PreviewTable {...read} />
    </div>
  );
}

/** Each wind every few degrees, as it is interpolated. */
function curvesOf(polar: TargetPolar) {
  const { speed } = targetsOf(polar);
  const angles = polar.winds.flatMap(({ twa_deg }) => twa_deg);
  const [from, to] = [Math.min(...angles), Math.max(...angles)];
  const twa_deg = Array.from({ length: STEPS + 1 }, (_, i) => from + (i * (to - from)) / STEPS);
  return polar.winds.map(({ tws_kn }) => {
    const kn = twa_deg.map((angle) => speed(tws_kn, angle));
    return { curve: { twa_deg, q75_kn: kn, median_kn: kn } };
  });
}

const paint = (i: number, n: number) => `var(--scale-${1 + Math.floor((i * COLOURS) / n)})`;

function PreviewTable({ polar, misfits }: Pick<PolarFile, "polar" | "misfits">) {
  const angles = [
    ...new Set([...polar.winds.flatMap(({ twa_deg }) => twa_deg), ...misfits.map(({ twa_deg }) => twa_deg)]),
  ].sort((a, b) => a - b);
  const winds = spread(polar.winds, SHOWN.winds, ({ tws_kn }) => misfits.some((one) => one.tws_kn === tws_kn));
  const rows = spread(angles, SHOWN.angles, (angle) => misfits.some((one) => one.twa_deg === angle));
  const isPart = winds.length < polar.winds.length || rows.length < angles.length;
  const wrongAt = (tws_kn: number, angle: number) =>
    misfits.find((one) => one.tws_kn === tws_kn && one.twa_deg === angle)?.speed_kn;
  return (
    <div>
      <ScrollRegion label="Speeds of the file">
        <Table
          className={styles.table}
          caption="Speeds of the file by wind angle and wind speed"
          heads={["TWA \\ TWS", ...winds.map(({ tws_kn }) => amount(tws_kn, Number.isInteger(tws_kn) ? 0 : 1, "kn"))]}
          rows={rows.map((angle) => [
            `${fixed(angle, Number.isInteger(angle) ? 0 : 1)}°`,
            ...winds.map((wind) => (
              <Speed key={wind.tws_kn} kn={speedAt(wind, angle)} wrong_kn={wrongAt(wind.tws_kn, angle)} />
            )),
          ])}
        />
      </ScrollRegion>
      <p className={styles.caption}>
        {unitName("kn")}
        {isPart &&
          `; ${winds.length} of ${polar.winds.length} winds and ${rows.length} of ${angles.length} angles shown`}
      </p>
    </div>
  );
}

function Speed({ kn, wrong_kn }: { kn: number | undefined; wrong_kn: number | undefined }) {
  if (wrong_kn !== undefined) return <Badge tone="warn">{amount(wrong_kn, 1, "kn")}</Badge>;
  return kn === undefined ? "" : amount(kn, 1, "kn");
}

const speedAt = ({ twa_deg, speed_kn }: TargetWind, angle: number) => speed_kn[twa_deg.indexOf(angle)];

/** So many of a list, the first and the last, those between evenly, and all that are wanted. */
function spread<T>(all: readonly T[], most: number, isWanted: (one: T) => boolean): T[] {
  if (all.length <= most) return [...all];
  const kept = new Set(Array.from({ length: most }, (_, i) => Math.round((i * (all.length - 1)) / (most - 1))));
  return all.filter((one, i) => kept.has(i) || isWanted(one));
}
