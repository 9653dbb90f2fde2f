/** What a screen shows beside its content: signs, what floats above it, and what is waited for. */
import { PLUS_MINUS_MEANING } from "@leebow/core";
import { Download, Eye, Globe, Lock, Sailboat, Trash2, TriangleAlert, Wind } from "lucide-react";
import { useState } from "react";
import { notify } from "../src/server/notices";
import { Avatar } from "../src/ui/avatar";
import { Button } from "../src/ui/button";
import { RadioGroup } from "../src/ui/choices";
import { Confirm, Dialog } from "../src/ui/dialog";
import { Skeleton } from "../src/ui/empty-state";
import { Badge, KindMark, SideMark } from "../src/ui/marks";
import { Menu } from "../src/ui/menu";
import { Tooltip } from "../src/ui/popover";
import { Progress } from "../src/ui/progress";
import styles from "./page.module.css";

export function Signs() {
  return (
    <div className={styles.lines}>
      <div className={styles.line}>
        <Badge>Snipe</Badge>
        <Badge tone="line" icon={Lock}>
          Private
        </Badge>
        <Badge tone="line" icon={Globe}>
          Public
        </Badge>
        <Badge tone="wind" icon={Wind}>
          Wind log
        </Badge>
        <Badge
          tone="warn"
          icon={TriangleAlert}
          hint="One fix every 6 s. Set the device to one GPS sample per second for exact maneuvers."
        >
          Low sample rate
        </Badge>
        <Badge tone="danger">Error</Badge>
      </div>
      <div className={styles.line}>
        <span className="row">
          <SideMark side="port" /> port tack
        </span>
        <span className="row">
          <SideMark side="starboard" /> starboard tack
        </span>
      </div>
      <div className={styles.line}>
        <span className="row">
          <KindMark kind="tack" chosen /> Tack, chosen
        </span>
        <span className="row">
          <KindMark kind="gybe" /> Gybe
        </span>
        <span className="row">
          <KindMark kind="bear_away" /> Bear away
        </span>
        <span className="row">
          <KindMark kind="douse" /> Douse
        </span>
      </div>
      <div className={styles.line}>
        <Avatar name="Marta Vidal" />
        <Avatar name="Jon Etxeberria" />
        <Avatar name="Siim Tamm" size="small" />
      </div>
    </div>
  );
}

export function Floating() {
  return (
    <div className={styles.line}>
      <Menu
        align="start"
        trigger={<Button>Point or press</Button>}
        entries={[
          { label: "Edit Boat Class", icon: Sailboat },
          { label: "Modify Visibility", icon: Eye },
          { label: "Download Source", icon: Download },
          { label: "Delete Track", icon: Trash2, danger: true, separated: true },
        ]}
      />
      <Tooltip text={`Lost against sailing on at the speed before the tack. ${PLUS_MINUS_MEANING}`}>
        <button type="button" className={styles.dotted}>
          Loss 3.4 ± 1.2 m
        </button>
      </Tooltip>
    </div>
  );
}

export function Asking() {
  const [open, setOpen] = useState<"dialog" | "confirm" | null>(null);
  const [who, setWho] = useState("ALL");
  const close = () => setOpen(null);
  return (
    <div className={styles.lines}>
      <div className={styles.line}>
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Yes or no</Button>
      </div>
      <div className={styles.line}>
        <Button onClick={() => notify.success("Track has been updated.")}>Success</Button>
        <Button onClick={() => notify.info("Track is pending now, try again in a few seconds")}>Info</Button>
        <Button onClick={() => notify.error("Could not retrieve data. Please check back later.")}>Error</Button>
      </div>
      <p className="caption">Gone after 3 s; the pointer on it holds it.</p>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="Team Permissions"
        description="Who can see my tracks on this team?"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <RadioGroup
          bare
          stacked
          label="Who"
          choices={[
            { value: "ALL", label: "All Teammates" },
            { value: "COACH_ONLY", label: "Coaches Only" },
          ]}
          value={who}
          onChange={setWho}
        />
      </Dialog>
      {open === "confirm" && (
        <Confirm
          question="Delete this track?"
          detail="The track and its source file are removed for good."
          onYes={close}
          onClose={close}
        />
      )}
    </div>
  );
}

export function Waiting() {
  return (
    <div className={styles.lines}>
      <div className="row">
        <Skeleton width={96} height={62} />
        <div className={styles.bones}>
          <Skeleton width="46%" />
          <Skeleton width="70%" />
          <Skeleton width="30%" />
        </div>
      </div>
      <Progress label="Reading vakaros-2025-11-23.csv" done={0.64} amount="1.6 of 2.5 MB" />
      <Progress label="Looking for maneuvers" done={null} />
    </div>
  );
}
