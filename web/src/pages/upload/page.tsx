import { BOAT_CLASSES_UPLOAD, LIMITS, type Permission, UPLOAD_EXTENSIONS } from "@leebow/api/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { useBlocker, useNavigate } from "react-router-dom";
import { type Sending, uploadTrack } from "../../api/upload";
import { useTitle } from "../../app/title";
import { Button } from "../../components/button";
import { RadioGroup } from "../../components/choices";
import { Confirm } from "../../components/dialog";
import { DropZone } from "../../components/drop-zone";
import { FieldError } from "../../components/field";
import { BoatClassField } from "../../forms/account-fields";
import { showServerErrors } from "../../forms/server-errors";
import { refreshTracks } from "../../queries/cached-tracks";
import { notify } from "../../stores/notices";
import { session } from "../../stores/session";
import { VISIBILITIES } from "../../tracks/visibility";
import { FileCheck } from "./file-check";
import styles from "./page.module.css";
import { SendingOverlay } from "./sending-overlay";
import { useUnloadGuard } from "./unload-guard";

interface Form {
  boat_name: string;
  permissions: Permission;
  file: File | null;
}

/** Upload of one file with its boat class and visibility. */
export function Page() {
  useTitle("Upload");
  const { form, sent, submit, cancel, leaving } = useUpload();
  const { errors } = form.formState;
  return (
    <main className={styles.main}>
      <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="upload-title">
        <h1 className="title" id="upload-title">
          Upload a track
        </h1>
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <Fields form={form} sending={sent !== null} />
        <FileCheck file={form.watch("file")} />
        <Button kind="primary" type="submit" className={styles.send} busy={sent !== null}>
          Upload
        </Button>
        {sent && <SendingOverlay file={sent.file} bytes={sent.bytes} onCancel={cancel} />}
      </form>
      <Confirm
        open={leaving.state === "blocked"}
        question="Stop uploading?"
        detail="The file is not saved yet. If you leave now, it has to be uploaded again."
        onYes={() => leaving.proceed?.()}
        onNo={() => leaving.reset?.()}
      />
    </main>
  );
}

/** The form, the progress of the upload, and the confirmation when leaving during it. */
function useUpload() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<Form>({
    mode: "onTouched",
    defaultValues: { boat_name: firstClass(), permissions: "PUBLIC", file: null },
  });
  const [sent, setSent] = useState<{ file: File; bytes: number } | null>(null);
  const sending = useRef<Sending | null>(null);
  useEffect(() => () => sending.current?.cancel(), []);
  const leaving = useBlocker(() => sending.current !== null);
  useUnloadGuard(sent !== null);
  const submit = form.handleSubmit(async ({ file, boat_name, permissions }) => {
    if (!file) return;
    setSent({ file, bytes: 0 });
    sending.current = uploadTrack({ file, boat_name, permissions }, (bytes) => setSent({ file, bytes }));
    try {
      await sending.current.track;
      sending.current = null;
      notify.success("The track is saved. Its figures are being worked out.");
      void refreshTracks(client);
      await navigate("/home");
    } catch (cause) {
      sending.current = null;
      setSent(null);
      if (!(cause instanceof DOMException))
        showServerErrors(cause, ["boat_name", "permissions", "file"], form.setError);
    }
  });
  return { form, sent, submit, leaving, cancel: () => sending.current?.cancel() };
}

function Fields({
  form: { control, setError, clearErrors },
  sending,
}: {
  form: UseFormReturn<Form>;
  sending: boolean;
}) {
  return (
    <>
      <BoatClassField
        control={control}
        name="boat_name"
        label="Boat class"
        classes={BOAT_CLASSES_UPLOAD}
        required="Boat Class required"
      />
      <Controller
        control={control}
        name="permissions"
        render={({ field }) => (
          <RadioGroup label="Visibility" choices={VISIBILITIES} value={field.value} onChange={field.onChange} />
        )}
      />
      <Controller
        control={control}
        name="file"
        rules={{ required: "Track File required" }}
        render={({ field, fieldState }) => (
          <DropZone
            label="Track file"
            endings={UPLOAD_EXTENSIONS}
            max_bytes={LIMITS.upload_bytes}
            hint=".fit, .gpx or .csv; of CSV, the files of Vakaros and Velocitek. Taken too: .zip, .gz, .vkx, .vtk and NMEA logs (.nmea, .txt, .log, .tsv). 100 MB at most."
            file={field.value}
            error={fieldState.error?.message}
            disabled={sending}
            onFile={(file) => {
              clearErrors("file");
              clearErrors("root");
              field.onChange(file);
            }}
            onRefused={(message) => setError("file", { type: "refused", message })}
          />
        )}
      />
    </>
  );
}

/** The user's primary boat class, if it is one of the classes of the upload; else empty. */
function firstClass(): string {
  const own = session.user?.primary_boat_class ?? "";
  return BOAT_CLASSES_UPLOAD.some((name) => name === own) ? own : "";
}
