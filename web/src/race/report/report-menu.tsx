import type { RaceDay, RaceReport } from "@leebow/core";
import { Ellipsis, FileSpreadsheet, ListChecks, Printer, Scale } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { IconButton } from "../../ui/button";
import { lazyClosable, lazyQuiet } from "../../ui/lazy-component";
import { Menu } from "../../ui/menu";
import { allBoats, boatsByTrack, type ReportSubject } from "./boats";
import type { CorrectionEditing } from "./use-corrections";

const RacesDialog = lazyClosable(() => import("./dialogs").then((part) => part.RacesDialog));
const RatingsDialog = lazyClosable(() => import("./dialogs").then((part) => part.RatingsDialog));
const RacePaper = lazyQuiet(() => import("./dialogs").then((part) => part.RacePaper));

/** Fetches what the menu opens; afterwards it needs no network. */
export const loadReportDialogs = () => Promise.all([RacesDialog.load(), RatingsDialog.load(), RacePaper.load()]);

interface ReportMenuProps {
  subject: ReportSubject;
  day: RaceDay;
  /** Null where no race was found. */
  race: RaceReport | null;
  /** Null for a viewer who may not change the race. */
  editing: CorrectionEditing | null;
  /** Has the browser save the report as a spreadsheet; null where there is none. */
  onDownload: (() => void) | null;
}

/** The report as a spreadsheet and on paper; races, boats and ratings by hand. */
export function ReportMenu({ subject, day, race, editing, onDownload }: ReportMenuProps) {
  const [open, setOpen] = useState<"races" | "ratings" | "paper" | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const boats = useMemo(() => race && boatsByTrack(race, subject.boats), [race, subject]);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton kind="outline" icon={Ellipsis} label="More" tip={null} />}
        entries={[
          ...(race && onDownload ? [{ label: "Spreadsheet", icon: FileSpreadsheet, onSelect: onDownload }] : []),
          ...(race ? [{ label: "Printable page (PDF)", icon: Printer, onSelect: () => setOpen("paper") }] : []),
          ...(editing
            ? [
                {
                  label: "Races and boats",
                  icon: ListChecks,
                  separated: race !== null,
                  onSelect: () => setOpen("races"),
                },
              ]
            : []),
          ...(race && editing
            ? [{ label: "Ratings and scores", icon: Scale, onSelect: () => setOpen("ratings") }]
            : []),
        ]}
      />
      {open === "races" && editing && (
        <RacesDialog
          day={day}
          race={race}
          boats={allBoats(subject.boats)}
          start_time={subject.start_time}
          zone={subject.zone}
          editing={editing}
          onClose={close}
        />
      )}
      {open === "ratings" && editing && race && boats && (
        <RatingsDialog race={race} boats={boats} editing={editing} onClose={close} />
      )}
      {open === "paper" && race && boats && <RacePaper subject={subject} race={race} boats={boats} onDone={close} />}
    </>
  );
}
