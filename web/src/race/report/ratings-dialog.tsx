import type { RaceReport, RatingSystem } from "@leebow/core";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { fromUnit, unitName } from "../../format/units";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/choices";
import { Field, TextArea } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";
import { ScrollRegion } from "../../ui/scroll-region";
import { Select } from "../../ui/select";
import { Swatch } from "./boat-cell";
import type { ReportBoat } from "./boats";
import { numberOf, pastedRatings, RATING_RANGE, type Ratings, ratingsOf, SCORES, withRatings } from "./ratings";
import styles from "./ratings-dialog.module.css";
import type { CorrectionEditing } from "./use-corrections";

interface RatingsDialogProps {
  race: RaceReport;
  boats: ReadonlyMap<string, ReportBoat>;
  editing: CorrectionEditing;
  onClose: () => void;
}

const SYSTEMS: { value: RatingSystem; label: string }[] = [
  { value: "time_on_time", label: "Time on time" },
  { value: "time_on_distance", label: "Time on distance" },
];
const HINTS: Record<RatingSystem, string> = {
  time_on_time: "Corrected time is elapsed time times the factor. Of a Portsmouth number it is 1000 divided by it.",
  time_on_distance:
    "Corrected time is elapsed time less the allowance, in seconds per nautical mile, times the course.",
};
const SCORE_CHOICES = [
  { value: "none" as const, label: "–" },
  ...SCORES.map((value) => ({ value, label: value.toUpperCase() })),
];

/** Ratings of the boats for all races of the day, typed in or pasted, and the scores of this race. */
export function RatingsDialog({ race, boats, editing, onClose }: RatingsDialogProps) {
  const tracks = race.boats.map(({ track }) => track);
  const form = useForm<Ratings>({ defaultValues: ratingsOf(editing.list, race, tracks) });
  const system = form.watch("system");
  const known = tracks.map((track) => boats.get(track)!);
  return (
    <FormDialog
      form={form}
      save={(ratings) => editing.store((list) => withRatings(list, race, ratings))}
      onClose={onClose}
      size="wide"
      title="Ratings and scores"
      description="Ratings hold for all races of the day, scores for this one."
      submit="Save"
    >
      <Controller
        control={form.control}
        name="system"
        render={({ field }) => (
          <Segments
            label="How ratings are applied"
            className={styles.systems}
            choices={SYSTEMS}
            value={field.value}
            onChange={(next) => {
              field.onChange(next);
              // What was wrong for one system may be right for the other.
              if (form.formState.isSubmitted) void form.trigger();
            }}
          />
        )}
      />
      <p className="small secondary">{HINTS[system]}</p>
      {system === "time_on_distance" && <CourseField form={form} />}
      <div className={styles.table}>
        <ScrollRegion label="Ratings of the boats">
          <table className={styles.boats}>
            <thead>
              <tr>
                <th scope="col">Boat</th>
                <th scope="col">{system === "time_on_time" ? "Factor" : "Allowance, s/nm"}</th>
                <th scope="col">Class start after, min</th>
                <th scope="col">Score</th>
              </tr>
            </thead>
            <tbody>
              {known.map((boat, at) => (
                <BoatRow key={boat.track} boat={boat} at={at} form={form} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <Paste boats={known} form={form} />
    </FormDialog>
  );
}

type RatingsForm = UseFormReturn<Ratings>;

const DISTANCES: Record<string, string> = { nm: "nautical miles", mi: "miles", km: "kilometres" };

function CourseField({ form }: { form: RatingsForm }) {
  const unit = unitName("nm");
  const isLength = (text: string) => {
    const length_nm = fromUnit(numberOf(text), "nm");
    return text.trim() === "" || (length_nm >= 0.01 && length_nm <= 30_000);
  };
  return (
    <Field
      label={`Length of the course, ${unit}`}
      inputMode="decimal"
      hint="Empty: from mark to mark."
      {...fieldOf(form, "course", {
        validate: (text) => isLength(text) || `Write the length in ${DISTANCES[unit]}, for example 4.5.`,
      })}
    />
  );
}

function BoatRow({ boat, at, form }: { boat: ReportBoat; at: number; form: RatingsForm }) {
  const errors = form.formState.errors.boats?.[at];
  const isRating = (text: string, { system }: Ratings) => {
    const [least, greatest] = RATING_RANGE[system];
    const isWithin = numberOf(text) >= least && numberOf(text) <= greatest;
    return text.trim() === "" || isWithin || `Write a number between ${least} and ${greatest}.`;
  };
  const isMinutes = (text: string) =>
    text.trim() === "" || Math.abs(numberOf(text)) <= 1440 || "Write minutes, for example 5.";
  return (
    <tr>
      <th scope="row">
        <span className={styles.boat}>
          <Swatch index={boat.index} />
          <span className="truncate">{boat.sailor}</span>
        </span>
      </th>
      <td>
        <Field
          bare
          label={`Rating of ${boat.sailor}`}
          inputMode="decimal"
          error={errors?.rating?.message}
          {...form.register(`boats.${at}.rating`, { validate: isRating })}
        />
      </td>
      <td>
        <Field
          bare
          label={`Minutes after the gun at which the class of ${boat.sailor} started`}
          inputMode="decimal"
          placeholder="0"
          error={errors?.start_after?.message}
          {...form.register(`boats.${at}.start_after`, { validate: isMinutes })}
        />
      </td>
      <td>
        <Controller
          control={form.control}
          name={`boats.${at}.score`}
          render={({ field }) => (
            <Select
              bare
              label={`Score of ${boat.sailor}`}
              choices={SCORE_CHOICES}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </td>
    </tr>
  );
}

/** A list of ratings from elsewhere fills in the fields; which lines name no boat is said. */
function Paste({ boats, form }: { boats: readonly ReportBoat[]; form: RatingsForm }) {
  const [text, setText] = useState("");
  const [said, setSaid] = useState<string>();
  const fill = () => {
    const named = boats.map(({ track, label, sailor }) => ({ track, names: [label, sailor] }));
    const { ratings, unknown } = pastedRatings(text, named);
    boats.forEach(({ track }, at) => {
      const rating = ratings.get(track);
      if (rating !== undefined) form.setValue(`boats.${at}.rating`, rating, { shouldDirty: true });
    });
    setText(unknown.join("\n"));
    setSaid(unknown.length > 0 ? "These lines name no boat of this race, or several, or hold no number." : undefined);
  };
  return (
    <div className={styles.paste}>
      <TextArea
        label="Paste ratings, a boat and its rating on each line"
        placeholder={`${boats[0]?.sailor ?? "Name"} 0.965`}
        value={text}
        error={said}
        onChange={(event) => setText(event.target.value)}
      />
      <Button onClick={fill} disabled={text.trim() === ""}>
        Fill in
      </Button>
    </div>
  );
}
