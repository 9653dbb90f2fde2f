import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ref } from "valtio";
import type { RaceAddress } from "../../api/race-replay";
import { gapOptions, raceReportOptions, serverSource } from "../../queries/race-report";
import type { RaceData, ReplayModel } from "../../session/replay-model";
import { standingsOf } from "../../session/standings";

/**
 * Gives each model of a replay the places and gaps of its race, as soon as the report is there; without one the replay is
 * as before.
 */
export function useStandings({ id, share_id }: RaceAddress, { boats }: RaceData) {
  const address = useMemo(() => ({ id, share_id }), [id, share_id]);
  const answer = useQuery({ ...raceReportOptions(address), meta: { silent: true } }).data?.value;
  const { report: day, version } = answer ?? { report: null, version: "" };
  const source = useMemo(() => serverSource(address, version), [address, version]);
  const { data: columns } = useQuery({ ...gapOptions(source), enabled: day !== null && day.races.length > 0 });
  const standings = useMemo(
    () =>
      day && columns
        ? ref(
            standingsOf(
              day,
              columns,
              boats.map((boat) => boat.id),
            ),
          )
        : null,
    [day, columns, boats],
  );
  const model = useRef<ReplayModel | null>(null);
  useEffect(() => {
    if (model.current) model.current.state.standings = standings;
  }, [standings]);
  const latest = useRef(standings);
  latest.current = standings;
  return useCallback((shown: ReplayModel) => {
    model.current = shown;
    shown.state.standings = latest.current;
    return () => {
      model.current = null;
    };
  }, []);
}
