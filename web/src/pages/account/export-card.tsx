import { LIMITS } from "@leebow/api/contract";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { requestExport } from "../../api/account";
import { failureSentence } from "../../api/failure";
import { Button } from "../../components/button";
import { FieldError } from "../../components/field";
import { saveFrom } from "../../format/save-file";
import { AccountCard } from "./account-card";
import styles from "./account-page.module.css";

const NAME = "leebow-export.zip";
const MINUTES = LIMITS.download_address_s / 60;

/** All data of the user as one file. The browser saves it while the server writes it, however large it is. */
export function ExportCard() {
  const {
    mutate,
    data: url,
    isPending,
    error,
  } = useMutation({
    mutationFn: requestExport,
    onError: () => undefined,
    onSuccess: (url) => saveFrom(url, NAME),
  });
  return (
    <AccountCard title="Export all my data">
      <p className="secondary">
        One zip file with your profile, the files you uploaded, your tracks with their analyses, wind files, journal
        with photos, and teams.
      </p>
      <div className={styles.line}>
        <Button icon={Download} busy={isPending} onClick={() => mutate()}>
          Export my data
        </Button>
        <div role="status" className="grow">
          {url && !isPending && (
            <p className="small secondary">
              The download has begun; your browser shows how far it is and saves it as {NAME}. If nothing arrives,{" "}
              <a href={url} download={NAME}>
                download it again
              </a>{" "}
              within {MINUTES} minutes.
            </p>
          )}
        </div>
      </div>
      {error && <FieldError>Your data could not be exported. {failureSentence(error)}</FieldError>}
    </AccountCard>
  );
}
