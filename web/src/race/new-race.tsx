import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { longDay } from "../format/times";
import { failureSentence } from "../server/failure";
import { useUser } from "../server/session";
import { raceMode } from "../tracks/race-names";
import { ButtonLink } from "../ui/button";
import { DayCalendar } from "../ui/calendar";
import { BoatOnSea, Skeleton } from "../ui/empty-state";
import { Field, FieldError } from "../ui/field";
import field from "../ui/field.module.css";
import { FormDialog } from "../ui/forms/form-dialog";
import { fieldOf } from "../ui/forms/submit-handler";
import styles from "./new-race.module.css";
import { dayTracksOptions, nextRaceNameOptions, raceDaysOptions, useCreateRace } from "./queries";
import { isEnough, TracksField } from "./track-choice";

interface Form {
  name: string;
  tracks: number[];
}

/** A new race: its name, a day with tracks, and the tracks of that day. Leads to the race. */
export function NewRace({ onClose }: { onClose: () => void }) {
  const race = useNewRace();
  const { form, days, day, tracks } = race;
  return (
    <FormDialog
      form={form}
      save={race.save}
      onClose={onClose}
      size="wide"
      title="New Race"
      submit="Save"
      canSubmit={(tracks.data?.length ?? 0) > 0}
    >
      {days.error && <FieldError>{failureSentence(days.error)}</FieldError>}
      {days.data?.length === 0 ? (
        <NoDays />
      ) : (
        <div className={styles.columns}>
          <NameAndDate race={race} />
          <div className="shrinks">
            <p className={field.label}>{day ? `Tracks of ${longDay(day, "UTC")}` : "Tracks"}</p>
            <TracksField control={form.control} name="tracks" tracks={tracks} validate={isEnough} />
          </div>
        </div>
      )}
    </FormDialog>
  );
}

/** The name, and the day by a calendar in which days without tracks are struck through. */
function NameAndDate({ race }: { race: ReturnType<typeof useNewRace> }) {
  const { form, days, day } = race;
  return (
    <div className={styles.left}>
      <Field label="Name" maxLength={100} {...fieldOf(form, "name")} />
      <div>
        <p className={field.label}>Date</p>
        <div className={styles.calendar}>
          {days.data && day ? (
            <DayCalendar
              value={day}
              onChange={race.setDay}
              min={days.data.at(-1) ?? day}
              max={days.data[0] ?? day}
              days={days.data}
            />
          ) : (
            <Skeleton height={270} />
          )}
        </div>
        <p className="caption">Days without tracks are struck through.</p>
      </div>
    </div>
  );
}

function useNewRace() {
  const user = useUser();
  const navigate = useNavigate();
  const mode = raceMode(user);
  const days = useQuery(raceDaysOptions(mode));
  const next = useQuery(nextRaceNameOptions(mode));
  const [picked, setPicked] = useState<string | null>(null);
  // The name is the server's until another one is typed.
  const form = useForm<Form>({
    values: { name: next.data ?? "", tracks: [] },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  void form.formState.dirtyFields;
  const day = picked ?? days.data?.[0] ?? null;
  const tracks = useQuery({ ...dayTracksOptions(mode, day ?? ""), enabled: day !== null });
  const { mutateAsync } = useCreateRace();
  return {
    form,
    days,
    day,
    tracks,
    setDay: (next_day: string) => {
      setPicked(next_day);
      form.resetField("tracks");
    },
    save: async ({ name, tracks }: Form) => {
      const { id } = await mutateAsync({ name: name.trim(), tracks });
      void navigate(`/races/${id}`);
    },
  };
}

function NoDays() {
  return (
    <div className="message">
      <BoatOnSea />
      <b>There are no tracks yet</b>
      <p className="secondary">A race is made of two or more tracks of one day. Upload them first.</p>
      <ButtonLink to="/upload">Upload</ButtonLink>
    </div>
  );
}
