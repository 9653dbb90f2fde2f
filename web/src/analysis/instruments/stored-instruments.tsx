import type { EarlierLogs as Logs, Track } from "@leebow/api/contract";
import type { FileAnalysis, InstrumentErrors } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCorrections } from "../../corrections/corrections";
import { failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { read, useSend } from "../../server/read";
import { Button } from "../../ui/button";
import { Loading, NotRead } from "../../ui/empty-state";
import { chartColumnsOptions } from "../straights/queries";
import { appliedIn, InstrumentsView } from "./instruments-view";

/** The instruments of a track on the server. */
export function StoredInstruments({ track, report }: { track: Track; report: FileAnalysis }) {
  const { data, error, refetch } = useQuery(chartColumnsOptions(track.id));
  // Another analysis has other columns.
  const analysed = useRef(report);
  useEffect(() => {
    if (analysed.current === report) return;
    analysed.current = report;
    void refetch();
  }, [report, refetch]);
  const source = useCorrections(track);
  if (error)
    return <NotRead title="The instruments could not be read" sentence={failureSentence(error)} onRetry={refetch} />;
  if (!data) return <Loading what="the instruments" heights={[180, 260]} />;
  const applied = appliedIn(source);
  const earlier = applied && source.edit && <EarlierLogs track_id={track.id} applied={applied} />;
  return <InstrumentsView report={report} columns={data} source={source} isStored earlier={earlier} />;
}

const earlierOptions = (id: number) =>
  read(
    ["tracks", "earlier-logs", id],
    "GET /tracks/{id}/earlier-logs/",
    { params: { id } },
    { meta: { silent: true } },
  );

interface EarlierLogsProps {
  track_id: number;
  /** With which the figures of the track are corrected. */
  applied: InstrumentErrors;
}

/** Corrects the earlier logs of the boat by the calibration of this one; nothing where all are. */
export function EarlierLogs({ track_id, applied }: EarlierLogsProps) {
  const { data } = useQuery(earlierOptions(track_id));
  const { mutateAsync, isPending } = useSend(
    "PUT /tracks/{id}/earlier-logs/",
    (logs: Logs["logs"]) => ({ params: { id: track_id }, body: { logs } }),
    {
      holds: (client, now) => client.setQueryData(earlierOptions(track_id).queryKey, now),
      touches: [["tracks"]],
    },
  );
  const others = data?.logs.filter(({ calibration }) => !isSame(calibration, applied)) ?? [];
  const count = others.length;
  if (count === 0) return null;
  const logs = `${count} earlier ${count === 1 ? "log" : "logs"}`;
  const apply = async () => {
    await mutateAsync(others.map(({ id }) => ({ id, calibration: applied })));
    notify.success(`The figures of ${logs} are corrected by the calibration too.`, {
      label: "Undo",
      run: () => void mutateAsync(others),
    });
  };
  return (
    <Button busy={isPending} onClick={() => void apply()}>
      Apply to earlier logs too ({count})
    </Button>
  );
}

const NAMES = ["vane_deg", "log_factor", "compass_deg", "heel_deg"] as const;

const isSame = (one: InstrumentErrors | null, other: InstrumentErrors): boolean =>
  one !== null && NAMES.every((name) => one[name] === other[name]);
