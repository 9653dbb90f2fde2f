/** The selected maneuver and the time of a replay in the address of its page. */
import { useCallback, useContext, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext, useSearchParams } from "react-router-dom";
import { subscribe } from "valtio";
import { segmentId } from "../session/names-in-wind";
import type { ReplayModel } from "../session/replay-model";
import { type Evidence, showEvidence } from "../session/shown-evidence";

/** Applies the address to a model, and writes later selections into it. The result is a function of the model, stable. */
export function useReplayAddress(): (model: ReplayModel) => () => void {
  const [search, setSearch] = useSearchParams();
  // Not `useNavigation()`, which says so a rendering later: an address written in between would abort the navigation.
  const { router } = useContext(UNSAFE_DataRouterContext)!;
  const latest = useRef({ search, setSearch });
  const isApplied = useRef(false);
  useEffect(() => {
    latest.current = { search, setSearch };
  });
  return useCallback(
    (model) => {
      applySearch(model, latest.current.search, !isApplied.current);
      isApplied.current = true;
      const write = () => {
        const next = selectionOf(model);
        latest.current.setSearch((before) => withSelection(before, next), { replace: true, preventScrollReset: true });
      };
      const timer = new AddressTimer(write, () => router.state.navigation.state !== "idle");
      const later = () => {
        timer.stop();
        // While it plays the time changes ten times a second.
        if (!model.playback.clock.playing) timer.restart();
      };
      const stops = [subscribe(model.state, later), subscribe(model.playback.readout, later)];
      return () => {
        timer.stop();
        for (const stop of stops) stop();
      };
    },
    [router],
  );
}

/** What the address selects in a model; `withTime`: the time of the address too. */
function applySearch(model: ReplayModel, search: URLSearchParams, withTime: boolean): void {
  const id = Number(search.get("maneuver"));
  const index = id > 0 ? model.data.report.maneuvers.findIndex((one) => segmentId(one) === id) : -1;
  const at_ms = Date.parse(search.get("t") ?? "");
  if (withTime) showEvidence(model, evidenceOf(model, search));
  if (index >= 0) {
    if (withTime) model.choose(index);
    else model.state.chosen = index;
  }
  if (withTime && !Number.isNaN(at_ms)) model.playback.seek(at_ms);
}

/** Maneuvers and range of `?turns=12,15` and `?from=…&to=…`. */
function evidenceOf({ data }: ReplayModel, search: URLSearchParams): Evidence {
  const ids = new Set(search.get("turns")?.split(",").map(Number));
  const maneuvers = data.report.maneuvers.flatMap((one, index) => (ids.has(segmentId(one) ?? -1) ? [index] : []));
  const [from_ms, to_ms] = ["from", "to"].map((name) => Date.parse(search.get(name) ?? ""));
  return { maneuvers, range: from_ms! < to_ms! ? { from_ms: from_ms!, to_ms: to_ms! } : null };
}

/** Values of the parameters; null without one. */
function selectionOf({ data, state, playback }: ReplayModel): Record<"maneuver" | "t", string | null> {
  const maneuver = data.report.maneuvers[state.chosen];
  const id = maneuver ? segmentId(maneuver) : null;
  const isAtStart = playback.time_ms <= playback.clock.whole.from_ms;
  return {
    maneuver: id === null ? null : String(id),
    t: isAtStart ? null : `${new Date(playback.time_ms).toISOString().slice(0, 19)}Z`,
  };
}

function withSelection(before: URLSearchParams, selection: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(selection)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The address is written this long after the last change, ms: browsers limit how often it may change. *guess* */
const WRITE_AFTER_MS = 400;

/** Writes the address some time after the last change; not while another page is being fetched, which that would abort. */
export class AddressTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly write: () => void,
    private readonly isNavigating: () => boolean,
  ) {}

  restart(): void {
    this.stop();
    this.timer = setTimeout(() => (this.isNavigating() ? this.restart() : this.write()), WRITE_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
