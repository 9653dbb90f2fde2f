import { LIMITS, type WindFile } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiFailure, failureSentence } from "../api/failure";
import type { TimeRange } from "../chart/zoom-stack";
import { Button } from "../components/button";
import { DateTimeField } from "../components/date-time-field";
import { Dialog } from "../components/dialog";
import { Field, FieldError } from "../components/field";
import { Skeleton } from "../components/skeleton";
import { zoneName } from "../format/times";
import { instantOf, wallTime } from "../format/wall-time";
import { useCreateWindReport, windCurveOptions } from "../queries/wind-files";
import styles from "./create-report.module.css";
import { fileTimes, zoneOf } from "./wind-file-text";
import { WindowPicker } from "./window-picker";

interface CreateReportProps {
  file: WindFile;
  onClose: () => void;
}

const MINUTE_MS = 60_000;
const LONGEST_MS = LIMITS.wind_report_hours * 60 * MINUTE_MS;

/** The dialog that makes a report of a part of a wind file: a name and a window, dragged or typed. */
export function CreateReport({ file, onClose }: CreateReportProps) {
  const zone = zoneOf(file);
  const form = useReportForm(file, zone);
  const name = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Report"
      description={
        <span className="small">
          {file.original_name}, {fileTimes(file)}
        </span>
      }
      initialFocus={name}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={form.isPending}
            disabled={form.window === null || !form.name.trim()}
            onClick={form.create}
          >
            Create and View
          </Button>
        </>
      }
    >
      {form.error("root") && <FieldError>{form.error("root")}</FieldError>}
      <Field
        ref={name}
        label="Name"
        maxLength={LIMITS.name_chars}
        value={form.name}
        error={form.error("name")}
        onChange={(event) => form.setName(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && form.create()}
      />
      <Curve file={file} zone={zone} form={form} />
      <div className={styles.times}>
        <DateTimeField label="Start" {...form.field("start")} zone="" />
        <DateTimeField label="End" {...form.field("end")} zone="" />
      </div>
      <p className="small secondary">
        {form.window && `${lengthText(form.window)} `}Times are in {zoneName(zone)} and stay within the file.
      </p>
    </Dialog>
  );
}

type Form = ReturnType<typeof useReportForm>;

function Curve({ file, zone, form }: { file: WindFile; zone: string; form: Form }) {
  const { data: points, error } = useQuery(windCurveOptions(file.id));
  // The times can be typed without the curve.
  if (error)
    return <p className="small secondary">The wind of this file could not be shown. {failureSentence(error)}</p>;
  if (!points) return <Skeleton height={84} />;
  return (
    <WindowPicker
      points={points}
      range={form.range}
      value={form.window ?? form.range}
      zone={zone}
      onChange={({ from_ms, to_ms }) => {
        form.setStart(wallTime(from_ms, zone));
        form.setEnd(wallTime(to_ms, zone));
      }}
    />
  );
}

/** State of the form: times as wall-clock times of the zone, sent as UTC. */
function useReportForm(file: WindFile, zone: string) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useCreateWindReport();
  const [min, max] = [wallTime(Date.parse(file.start_time!), zone), wallTime(Date.parse(file.end_time!), zone, "up")];
  const range = { from_ms: instantOf(min, zone), to_ms: instantOf(max, zone) };
  const [name, setName] = useState("");
  const [start, setStart] = useState<string | null>(min);
  const [end, setEnd] = useState<string | null>(wallTime(Math.min(range.to_ms, range.from_ms + LONGEST_MS), zone));
  const window = windowOf(start, end, min, max, zone);
  const fields = error instanceof ApiFailure ? error.fields : {};
  const messages: Record<string, string | undefined> = {
    name: fields.name?.join(" "),
    start: fields.start_time?.join(" "),
    end: fields.end_time?.join(" ") ?? (start && end && end <= start ? "Choose an end after the start." : undefined),
    root: error && !Object.keys(fields).length ? failureSentence(error) : undefined,
  };
  const create = () => {
    if (!window || !name.trim() || isPending) return;
    const [start_time, end_time] = [window.from_ms, window.to_ms].map((at) => new Date(at).toISOString());
    mutate(
      { wind_file: file.id, name: name.trim(), start_time: start_time!, end_time: end_time! },
      { onSuccess: ({ id }) => void navigate(`/wind-report/${id}`) },
    );
  };
  return {
    name,
    setName,
    setStart,
    setEnd,
    range,
    window,
    create,
    isPending,
    error: (field: string) => messages[field],
    field: (part: "start" | "end") => ({
      value: part === "start" ? start : end,
      onChange: part === "start" ? setStart : setEnd,
      min,
      max,
      error: messages[part],
    }),
  };
}

/** The chosen window; null while a time is missing, outside the file, or the end is not after the start. */
function windowOf(start: string | null, end: string | null, min: string, max: string, zone: string): TimeRange | null {
  if (!start || !end || start < min || end > max || end <= start) return null;
  return { from_ms: instantOf(start, zone), to_ms: instantOf(end, zone) };
}

/** "10 min.", "1 h 05 min." */
function lengthText({ from_ms, to_ms }: TimeRange): string {
  const minutes = Math.round((to_ms - from_ms) / MINUTE_MS);
  return minutes < 60
    ? `${minutes} min.`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min.`;
}
