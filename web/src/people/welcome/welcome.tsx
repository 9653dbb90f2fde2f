import { BOAT_CLASSES_UPLOAD } from "@leebow/api/contract";
import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { useUser } from "../../server/session";
import { Button } from "../../ui/button";
import { RadioGroup } from "../../ui/choices";
import { Dialog } from "../../ui/dialog";
import { FieldError } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { useSaveProfile } from "../account/profile";
import { Film } from "./film";
import { closedWelcome, closeWelcome, welcomeFor } from "./state";
import styles from "./welcome.module.css";

/** The film once for each user, then the question for a missing boat class: one dialog at a time. */
export function Welcome() {
  const user = useUser();
  const closed = useSnapshot(closedWelcome);
  if (!user) return null;
  const part = welcomeFor(user, closed);
  if (part === "film") return <FilmDialog firstName={user.first_name} onClose={() => closeWelcome("film", user.id)} />;
  if (part === "boat_class") return <BoatClassPrompt onClose={() => closeWelcome("boat_class", user.id)} />;
  return null;
}

const CHOICES = BOAT_CLASSES_UPLOAD.map((value) => ({ value, label: value }));

/** Asks a user without one for the primary boat class. */
function BoatClassPrompt({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { primary_boat_class: "" } });
  const { mutateAsync } = useSaveProfile();
  return (
    <FormDialog
      form={form}
      save={(change) => mutateAsync(change)}
      closable
      onClose={onClose}
      size="medium"
      title="Which boat do you sail most?"
      description="Your primary boat class. It is preset at every upload and picks the right icon."
      cancel="Not now"
      submit="Save"
      canSubmit={form.watch("primary_boat_class") !== ""}
    >
      <div className={styles.classes}>
        <Controller
          control={form.control}
          name="primary_boat_class"
          render={({ field, fieldState }) => (
            <>
              <RadioGroup
                bare
                label="Primary boat class"
                choices={CHOICES}
                value={field.value}
                onChange={field.onChange}
              />
              {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
            </>
          )}
        />
      </div>
    </FormDialog>
  );
}

/** The intro video of a new user. Skip, Close and Esc end it; it does not play by itself. */
function FilmDialog({ firstName, onClose }: { firstName: string; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const play = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"new" | "playing" | "paused" | "ended">("new");
  const start = () => void video.current?.play();
  return (
    <Dialog
      open
      closable
      onClose={onClose}
      size="wide"
      title={`Welcome to Leebow, ${firstName}`}
      initialFocus={play}
      actions={
        <>
          <p className={styles.note}>Upload, replay, report. It shows only this once.</p>
          <Button onClick={onClose}>{state === "ended" ? "Close" : "Skip"}</Button>
          {state !== "playing" && (
            <Button kind="primary" icon={Play} ref={play} onClick={start}>
              {state === "ended" ? "Play again" : "Play"}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.picture}>
        <Film
          ref={video}
          onPlay={() => setState("playing")}
          onPause={() => setState("paused")}
          onEnded={() => setState("ended")}
        />
        {state === "new" && (
          <>
            <p className={styles.plate}>
              <b>From the file to the first tack</b>
              <span>Under a minute, with subtitles, without sound</span>
            </p>
            {/* The button below is the one for keyboard and screen reader. */}
            <button type="button" className={styles.play} aria-hidden="true" tabIndex={-1} onClick={start}>
              <Play size={28} fill="currentColor" />
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
