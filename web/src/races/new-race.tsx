import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { failureSentence } from "../api/failure";
import { Button, ButtonLink } from "../components/button";
import { DayCalendar } from "../components/calendar";
import { Dialog } from "../components/dialog";
import { BoatOnSea } from "../components/empty-state";
import { Field, FieldError } from "../components/field";
import { Skeleton } from "../components/skeleton";
import { longDay } from "../format/times";
import { dayTracksOptions, nextRaceNameOptions, raceDaysOptions, useCreateRace } from "../queries/race-list";
import { session } from "../stores/session";
import styles from "./new-race.module.css";
import { raceMode } from "./race-names";
import { TOO_FEW_TRACKS, TrackChoice } from "./track-choice";

const NONE: ReadonlySet<number> = new Set();

/** A new race: its name, a day with tracks, and the tracks of that day. Leads to the race. */
export function NewRace({ onClose }: { onClose: () => void }) {
  const race = useNewRace();
  const { days, day, tracks } = race;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="New Race"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={race.isPending} disabled={!race.canSave} onClick={race.save}>
            Save
          </Button>
        </>
      }
    >
      {days.error && <FieldError>{failureSentence(days.error)}</FieldError>}
      {days.data?.length === 0 ? (
        <NoDays />
      ) : (
        <div className={styles.columns}>
          <NameAndDate race={race} />
          <div className={styles.right}>
            <p className={styles.label}>{day ? `Tracks of ${longDay(day, "UTC")}` : "Tracks"}</p>
            {tracks.error ? (
              <FieldError>{failureSentence(tracks.error)}</FieldError>
            ) : (
              <TrackChoice
                label="Tracks of this day"
                tracks={tracks.data ?? null}
                chosen={race.chosen}
                error={race.error}
                onChange={race.setChosen}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** The name, and the day by a calendar in which days without tracks are struck through. */
function NameAndDate({ race }: { race: ReturnType<typeof useNewRace> }) {
  const { days, day } = race;
  return (
    <div className={styles.left}>
      <Field label="Name" value={race.name} maxLength={100} onChange={(event) => race.setName(event.target.value)} />
      <div>
        <p className={styles.label}>Date</p>
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
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const mode = raceMode(user);
  const days = useQuery(raceDaysOptions(mode));
  const next = useQuery(nextRaceNameOptions(mode));
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [chosen, setChosen] = useState(NONE);
  const [error, setError] = useState("");
  const day = picked ?? days.data?.[0] ?? null;
  const tracks = useQuery({ ...dayTracksOptions(mode, day ?? ""), enabled: day !== null });
  const { mutate, isPending } = useCreateRace();
  const name = typed ?? next.data ?? "";
  const choose = (ids: ReadonlySet<number>) => {
    setChosen(ids);
    setError("");
  };
  return {
    days,
    day,
    tracks,
    name,
    chosen,
    error,
    isPending,
    canSave: (tracks.data?.length ?? 0) > 0,
    setName: setTyped,
    setChosen: choose,
    setDay: (next_day: string) => {
      setPicked(next_day);
      choose(NONE);
    },
    save: () => {
      if (chosen.size < 2) setError(TOO_FEW_TRACKS);
      else mutate({ name: name.trim(), tracks: [...chosen] }, { onSuccess: ({ id }) => void navigate(`/races/${id}`) });
    },
  };
}

function NoDays() {
  return (
    <div className={styles.none}>
      <BoatOnSea />
      <b>There are no tracks yet</b>
      <p className="secondary">A race is made of two or more tracks of one day. Upload them first.</p>
      <ButtonLink to="/upload">Upload</ButtonLink>
    </div>
  );
}
