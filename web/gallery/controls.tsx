/** What a user presses and fills in. */
import { Ellipsis, Share2, Upload } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../src/ui/button";
import { Checkbox, RadioGroup, Segments, Switch } from "../src/ui/choices";
import { DateRange, type DayRange } from "../src/ui/date-range";
import { Field, SearchField } from "../src/ui/field";
import { Select } from "../src/ui/select";
import { Tabs } from "../src/ui/tabs";
import styles from "./page.module.css";

export function Buttons() {
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

export function Inputs() {
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

export function Choosing() {
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

export function Dates() {
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
