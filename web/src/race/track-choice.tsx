import type { Track } from "@leebow/api/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import { countText } from "../format/numbers";
import { clock } from "../format/times";
import { failureSentence } from "../server/failure";
import { Checkbox } from "../ui/choices";
import { classes } from "../ui/classes";
import { BoatOnSea, Skeleton } from "../ui/empty-state";
import { FieldError } from "../ui/field";
import field from "../ui/field.module.css";
import styles from "./track-choice.module.css";

/** True for at least two tracks, else the message. */
export const isEnough = (tracks: readonly number[]) => tracks.length >= 2 || "Please select at least 2 tracks.";

interface TracksFieldProps<Form extends FieldValues> {
  control: Control<Form>;
  name: Path<Form>;
  /** The tracks of the day. */
  tracks: Pick<UseQueryResult<Track[]>, "data" | "error">;
  validate: (chosen: number[]) => true | string;
}

/** The field of a form that holds the ids of the chosen tracks of a day. */
export function TracksField<Form extends FieldValues>({ control, name, tracks, validate }: TracksFieldProps<Form>) {
  if (tracks.error) return <FieldError>{failureSentence(tracks.error)}</FieldError>;
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate }}
      render={({ field, fieldState }) => (
        <TrackChoice
          tracks={tracks.data ?? null}
          chosen={new Set(field.value)}
          error={fieldState.error?.message}
          onChange={(chosen) => field.onChange([...chosen])}
        />
      )}
    />
  );
}

interface TrackChoiceProps {
  /** Null while they are loading. */
  tracks: readonly Track[] | null;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  error: string | undefined;
}

/** The tracks of a day with a checkbox each: id, full name, boat class, start to end. */
function TrackChoice({ tracks, chosen, onChange, error }: TrackChoiceProps) {
  if (tracks?.length === 0) {
    return (
      <div className={styles.none}>
        <BoatOnSea />
        <b>No Tracks</b>
        <p className="secondary">Please select another date.</p>
      </div>
    );
  }
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  const all = tracks?.length ?? 0;
  return (
    <div>
      <div className={classes(styles.frame, error && field.wrong)} role="group" aria-label="Tracks of this day">
        <div className={styles.head}>
          <Checkbox
            bare
            label="All tracks of this day"
            checked={all > 0 && chosen.size === all}
            mixed={chosen.size > 0 && chosen.size < all}
            disabled={!tracks}
            onChange={(isChosen) => onChange(new Set(isChosen ? tracks?.map(({ id }) => id) : []))}
          />
          <span className={styles.id}>Track</span>
          <span>Sailor</span>
          <span className={styles.boat}>Boat class</span>
          <span className={styles.times}>Start to end</span>
        </div>
        <div className={styles.rows}>
          {tracks?.map((track) => (
            <Row key={track.id} track={track} checked={chosen.has(track.id)} onChange={choose} />
          )) ?? <Loading rows={chosen.size} />}
        </div>
      </div>
      {error && <FieldError>{error}</FieldError>}
      <p className="small secondary above-8" role="status">
        {countText(chosen.size, "track")} selected
      </p>
    </div>
  );
}

interface RowProps {
  track: Track;
  checked: boolean;
  onChange: (id: number, isChosen: boolean) => void;
}

function Row({ track, checked, onChange }: RowProps) {
  const { id, full_name, boat_name, start_time, end_time, tz } = track;
  const times = start_time ? `${clock(start_time, tz)} to ${clock(end_time, tz)}` : "Times not known yet";
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control.
    <label className={styles.row}>
      <Checkbox
        bare
        label={`Track ${id}, ${full_name}, ${boat_name}, ${times}`}
        checked={checked}
        onChange={(isChosen) => onChange(id, isChosen)}
      />
      <span className={styles.id}>{id}</span>
      <span className={styles.name} title={full_name}>
        {full_name}
      </span>
      <span className={styles.boat}>{boat_name}</span>
      <span className={styles.times}>{times}</span>
    </label>
  );
}

/** As high as the tracks that are chosen already: the buttons below stay where they are when these come. */
const Loading = ({ rows }: { rows: number }) => (
  <div role="status" aria-label="Loading the tracks of the day">
    {Array.from({ length: Math.max(rows, 2) }, (_, row) => row).map((row) => (
      <div key={row} className={styles.loading}>
        <Skeleton height={20} />
      </div>
    ))}
  </div>
);
