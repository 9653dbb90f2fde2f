import { LIMITS, type WindFile } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { type Control, Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { failureSentence } from "../api/failure";
import { DateTimeField } from "../components/date-time-field";
import { Field } from "../components/field";
import { Skeleton } from "../components/skeleton";
import { durationText } from "../format/durations";
import { zoneName } from "../format/times";
import { instantOf, wallTime } from "../format/wall-time";
import { FormDialog } from "../forms/form-dialog";
import type { TimeRange } from "../playback/clock";
import { useCreateWindReport, windCurveOptions } from "../queries/wind-files";
import styles from "./create-report.module.css";
import { fileTimes, zoneOf } from "./wind-file-text";
import { WindowPicker } from "./window-picker";

interface CreateReportProps {
  file: WindFile;
  onClose: () => void;
}

const LONGEST_MS = LIMITS.wind_report_hours * 3_600_000;

interface Form {
  name: string;
  /** Wall-clock times of the file's zone; null while day or time is missing. */
  start_time: string | null;
  end_time: string | null;
}

/** The dialog that makes a report of a part of a wind file: a name and a window, dragged or typed. */
export function CreateReport({ file, onClose }: CreateReportProps) {
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
      <Field
        label="Name"
        maxLength={LIMITS.name_chars}
        error={form.formState.errors.name?.message}
        {...form.register("name")}
      />
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
      <div className={styles.times}>
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
