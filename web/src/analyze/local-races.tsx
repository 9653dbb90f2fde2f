import type { RaceTargetAnswer, Target } from "@leebow/api/contract";
import {
  type RaceAnalysis,
  type RaceCorrection,
  type RaceDay,
  type RaceTrack,
  racesOfTarget,
  type StraightRows,
  straightRows,
} from "@leebow/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { boatToRace, numberOf } from "../engine/among";
import { duelOfBoats, racesOfBoats } from "../engine/engine";
import type { ReportSubject } from "../race/report/boats";
import { useReportClock } from "../race/report/clock";
import type { ReportSource } from "../race/report/queries";
import { RaceHead } from "../race/report/race-head";
import { useReportPlace } from "../race/report/report-place";
import { RaceReportView } from "../race/report/report-view";
import { SetStart } from "../race/report/set-start";
import { type CorrectionEditing, useEdits } from "../race/report/use-corrections";
import { failureSentence } from "../server/failure";
import { boatNames } from "../session/boat-names";
import { pathOf } from "../session/boat-path";
import { Async, Loading } from "../ui/empty-state";
import { type AnalyzeEntry, analyzeStore, countsBeside, setRaceCorrections } from "./analyze-store";

/** The races of the files that are open, found and corrected on this computer. */
export function LocalRaces() {
  const { files, race_corrections } = useSnapshot(analyzeStore);
  const read = files
    .filter(countsBeside(null, files))
    .flatMap(({ id, data }) => (data ? [[id, numberOf(data)] as const] : []));
  const of = JSON.stringify(read);
  const corrections = race_corrections as readonly RaceCorrection[];
  const boats = useMemo(boatsOfStore, [of]);
  const query = useQuery({
    queryKey: ["analyze", "races", of, corrections],
    queryFn: async () => ({ analysis: await racesOfBoats(boats, corrections), corrections }),
    structuralSharing: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, refetch } = query;
  const editing = useEditing(corrections, data?.corrections ?? [], {
    isSaving: isFetching,
    failure: error && failureSentence(error),
    retry: () => void refetch(),
  });
  return (
    <Async
      query={query}
      title="The races could not be found"
      loading={<Loading what="the races" heights={[420]} className="inset" />}
    >
      {(found) => <Found of={of} boats={boats} editing={editing} {...found} />}
    </Async>
  );
}

const readFiles = () => {
  const counted = analyzeStore.files.filter(countsBeside(null, analyzeStore.files));
  return counted.filter(({ data }) => data !== null) as AnalyzeEntry[];
};
const boatsOfStore = () => readFiles().map(({ id, data }) => boatToRace(id, data!));

/** Corrections that are applied and kept at once; after a failure those before can be taken again. */
function useEditing(
  list: readonly RaceCorrection[],
  applied: readonly RaceCorrection[],
  state: Pick<CorrectionEditing, "isSaving" | "failure" | "retry">,
): CorrectionEditing {
  const { change, undo, forget } = useEdits(list, setRaceCorrections);
  return {
    ...state,
    list,
    change,
    store: async (edit) => change(edit),
    undo,
    discard: () => {
      forget();
      setRaceCorrections(applied);
    },
  };
}

interface FoundProps {
  /** Of the boats, different between analyses of the files. */
  of: string;
  boats: readonly RaceTrack[];
  analysis: RaceAnalysis;
  /** Those that the analysis was made with. */
  corrections: readonly RaceCorrection[];
  editing: CorrectionEditing;
}

function Found({ of, boats, analysis, corrections, editing }: FoundProps) {
  const { day, columns } = analysis;
  const { open } = useSnapshot(analyzeStore);
  const subject = useMemo(subjectOfStore, [of]);
  const place = useReportPlace(day, subject.boats, null, open);
  const clock = useReportClock(place);
  const source = useMemo(
    (): ReportSource => ({
      key: ["analyze", "race-report", of],
      version: JSON.stringify(corrections),
      gaps: async () => columns,
      duel: async (question) => ({ duel: await duelOfBoats(boats, corrections, question) }),
      target: async (in_use, tws_kn) => filesOfTarget(day, readFiles(), in_use, tws_kn),
      path: async (ids) => pathOf(readFiles().flatMap(({ id, data }) => (ids.includes(id) ? [data!.columns] : []))),
    }),
    [of, boats, day, columns, corrections],
  );
  return (
    <>
      <RaceHead isPart subject={subject} day={day} place={place} editing={editing} onDownload={null} />
      {place && clock ? (
        <RaceReportView {...{ source, subject, day, place, editing, clock }} race={place.race} />
      ) : (
        <SetStart
          notes={day.notes}
          candidates={day.candidates}
          start_time={subject.start_time}
          zone={subject.zone}
          editing={editing}
        />
      )}
    </>
  );
}

/** The open files as boats, named by the sail numbers in the names of their files, else by these. */
function subjectOfStore(): ReportSubject {
  const files = readFiles();
  const names = boatNames(
    files.map(({ file }) => ({ first_name: "", last_name: file.name.replace(/\.[^.]+$/, ""), file: file.name })),
  );
  const first = files.map(({ data }) => data!.report).sort((a, b) => (a.start_time < b.start_time ? -1 : 1))[0];
  return {
    name: "Races of the open files",
    location: null,
    start_time: first?.start_time ?? null,
    zone: first?.time_zone ?? null,
    boats: files.map(({ id, data }, at) => ({
      id,
      track_ids: [id],
      user: { id, first_name: "", last_name: names[at]! },
      full_name: names[at]!,
      // The name says it.
      file_name: "",
      boat_name: data!.report.boat_class,
    })),
  };
}

type Analysed = NonNullable<AnalyzeEntry["data"]>;

/** The straights of analyses, each found once. */
const straights = new WeakMap<object, StraightRows>();

function straightsOf({ report, columns }: Analysed): StraightRows {
  const known = straights.get(columns) ?? straightRows(report, columns);
  straights.set(columns, known);
  return known;
}

/** The legs of the races in these files against the targets in use, as the server answers. */
function filesOfTarget(
  { races }: RaceDay,
  files: readonly AnalyzeEntry[],
  in_use: readonly Target[],
  tws_kn: number | null,
): RaceTargetAnswer {
  const boats = files.flatMap(({ id, data }) => {
    if (!data) return [];
    const target = in_use.find(({ boat_class }) => boat_class === data.report.boat_class) ?? null;
    return { track: String(id), parts: [straightsOf(data as Analysed)], target };
  });
  const used = in_use.filter((one) => boats.some(({ target }) => target === one));
  if (used.length === 0) return { targets: [], races: [] };
  const targets = used.map(({ id, boat_class, name, over_ground }) => ({ id, boat_class, name, over_ground }));
  return { targets, races: racesOfTarget(races, boats, { tws_kn }) };
}
