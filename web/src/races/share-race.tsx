import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Field, FieldError } from "../components/field";
import { shareOptions } from "../queries/race-list";
import { notify } from "../stores/notices";
import { raceName } from "./race-names";
import styles from "./share-race.module.css";

interface ShareRaceProps {
  race: Race;
  onClose: () => void;
}

/** The link that shows the race without an account, with a button that copies it. */
export function ShareRace({ race, onClose }: ShareRaceProps) {
  const { data, error } = useQuery(shareOptions(race.id));
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const link = data ? location.origin + data.url : "";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify.success("Copied to clipboard!");
      setCopied(true);
    } catch {
      field.current?.select();
      notify.info("This browser does not let a page copy. The link is selected: copy it from here.");
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share Race"
      description={`Anyone with this link can see ${raceName(race)}.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error ? (
        <FieldError>{failureSentence(error)}</FieldError>
      ) : (
        <div className={styles.line}>
          <Field
            ref={field}
            label="Link"
            readOnly
            value={link}
            placeholder="Making the link"
            className={styles.link}
            onFocus={(event) => event.target.select()}
          />
          <Button kind="primary" icon={isCopied ? Check : Copy} disabled={!link} onClick={() => void copy()}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
