import { LIMITS, type WindCurve, type WindFile } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { scaleLinear } from "d3";
import type { ComponentProps } from "react";
import { type Control, Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { TimeAxis } from "../chart/axes";
import { Brush, type BrushPart, RangeEnds } from "../chart/brush";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { padded, timeScale } from "../chart/scales";
import { clock, durationText, instantOf, wallTime, zoneName } from "../format/times";
import type { TimeRange } from "../playback/clock";
import { failureSentence } from "../server/failure";
import { DateTimeField } from "../ui/date-time-field";
import { Skeleton } from "../ui/empty-state";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/forms/form-dialog";
import { fieldOf } from "../ui/forms/submit-handler";
import styles from "./create-report.module.css";
import { useCreateWindReport, windCurveOptions } from "./queries";
import { fileTimes, zoneOf } from "./wind-file-text";

const LONGEST_MS = LIMITS.wind_report_hours * 3_600_000;

interface Form {
  name: string;
  /** Wall-clock times of the file's zone; null while day or time is missing. */
  start_time: string | null;
  end_time: string | null;
}

/** The dialog that makes a report of a part of a wind file: a name and a window, dragged or typed. */
export function CreateReport({ file, onClose }: { file: WindFile; onClose: () => void }) {
  const zone = zoneOf(file);
  const navigate = useNavigate();
  const { mutateAsync } = useCreateWindReport();
  const [min, max] = [wallTime(Date.parse(file.start_time!), zone), wallTime(Date.parse(file.end_time!), zone, "up")];
  const range = { from_ms: instantOf(min, zone), to_ms: instantOf(max, zone) };
  const end = wallTime(Math.min(range.to_ms, range.from_ms + LONGEST_MS), zone);
  const form = useForm<Form>({ defaultValues: { name: "", start_time: min, end_time: end } });
  const { name, start_time, end_time } = form.watch();
  const window = windowOf(start_time, end_time, min, max, zone);
  const create = async () => {
    const [start, end] = [window!.from_ms, window!.to_ms].map((at) => new Date(at).toISOString());
    const report = { wind_file: file.id, name: name.trim(), start_time: start!, end_time: end! };
    const { id } = await mutateAsync(report);
    void navigate(`/wind-report/${id}`);
  };
  const times = { control: form.control, min, max };
  const order = start_time && end_time && end_time <= start_time ? "Choose an end after the start." : undefined;
  return (
    <FormDialog
      form={form}
      save={create}
      onClose={onClose}
      title="Create Report"
      description={
        <span className="small">
          {file.original_name}, {fileTimes(file)}
        </span>
      }
      submit="Create and View"
      canSubmit={window !== null && name.trim() !== ""}
    >
      <Field label="Name" maxLength={LIMITS.name_chars} {...fieldOf(form, "name")} />
      <Curve
        file={file}
        zone={zone}
        range={range}
        value={window ?? range}
        onChange={({ from_ms, to_ms }) => {
          form.setValue("start_time", wallTime(from_ms, zone));
          form.setValue("end_time", wallTime(to_ms, zone));
        }}
      />
      <div className="grid gap-12">
        <TimeField label="Start" name="start_time" {...times} />
        <TimeField label="End" name="end_time" {...times} order={order} />
      </div>
      <p className="small secondary">
        {window && `${durationText((window.to_ms - window.from_ms) / 1000)}. `}Times are in {zoneName(zone)} and stay
        within the file.
      </p>
    </FormDialog>
  );
}

interface TimeFieldProps {
  label: string;
  name: "start_time" | "end_time";
  control: Control<Form>;
  min: string;
  max: string;
  /** What is wrong with its order, if anything. */
  order?: string | undefined;
}

const TimeField = ({ label, name, control, min, max, order }: TimeFieldProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field, fieldState }) => (
      <DateTimeField
        label={label}
        value={field.value}
        onChange={field.onChange}
        min={min}
        max={max}
        zone=""
        error={fieldState.error?.message ?? order}
      />
    )}
  />
);

type CurveProps = Pick<ComponentProps<typeof WindowPicker>, "range" | "value" | "zone" | "onChange">;

function Curve({ file, ...picker }: CurveProps & { file: WindFile }) {
  const { data: points, error } = useQuery(windCurveOptions(file.id));
  // The times can be typed without the curve.
  if (error)
    return <p className="small secondary">The wind of this file could not be shown. {failureSentence(error)}</p>;
  if (!points) return <Skeleton height={84} />;
  return <WindowPicker points={points} {...picker} />;
}

/** The chosen window; null while a time is missing, outside the file, or the end is not after the start. */
function windowOf(start: string | null, end: string | null, min: string, max: string, zone: string): TimeRange | null {
  if (!start || !end || start < min || end > max || end <= start) return null;
  return { from_ms: instantOf(start, zone), to_ms: instantOf(end, zone) };
}

interface WindowPickerProps {
  points: WindCurve["points"];
  /** Of the whole file. */
  range: TimeRange;
  value: TimeRange;
  onChange: (value: TimeRange) => void;
  zone: string;
}

const MINUTE_MS = 60_000;
const MARGIN = { top: 4, right: 12, bottom: 22, left: 12 };
const HEIGHT = 86;

/** The wind of a file over time with a window that is dragged by its ends or as a whole, in whole minutes. */
function WindowPicker(props: WindowPickerProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ points, range, value, onChange, zone, frame }: WindowPickerProps & { frame: Frame }) {
  const x = timeScale(range, frame);
  const selection = [x(value.from_ms), x(value.to_ms)] as const;
  const move = (part: BrushPart, from_ms: number, to_ms: number) =>
    onChange(moved(value, range, part, { from_ms, to_ms }));
  return (
    <>
      <Drawing frame={frame}>
        <path d={`M${frame.left} ${frame.bottom}H${frame.right}`} stroke="var(--line)" />
        <path d={curvePath(points, range, frame)} className={styles.curve} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        <Brush
          frame={frame}
          selection={selection}
          onBrush={([a, b], part) => move(part, x.invert(a), x.invert(b))}
          onPress={(at) => {
            const isStart = Math.abs(at - selection[0]) < Math.abs(at - selection[1]);
            move(isStart ? "start" : "end", x.invert(at), x.invert(at));
          }}
        />
      </Drawing>
      <RangeEnds
        frame={frame}
        selection={selection}
        keys={{
          names: { from_ms: "Start of the report", to_ms: "End of the report" },
          range: value,
          bounds: range,
          step_ms: MINUTE_MS,
          long_step_ms: 10 * MINUTE_MS,
          textOf: (at_ms) => `${clock(at_ms, zone)}, ${zoneName(zone)}`,
          onMove: (end, by_ms) => move(end === "from_ms" ? "start" : "end", value.from_ms + by_ms, value.to_ms + by_ms),
        }}
      />
    </>
  );
}

/** The window after a drag of one end, of both or over a new one: whole minutes, within the range, never empty. */
export function moved(value: TimeRange, range: TimeRange, part: BrushPart, { from_ms, to_ms }: TimeRange): TimeRange {
  const minute = (time_ms: number, low_ms: number, high_ms: number) =>
    Math.max(low_ms, Math.min(high_ms, Math.round(time_ms / MINUTE_MS) * MINUTE_MS));
  if (part === "start") return { ...value, from_ms: minute(from_ms, range.from_ms, value.to_ms - MINUTE_MS) };
  if (part === "end") return { ...value, to_ms: minute(to_ms, value.from_ms + MINUTE_MS, range.to_ms) };
  const length_ms = part === "both" ? value.to_ms - value.from_ms : MINUTE_MS;
  const start_ms = minute(from_ms, range.from_ms, range.to_ms - length_ms);
  const end_ms = start_ms + length_ms;
  return { from_ms: start_ms, to_ms: part === "both" ? end_ms : minute(to_ms, end_ms, range.to_ms) };
}

/** The speed over time; the direction where no speed was measured. Breaks where measurements are missing. */
function curvePath(points: WindCurve["points"], range: TimeRange, frame: Frame): string {
  const hasSpeed = points.some(({ tws }) => tws !== null);
  const known = points.flatMap(({ time, tws, twd }) => {
    const value = hasSpeed ? tws : twd;
    return value === null ? [] : [{ time_ms: Date.parse(time), value }];
  });
  const x = timeScale(range, frame);
  const y = scaleLinear(padded(known.map(({ value }) => value)), [frame.bottom - 4, frame.top + 4]);
  const gap_ms = (8 * (range.to_ms - range.from_ms)) / Math.max(points.length, 100);
  return linePath(
    known,
    ({ time_ms, value }) => [x(time_ms), y(value)],
    (before, after) => after.time_ms - before.time_ms > gap_ms,
  );
}
