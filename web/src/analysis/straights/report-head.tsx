import { JOURNAL_TAGS, LIMITS, type StraightAnalysis, type Track } from "@leebow/api/contract";
import { Map as MapIcon, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { countText, withUnit } from "../../format/numbers";
import { clock, day, mmss, zoneName } from "../../format/times";
import { useSaveEntry } from "../../journal/entries";
import { notify } from "../../server/notices";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { Confirm, useQuestion } from "../../ui/dialog";
import { Field, TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { TagInput } from "../../ui/tag-input";
import { meanWindSpeed } from "./quantities";
import { useDeleteAnalysis, useRenameAnalysis } from "./queries";
import styles from "./report-head.module.css";
import { durationOf, type StraightRow } from "./time-window";

/** The title of the page. */
export const reportTitle = ({ name }: Pick<StraightAnalysis, "name">): string =>
  name ? `Report: ${name}` : "Straight Line Analysis Report";

interface ReportHeadProps {
  analysis: StraightAnalysis;
  track: Track;
  /** All straights of the analysis. */
  rows: readonly StraightRow[];
}

/** Title with its pen, facts, and what can be done with the analysis. */
export function ReportHead({ analysis, track, rows }: ReportHeadProps) {
  const [dialog, setDialog] = useState<"name" | "delete" | "note" | null>(null);
  const { edit } = analysis.can;
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1 className="title">{reportTitle(analysis)}</h1>
        {edit && <IconButton icon={Pencil} label="Change Name" onClick={() => setDialog("name")} />}
        <span className="grow" />
        <Button icon={NotebookPen} aria-label="Write a note" onClick={() => setDialog("note")}>
          <span className="only-wide">Write a note</span>
        </Button>
        <ButtonLink to={`/tracks/${track.id}`} icon={MapIcon} aria-label="Show on map">
          <span className="only-wide">Show on map</span>
        </ButtonLink>
        {edit && <IconButton icon={Trash2} label="Delete this analysis" onClick={() => setDialog("delete")} />}
      </div>
      <Facts track={track} rows={rows} />
      {dialog === "name" && <ChangeName analysis={analysis} onClose={() => setDialog(null)} />}
      {dialog === "note" && <NoteDialog analysis={analysis} rows={rows} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <DeleteAnalysis analysis={analysis} onClose={() => setDialog(null)} />}
    </header>
  );
}

function Facts({ track, rows }: Omit<ReportHeadProps, "analysis">) {
  const wind = meanWindSpeed(rows);
  const facts: [string, string][] = [
    ["Track", String(track.id)],
    ["Sailor", track.full_name],
    ["Start", `${day(track.start_time, track.tz)}, ${clock(track.start_time, track.tz)}, ${zoneName(track.tz)}`],
    ["Location", track.location ?? "Not known"],
    ["Duration", `${mmss(durationOf(rows))} min`],
    ["Average wind speed", wind === null ? "Not measured" : withUnit(wind, 1, "kts")],
    ["Straights", `${rows.length} of ${track.metric?.straights ?? rows.length}`],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Selected segments</dt>
        <dd>
          <SelectedNames names={rows.map((row) => row.name)} />
        </dd>
      </div>
    </dl>
  );
}

/** Of more names than these, the first are written at first. *guess*: two lines */
const MOST_NAMES = 16;
const FIRST_NAMES = 8;

function SelectedNames({ names }: { names: readonly string[] }) {
  const [isLong, setLong] = useState(false);
  if (isLong || names.length <= MOST_NAMES) return names.join(", ");
  return (
    <>
      {names.slice(0, FIRST_NAMES).join(", ")}{" "}
      <Button kind="quiet" className={styles.more} onClick={() => setLong(true)}>
        and {names.length - FIRST_NAMES} more
      </Button>
    </>
  );
}

interface DialogProps {
  analysis: StraightAnalysis;
  onClose: () => void;
}

/** The new name is shown at once; the old one comes back when the server does not take it. */
function ChangeName({ analysis, onClose }: DialogProps) {
  const form = useForm({ defaultValues: { name: analysis.name ?? "" } });
  const { mutate } = useRenameAnalysis(analysis.id);
  const save = ({ name }: { name: string }) => {
    const next = name.trim() || null;
    if (next !== analysis.name) mutate(next);
  };
  return (
    <FormDialog form={form} save={save} onClose={onClose} title="Change Name" submit="Change Name">
      <Field
        label="Straight Line Analysis Name"
        placeholder="Name for report"
        maxLength={100}
        {...form.register("name")}
      />
    </FormDialog>
  );
}

function DeleteAnalysis({ analysis, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteAnalysis(analysis);
  return (
    <Confirm
      question="Delete this analysis?"
      detail="The track keeps its straights and their tags. Journal entries about the analysis stay, without the link to it."
      onYes={() => remove().then(() => navigate(`/tracks/${analysis.track_id}`))}
      onClose={onClose}
    />
  );
}

interface NoteDialogProps {
  analysis: StraightAnalysis;
  /** The straights that the note names. */
  rows: readonly StraightRow[];
  onClose: () => void;
}

interface Note {
  content: string;
  tags: string[];
}

/** A journal entry about the analysis and its straights. */
function NoteDialog({ analysis, rows, onClose }: NoteDialogProps) {
  const form = useForm<Note>({ defaultValues: { content: "", tags: [] } });
  const [question, ask] = useQuestion();
  const { mutateAsync } = useSaveEntry();
  const isEmpty = form.watch("content").trim() === "";
  const save = async ({ content, tags }: Note) => {
    const body = {
      content: content.trim(),
      tags: tags.map((value) => ({ value })),
      straight_analysis_id: analysis.id,
      straight_analysis_segments: rows.slice(0, LIMITS.journal_segments).map(({ id }) => id),
    };
    await mutateAsync({ subject: { track: analysis.track_id, jType: "straight" }, entry: null, body });
    notify.success("The note is in the journal.");
    // Nothing is left that closing could lose.
    form.reset();
  };
  return (
    <>
      <FormDialog
        form={form}
        save={save}
        onClose={() =>
          form.getValues("content").trim() === ""
            ? onClose()
            : ask({ question: "Leave the note?", detail: "What you have written is not saved.", onYes: onClose })
        }
        size="medium"
        title="Write a note"
        description={`A journal entry about this analysis and its ${countText(rows.length, "straight")}.`}
        submit="Save"
        canSubmit={!isEmpty}
      >
        <TextArea label="Notes" rows={5} maxLength={LIMITS.journal_chars} {...form.register("content")} />
        <Controller
          control={form.control}
          name="tags"
          render={({ field: { value, onChange } }) => (
            <TagInput label="Tags" value={value} onChange={onChange} suggestions={JOURNAL_TAGS} />
          )}
        />
      </FormDialog>
      {question}
    </>
  );
}
