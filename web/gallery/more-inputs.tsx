import { useState } from "react";
import { DateTimeField } from "../src/ui/date-time-field";
import { TextArea } from "../src/ui/field";
import { Slider } from "../src/ui/slider";
import { TagInput } from "../src/ui/tag-input";
import styles from "./page.module.css";

const SUGGESTIONS = ["Local Knowledge", "Speed/Tuning", "Boat Handling"];

/** Tag inputs and text areas in every state. */
export function Writing() {
  const [tags, setTags] = useState(["Speed/Tuning", "light air"]);
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <div className={styles.lines}>
      <TagInput label="Tags" value={tags} onChange={setTags} suggestions={SUGGESTIONS} />
      <TagInput
        label="Topics"
        value={chosen}
        onChange={setChosen}
        suggestions={SUGGESTIONS}
        canCreate={false}
        placeholder="Choose topics"
        error={chosen.length === 0 ? "Choose at least one topic" : undefined}
      />
      <TagInput label="Tags, disabled" value={["Boat Handling"]} onChange={() => {}} suggestions={[]} disabled />
      <TextArea label="Notes" defaultValue="Left side paid in the second half." hint="Your teammates see it." />
      <TextArea label="Report" error="Report required" />
      <TextArea label="Notes, disabled" defaultValue="cannot be changed" disabled />
    </div>
  );
}

/** Sliders in every state. */
export function Sliding() {
  const [feel, setFeel] = useState(4);
  const [tail_s, setTail] = useState(30);
  return (
    <div className={styles.lines}>
      <Slider label="Feel" value={feel} onChange={setFeel} min={1} max={5} ends={["Bad", "Great"]} />
      <Slider
        label="Tail"
        value={tail_s}
        onChange={setTail}
        min={0}
        max={120}
        step={5}
        format={(seconds) => `${seconds} s`}
      />
      <Slider label="Feel, disabled" value={2} onChange={() => {}} min={1} max={5} ends={["Bad", "Great"]} disabled />
    </div>
  );
}

/** Date and time fields in every state. */
export function DatesAndTimes() {
  const [start, setStart] = useState<string | null>("2025-06-21T13:05");
  const [end, setEnd] = useState<string | null>(null);
  const bounds = { min: "2025-06-21T11:02", max: "2025-06-22T17:40", zone: "Madrid time" };
  return (
    <div className={styles.lines}>
      <DateTimeField label="Start" value={start} onChange={setStart} {...bounds} />
      <DateTimeField label="End" value={end} onChange={setEnd} {...bounds} error={end ? undefined : "End required"} />
      <DateTimeField label="Start, disabled" value="2025-06-21T13:05" onChange={() => {}} {...bounds} disabled />
    </div>
  );
}
