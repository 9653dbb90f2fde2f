import type { Polar as ServerPolar, Target } from "@leebow/api/contract";
import { ofTarget, type Polar, type SeasonTrend, type SessionPolar } from "@leebow/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { PolarSide } from "../analysis/polar/bands";
import { PolarView } from "../analysis/polar/polar-view";
import { PolarFileButton } from "../analysis/polar/target-menu";
import { useTarget, useTargetChanges } from "../analysis/polar/targets";
import { nothingText, sumText } from "../analysis/polar/texts";
import { numberOf, sameSailor, sessionToDebrief } from "../engine/among";
import { polarOfSessions, polarSummary } from "../engine/engine";
import { dayKey } from "../format/times";
import { Async, Loading, together } from "../ui/empty-state";
import { type AnalyzeEntry, analyzeStore, countsBeside, openFile } from "./analyze-store";
import styles from "./local-polar.module.css";

/** The polar of a file that is open, with all others that are of the same sailor. */
export function LocalPolar({ id }: { id: number }) {
  const { files } = useSnapshot(analyzeStore);
  const [side, setSide] = useState<PolarSide>("both");
  const boat_class = files.find((one) => one.id === id)?.data?.report.boat_class ?? null;
  const file = useTarget(boat_class) ?? null;
  const { takeOff } = useTargetChanges();
  const read = files
    .filter(countsBeside(id, files))
    .flatMap(({ id: file, data }) => (data ? [[file, numberOf(data)]] : []));
  const optionsOf = (of: PolarSide) => ({
    // Another analysis of a file is another object.
    queryKey: ["analyze", "polar", id, read, of, file?.name ?? null, file?.created ?? null],
    queryFn: () => polarOf(id, of, file),
    gcTime: 0,
  });
  const both = useQuery(optionsOf("both"));
  const chosen = useQuery({ ...optionsOf(side), placeholderData: keepPreviousData });
  return (
    <Async
      query={together(both, chosen)}
      title="The polar could not be made"
      loading={<Loading what="the polar" heights={[480]} />}
    >
      {([polar, shown]) => {
        const nothing = nothingText(polar);
        if (nothing) return <p className={styles.about}>{nothing}</p>;
        return (
          <>
            <div className={styles.bar}>
              <p className={styles.about}>{sumText(polar)}</p>
              <PolarFileButton boat_class={boat_class ?? ""} classes={boat_class ? [boat_class] : []} />
            </div>
            <PolarView
              title="Your polar"
              {...{ polar, shown, side, file }}
              onSide={setSide}
              onTakeOff={() => file && void takeOff(file)}
              onOpen={openFile}
            />
          </>
        );
      }}
    </Async>
  );
}

/** A file with an analysis, and its report beside it. */
type ReadFile = AnalyzeEntry & { data: NonNullable<AnalyzeEntry["data"]> };

/** The sums of analyses, each made once. */
const summaries = new WeakMap<object, Promise<SessionPolar>>();

function summaryOf({ id, data }: ReadFile): Promise<SessionPolar> {
  const known = summaries.get(data);
  if (known) return known;
  const made = polarSummary(sessionToDebrief(id, data));
  made.catch(() => summaries.delete(data));
  summaries.set(data, made);
  return made;
}

async function polarOf(id: number, side: PolarSide, file: Target | null): Promise<ServerPolar> {
  const beside = analyzeStore.files.filter(countsBeside(id, analyzeStore.files));
  const read = beside.flatMap((file) => (file.data ? [file as ReadFile] : []));
  const reports = read.map(({ data }) => data.report);
  const own = reports[read.findIndex((file) => file.id === id)]!;
  const of = sameSailor(own, reports).map((report) => read[reports.indexOf(report)]!);
  const sessions = of.sort((a, b) => Date.parse(a.data.report.start_time) - Date.parse(b.data.report.start_time));
  const summed = await Promise.all(sessions.map(summaryOf));
  const polar = await polarOfSessions(summed, { side });
  return { ...polar, season: seasonOf(polar, sessions), target: targetOf(polar, summed, side, file) };
}

/** The sessions against the file, where their wind speed is known. */
function targetOf(polar: Polar, sessions: SessionPolar[], side: PolarSide, file: Target | null): ServerPolar["target"] {
  if (!file || polar.basis !== "wind_speed") return null;
  const { id, name, over_ground, winds } = file;
  const { bands, outside_s } = ofTarget(sessions, polar, { winds }, { side });
  return { id, name, over_ground, bands, outside_s };
}

/** The trends, whose points have the number of a file in place of a track's. */
function seasonOf({ season }: Polar, files: readonly ReadFile[]): NonNullable<ServerPolar["season"]> {
  const withFiles = ({ points, ...trend }: SeasonTrend) => ({
    ...trend,
    points: points.map(({ session, ...point }) => {
      const { id, data } = files[session]!;
      return { ...point, track_id: id, date: dayKey(point.start_time, data.report.time_zone) };
    }),
  });
  return { upwind: withFiles(season.upwind), downwind: withFiles(season.downwind), splits: [] };
}
