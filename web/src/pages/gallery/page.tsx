import { PLUS_MINUS_MEANING } from "@leebow/core";
import {
  Download,
  Ellipsis,
  Eye,
  Globe,
  Lock,
  Sailboat,
  Share2,
  Trash2,
  TriangleAlert,
  Upload,
  Wind,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "../../components/avatar";
import { Badge } from "../../components/badge";
import { Button, IconButton } from "../../components/button";
import { Checkbox, RadioGroup, Switch } from "../../components/choices";
import { DateRange, type DayRange } from "../../components/date-range";
import { Confirm, Dialog } from "../../components/dialog";
import { EmptyState } from "../../components/empty-state";
import { Field, SearchField } from "../../components/field";
import { KindMark, SideMark } from "../../components/marks";
import { Menu } from "../../components/menu";
import { Progress } from "../../components/progress";
import { Segments } from "../../components/segments";
import { Select } from "../../components/select";
import { Skeleton } from "../../components/skeleton";
import { Tabs } from "../../components/tabs";
import { useTitle } from "../../components/title";
import { Tooltip } from "../../components/tooltip";
import { notify } from "../../stores/notices";
import { DatesAndTimes, Sliding, Writing } from "./more-inputs";
import styles from "./page.module.css";
import { SampleDrop } from "./sample-drop";
import { SampleTable } from "./sample-table";
import { Colours, Type } from "./swatches";

/** Every component in every state, for review. No page links here. */
export function Page() {
  useTitle("Components");
  return (
    <main className={styles.main}>
      <h1 className="title">Leebow components</h1>
      <div className={styles.grid}>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Inputs">
          <Inputs />
        </Part>
        <Part title="Tags and text">
          <Writing />
        </Part>
        <Part title="Slider">
          <Sliding />
        </Part>
        <Part title="Date and time">
          <DatesAndTimes />
        </Part>
        <Part title="Tabs and segments">
          <Choosing />
        </Part>
        <Part title="Badges and signs">
          <Signs />
        </Part>
        <Part title="Menu and tooltip">
          <Floating />
        </Part>
        <Part title="Date range">
          <Dates />
        </Part>
        <Part title="Dialogs and toasts">
          <Asking />
        </Part>
        <Part title="Empty state">
          <EmptyState title="No Tracks Match Your Search" action={<Button>Clear search</Button>}>
            Please try another search.
          </EmptyState>
        </Part>
        <Part title="Skeleton and progress">
          <Waiting />
        </Part>
        <Part title="Table">
          <SampleTable />
        </Part>
        <Part title="Drop zone">
          <SampleDrop />
        </Part>
        <Part title="Colour">
          <Colours />
        </Part>
        <Part title="Type">
          <Type />
        </Part>
      </div>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  const work = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  };
  return (
    <div className={styles.lines}>
      <div className={styles.line}>
        <Button kind="primary" icon={Upload}>
          Upload
        </Button>
        <Button kind="primary" disabled>
          Disabled
        </Button>
        <Button kind="primary" busy>
          Saving
        </Button>
      </div>
      <div className={styles.line}>
        <Button>New Race</Button>
        <Button disabled>Disabled</Button>
        <Button busy={busy} onClick={work}>
          Press to be busy
        </Button>
      </div>
      <div className={styles.line}>
        <Button kind="quiet">Cancel</Button>
        <Button kind="danger">Delete Team</Button>
        <IconButton kind="outline" icon={Share2} label="Share" />
        <IconButton icon={Ellipsis} label="More" />
      </div>
    </div>
  );
}

const CLASSES = ["29er", "49er", "49erFX", "Formula Kite", "J70", "Laser", "Nacra 17"].map((name) => ({
  value: name,
  label: name,
}));

function Inputs() {
  const [search, setSearch] = useState("tallinn");
  const [boat, setBoat] = useState("49erFX");
  const [checks, setChecks] = useState([true, false]);
  const [visible, setVisible] = useState("PUBLIC");
  const [arrow, setArrow] = useState(true);
  const some = checks.some(Boolean) && !checks.every(Boolean);
  return (
    <div className={styles.lines}>
      <div className={styles.pair}>
        <Field label="Name" defaultValue="Race 118" />
        <div>
          <span className={styles.label}>Search</span>
          <SearchField label="Search" value={search} onChange={setSearch} />
        </div>
        <Field label="Email" defaultValue="marta.vidal@" error="Email not valid" />
        <Select label="Boat class" choices={CLASSES} value={boat} onChange={setBoat} />
        <Field label="Disabled" defaultValue="cannot be changed" disabled />
        <Select label="Disabled" choices={CLASSES} value="J70" onChange={() => undefined} disabled />
      </div>
      <div className={styles.line}>
        <Checkbox label="Some" checked={checks.every(Boolean)} mixed={some} onChange={(on) => setChecks([on, on])} />
        <Checkbox label="One" checked={checks[0] ?? false} onChange={(on) => setChecks([on, checks[1] ?? false])} />
        <Checkbox label="Other" checked={checks[1] ?? false} onChange={(on) => setChecks([checks[0] ?? false, on])} />
        <Checkbox label="Disabled" checked disabled onChange={() => undefined} />
      </div>
      <div className={styles.line}>
        <RadioGroup
          bare
          label="Visibility"
          choices={[
            { value: "PUBLIC", label: "Public" },
            { value: "PRIVATE", label: "Private" },
          ]}
          value={visible}
          onChange={setVisible}
        />
        <Switch label="Wind Direction Arrow" checked={arrow} onChange={setArrow} />
      </div>
    </div>
  );
}

type DemoTab = "data" | "maneuvers" | "straights";

function Choosing() {
  const [tab, setTab] = useState<DemoTab>("maneuvers");
  const [mode, setMode] = useState("mine");
  return (
    <div className={styles.lines}>
      <Tabs<DemoTab>
        flush
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: "data", label: "Data" },
          { id: "maneuvers", label: "Maneuvers", count: 16 },
          { id: "straights", label: "Straights", count: 12 },
        ]}
      >
        <p className="small secondary">The panel of “{tab}”. Arrows move between tabs.</p>
      </Tabs>
      <div>
        <Segments
          label="Whose"
          choices={[
            { value: "team", label: "Team Tracks" },
            { value: "mine", label: "My Tracks" },
            { value: "all", label: "All Tracks" },
          ]}
          value={mode}
          onChange={setMode}
        />
      </div>
    </div>
  );
}

function Signs() {
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

function Floating() {
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

function Dates() {
  const [range, setRange] = useState<DayRange | null>({ from: "2026-11-03", to: "2026-11-21" });
  return (
    <DateRange
      label="Dates"
      value={range}
      onChange={setRange}
      min="2025-06-01"
      max="2026-11-21"
      legend="A dot marks a day with tracks."
      marked={["2026-11-04", "2026-11-05", "2026-11-07", "2026-11-11", "2026-11-12", "2026-11-19", "2026-11-21"]}
    />
  );
}

function Asking() {
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
      <Confirm
        open={open === "confirm"}
        question="Delete this track?"
        detail="The track and its source file are removed for good."
        onYes={close}
        onNo={close}
      />
    </div>
  );
}

function Waiting() {
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
