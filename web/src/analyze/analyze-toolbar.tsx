import type { Format } from "@leebow/core";
import { ArrowLeft, EllipsisVertical, FileText, Ruler, Upload, Wind, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useSnapshot } from "valtio";
import { WindHint } from "../corrections/wind-hint";
import { bytes, countText } from "../format/numbers";
import { LANDSCAPE, PHONE, useMedia } from "../look/use-media";
import { useUser } from "../server/session";
import { chooseUnits, chosen } from "../server/units";
import { Button, IconButton } from "../ui/button";
import { Segments } from "../ui/choices";
import { classes } from "../ui/classes";
import { BoatClassChoice } from "../ui/forms/boat-class-choice";
import { UnitFields } from "../ui/forms/unit-fields";
import { Icon } from "../ui/icon";
import { Popover } from "../ui/popover";
import { Spinner } from "../ui/progress";
import { type AnalyzeEntry, analyzeStore, setBoatClass, setWindHint, setWindLog } from "./analyze-store";
import styles from "./analyze-toolbar.module.css";
import { SaveMenu } from "./save-menu";

const WIND_LOGS = ".txt,.nmea,.log,.csv,.tsv,.vkx,.zip,.gz";
const FORMATS: Record<Format, string> = {
  fit: "FIT",
  gpx: "GPX",
  csv: "CSV",
  nmea: "NMEA log",
  vkx: "VKX",
  vtk: "VTK",
  tcx: "TCX",
  kml: "KML",
  geojson: "GeoJSON",
  ubx: "UBX",
  sbp: "SBP",
  sbn: "SBN",
  oao: "OAO",
  gpy: "GPY",
  n2k: "NMEA 2000",
  ebl: "EBL",
  signalk: "Signal K",
};

export type AnalyzeView = "replay" | "report" | "races";
const VIEWS = [
  { value: "replay", label: "Replay" },
  { value: "report", label: "Report" },
] as const;
const RACES = { value: "races", label: "Races" } as const;

interface AnalyzeToolbarProps {
  entry: AnalyzeEntry;
  view: AnalyzeView;
  /** Whether several files are open, which may be boats of races. */
  hasRaces: boolean;
  onView: (view: AnalyzeView) => void;
  onBrowse: () => void;
}

/** Name of the open file, parameters of its analysis, and actions. */
export function AnalyzeToolbar({ entry, view, hasRaces, onView, onBrowse }: AnalyzeToolbarProps) {
  const isPhone = useMedia(`${PHONE}, (${LANDSCAPE})`);
  return (
    <div className={styles.bar}>
      <Link to="/" className={styles.back} aria-label="Back">
        <Icon of={ArrowLeft} size={20} />
      </Link>
      <Icon of={FileText} size={20} className={classes("quiet", styles.sign)} />
      <div className={styles.name}>
        <h1 className="two-lines" title={entry.file.name}>
          {entry.file.name}
        </h1>
        <Caption entry={entry} />
      </div>
      {isPhone && (
        <ControlMenu>
          <Controls entry={entry} />
        </ControlMenu>
      )}
      <Segments label="What to see" choices={hasRaces ? [...VIEWS, RACES] : VIEWS} value={view} onChange={onView} />
      {!isPhone && <Controls entry={entry} />}
      <Button kind="primary" icon={Upload} onClick={onBrowse}>
        <span className={styles.long}>Open another file</span>
        <span className={styles.short}>Open</span>
      </Button>
    </div>
  );
}

/** Where the file is from, or that files are analysed again. */
function Caption({ entry }: { entry: AnalyzeEntry }) {
  const { files } = useSnapshot(analyzeStore);
  const again = files.filter(({ busy, data }) => busy && data !== null);
  const which = again.some(({ id }) => id === entry.id) ? "this file" : countText(again.length, "other file");
  return (
    <p className="caption">
      <span role="status" className="row gap-6">
        {again.length > 0 && (
          <>
            <Spinner size={12} /> Analysing {which} again
          </>
        )}
      </span>
      {again.length === 0 && origin(entry)}
    </p>
  );
}

/** On a phone what files are analysed with is in one menu, so that the map is first. It closes over the result of a choice. */
function ControlMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { boat_class, wind_hint_deg, wind } = useSnapshot(analyzeStore);
  const chosen = JSON.stringify([boat_class, wind_hint_deg, wind?.name]);
  useEffect(() => setOpen(false), [chosen]);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label="Menu of this file"
      trigger={<IconButton icon={EllipsisVertical} label="Menu of this file" />}
    >
      <div className={styles.menu}>{children}</div>
    </Popover>
  );
}

function Controls({ entry }: Pick<AnalyzeToolbarProps, "entry">) {
  const { boat_class, boat_classes, wind_hint_deg } = useSnapshot(analyzeStore);
  return (
    <div className={styles.choices}>
      <BoatClassChoice
        bare
        onlyKnown
        label="Boat class"
        className={styles.boat}
        classes={boat_classes.map((name) => ({ value: name, label: name === "Other" ? "Boat class: Other" : name }))}
        value={boat_class}
        onChange={(next) => void setBoatClass(next)}
      />
      {entry.data && (
        <WindHint
          report={entry.data.report}
          choice={{ hint_deg: wind_hint_deg, busy: false, onChange: (deg) => void setWindHint(deg) }}
        />
      )}
      <WindLog />
      <UnitsMenu />
      {entry.data && <SaveMenu data={entry.data} />}
    </div>
  );
}

/** "Garmin FIT, 374 kB, read in 0.2 s on this computer" */
function origin({ file, data, took_ms }: AnalyzeEntry): string {
  const kind = data ? [data.report.device, FORMATS[data.report.format]].filter(Boolean).join(" ") : "Reading";
  return [kind, bytes(file.size), took_ms > 0 && `read in ${shortTime(took_ms)} on this computer`]
    .filter(Boolean)
    .join(", ");
}

/** "4 ms", "0.2 s" */
const shortTime = (ms: number) => (ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Choice of a wind log of the session. */
function WindLog() {
  const { wind } = useSnapshot(analyzeStore);
  const input = useRef<HTMLInputElement>(null);
  const addFiles = (files: FileList | null) => files?.[0] && void setWindLog(files[0]);
  return (
    <span className={styles.wind}>
      <Button icon={Wind} onClick={() => input.current?.click()}>
        <span className="truncate">{wind ? wind.name : "Add wind log"}</span>
      </Button>
      {wind && <IconButton icon={X} label="Take the wind log away" onClick={() => void setWindLog(null)} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Wind log"
        accept={WIND_LOGS}
        onChange={(event) => addFiles(event.target.files)}
      />
    </span>
  );
}

/** The units of a visitor. With an account they are in its profile. */
function UnitsMenu() {
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  const { visitor } = useSnapshot(chosen);
  if (user) return null;
  return (
    <Popover open={isOpen} onOpenChange={setOpen} label="Units" trigger={<Button icon={Ruler}>Units</Button>}>
      <div className={styles.units}>
        <UnitFields value={visitor} onChange={chooseUnits} />
      </div>
    </Popover>
  );
}
