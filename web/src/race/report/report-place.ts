/** What a race report shows, as it stands in its address: `?race=2&boat=4101&leg=3&t=…`. */

import type { RaceDay, RaceReport } from "@leebow/core";
import { useCallback, useMemo } from "react";
import { useAddress } from "../../ui/address";
import type { NamedBoat } from "./boats";

export interface Place {
  race: RaceReport;
  /** Its number, from 0. */
  at: number;
  /** Track of the focus boat. */
  focus: string;
  /** Track of the boat that it is compared with; null with one boat. */
  against: string | null;
  leg: number;
  /** The moment of the address, ms; null without one. */
  time_ms: number | null;
  onRace: (at: number) => void;
  onFocusBoat: (track: string) => void;
  onAgainst: (track: string) => void;
  onLeg: (leg: number) => void;
}

/**
 * The place of the address; the first race, the viewer's own boat or else the winner, the first leg by default. `own`: id of
 * the boat to select where nobody is logged in.
 */
export function useReportPlace(
  day: RaceDay,
  boats: readonly NamedBoat[],
  user_id: number | null,
  own: number | null = null,
): Place | null {
  const [search, set] = useAddress();
  const onRace = useCallback((at: number) => set({ race: String(at + 1), leg: null, t: null }), [set]);
  const onFocusBoat = useCallback((track: string) => set({ boat: track }), [set]);
  const onAgainst = useCallback((track: string) => set({ against: track }), [set]);
  const onLeg = useCallback((leg: number) => set({ leg: String(leg + 1) }), [set]);
  const at = indexOfNumber(search.get("race"), day.races.length, raceAt(day, search.get("t")));
  const race = day.races[at];
  const boat = search.get("boat");
  const focus = useMemo(() => race && focusOf(race, boats, boat, { user_id, own }), [race, boats, boat, user_id, own]);
  if (!race || focus === undefined) return null;
  const leg = indexOfNumber(search.get("leg"), race.legs.length, 0);
  const time_ms = search.has("t") ? Date.parse(search.get("t")!) : null;
  const against = againstOf(race, focus, search.get("against"));
  return { race, at, focus, against, leg, time_ms, onRace, onFocusBoat, onAgainst, onLeg };
}

/** A number from 1 in an address as an index below `count`. */
function indexOfNumber(text: string | null, count: number, otherwise: number): number {
  const at = Number(text) - 1;
  return text !== null && Number.isInteger(at) && at >= 0 && at < count ? at : otherwise;
}

/** The race of a moment. */
function raceAt({ races }: RaceDay, text: string | null): number {
  const at_ms = Date.parse(text ?? "");
  const at = races.findIndex(
    ({ start_time, end_time }) => at_ms >= Date.parse(start_time) && at_ms <= Date.parse(end_time),
  );
  return Math.max(0, at);
}

/** The boat of the address, else the first of the others. */
function againstOf({ boats }: RaceReport, focus: string, named: string | null): string | null {
  const others = boats.map(({ track }) => track).filter((track) => track !== focus);
  return others.find((track) => track === named) ?? others[0] ?? null;
}

/** The track of the address, which may be the id of a boat; the viewer's own; the first in the order of places. */
export function focusOf(
  race: RaceReport,
  boats: readonly NamedBoat[],
  named: string | null,
  { user_id, own }: { user_id: number | null; own: number | null },
): string {
  const tracks = new Set(race.boats.map(({ track }) => track));
  if (named !== null && tracks.has(named)) return named;
  const trackOf = (boat: NamedBoat | undefined) => boat?.track_ids.map(String).find((id) => tracks.has(id));
  const byId = trackOf(boats.find(({ track_ids }) => track_ids.map(String).includes(named ?? "")));
  const viewers = trackOf(boats.find(({ id, user }) => (own === null ? user.id === user_id : id === own)));
  return byId ?? viewers ?? race.boats[0]?.track ?? "";
}
