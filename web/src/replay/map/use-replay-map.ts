import { markLetter } from "@leebow/core";
import { type RefObject, useEffect, useState } from "react";
import { subscribe } from "valtio";
import type { MapCourse } from "../../map/course";
import type { Rect } from "../../map/framing";
import type { Overlays } from "../../map/map-options";
import type { ReplayMap } from "../../map/replay-map";
import { nextTask } from "../../playback/next-task";
import { type DialWind, rowsBetween } from "../../playback/rows";
import { laylinesReader } from "../../session/laylines";
import { kindInWind, shownManeuvers } from "../../session/names-in-wind";
import { pathLook } from "../../session/path-look";
import type { ReplayModel } from "../../session/replay-model";
import { openStar, sectionOf } from "../../session/star-state";
import { type WindTrack, windAt, windRow, windTrack } from "../../session/wind-now";
import { reloadFailedStyles, reloadWhenConnected } from "../../ui/lazy-component";

/** "unloaded": its code could not be fetched; "failed": the browser cannot draw it. */
export type MapPhase = "loading" | "ready" | "unloaded" | "failed";

interface MapParts {
  model: ReplayModel;
  container: RefObject<HTMLDivElement | null>;
  map: RefObject<ReplayMap | null>;
  style_url: string | null;
  showManeuvers: boolean;
}

/**
 * Creates the map when its container is mounted, and updates it with every change of state. `retry` fetches its code
 * again.
 */
export function useReplayMap(parts: MapParts): { phase: MapPhase; retry: () => void } {
  const { model, container, map, style_url, showManeuvers } = parts;
  const [phase, setPhase] = useState<MapPhase>("loading");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setPhase("loading");
    let isGone = false;
    let stop = () => {};
    const begin = async () => {
      const code = await loadMap().catch((cause: unknown) => void console.error(cause));
      if (isGone) return;
      if (!code) {
        setPhase("unloaded");
        if (attempt > 0) void reloadWhenConnected();
        return;
      }
      // Loaded before, it comes in the task that mounted the page; hours at a high rate make each part long.
      await nextTask();
      if (isGone || !container.current) return;
      const made = new code.ReplayMap(mapOptions(model, container.current, style_url));
      map.current = made;
      // Before it is drawn for the first time, so that no path is drawn in vain.
      made.set(lookOf(model, showManeuvers));
      await nextTask();
      if (isGone) return;
      await made.start(model.start_view);
      if (isGone) return;
      model.map = made;
      setPhase("ready");
      const stops = [followState(model, made, showManeuvers), followStars(model, made), followPreview(model, made)];
      stop = () => {
        for (const end of stops) end();
      };
    };
    begin().catch((cause: unknown) => {
      console.error(cause);
      if (!isGone) setPhase("failed");
    });
    return () => {
      isGone = true;
      stop();
      model.map = null;
      map.current?.destroy();
      map.current = null;
    };
  }, [model, container, map, style_url, showManeuvers, attempt]);
  return { phase, retry: () => setAttempt(attempt + 1) };
}

const loadMap = () => reloadFailedStyles().then(() => import("../../map/replay-map"));

/** Loads and prepares a page's map while its data are loading. An error is shown by the component that draws the map. */
export function prepareMap(): void {
  import("../../map/replay-map").then((code) => code.prepareMap()).catch(() => undefined);
}

export function mapOptions(model: ReplayModel, container: HTMLElement, style_url: string | null) {
  const { state } = model;
  const windAt = windReader(model);
  return {
    container,
    playback: model.playback,
    style_url,
    windAt,
    laylinesAt: laylinesReader(model, windAt),
    overlays: overlaysOf(container),
    onNote: (note: string | null) => {
      state.note = note;
    },
    onScale: (px: number) => {
      model.camera.px_per_metre = px;
      model.playback.loop.request();
    },
    onBearing: (bearing_deg: number) => {
      model.camera.bearing_deg = bearing_deg;
      model.playback.loop.request();
    },
    onFollowEnd: () => {
      state.follow = false;
    },
    onManeuver: (index: number) => model.choose(index),
    onBoat: (index: number) => model.focusOn(index),
    onStar: (index: number) => openStar(model.stars, model.stars.marks[index] ?? null),
  };
}

/** The wind of the race, or of the focus boat, at an instant. */
function windReader(model: ReplayModel): (at_ms: number) => DialWind | null {
  const tracks: (WindTrack | null | undefined)[] = [];
  return (at_ms) => {
    const { focus } = model.state;
    if (tracks[focus] === undefined) tracks[focus] = windTrack(model, focus);
    const track = tracks[focus];
    return track ? windAt(track, windRow(track, at_ms)) : null;
  };
}

/** The names of the turns in a wind that is being considered. */
function followPreview(model: ReplayModel, map: ReplayMap): () => void {
  const apply = () => {
    const { twd_deg } = model.preview;
    const { maneuvers } = model.data.report;
    map.set({
      letters:
        twd_deg === null
          ? null
          : maneuvers.map((one) => markLetter(one.kind === "turn" ? kindInWind(one, twd_deg) : one.kind)),
    });
  };
  return subscribe(model.preview, apply);
}

/** What the selections show, without the colours of the path. */
function selectedLook({ state, data }: ReplayModel, showManeuvers: boolean) {
  return {
    fullTail: state.fullTail,
    chosen: state.chosen,
    showManeuvers,
    shown: shownManeuvers(data.report.maneuvers, state),
    focus: state.focus,
    hidden: new Set(state.hidden),
  };
}

const lookOf = (model: ReplayModel, showManeuvers: boolean) => ({
  ...selectedLook(model, showManeuvers),
  path: pathLook(model, model.state.mode),
});

const NO_COURSES: readonly MapCourse[] = [];

function followState(model: ReplayModel, map: ReplayMap, showManeuvers: boolean): () => void {
  const { state } = model;
  // The colours are those of a mode and of a boat.
  const coloursOf = () => `${state.mode} ${state.focus}`;
  let [shown, chosen] = [coloursOf(), -1];
  const apply = () => {
    const colours = coloursOf();
    const { maneuvers } = model.data.report;
    map.set({
      ...selectedLook(model, showManeuvers),
      glowing: glowingRanges(model),
      ...(colours === shown ? {} : { path: pathLook(model, state.mode) }),
    });
    map.setCourses(state.standings?.courses ?? NO_COURSES);
    map.setTools({
      follow: state.follow,
      wind_up: state.wind_up,
      ladder_m: state.ladder ? state.ladder_m : null,
      laylines: state.laylines,
    });
    if (state.chosen !== chosen && state.chosen >= 0) map.revealAt(Date.parse(maneuvers[state.chosen]!.time));
    [shown, chosen] = [colours, state.chosen];
  };
  apply();
  return subscribe(state, apply);
}

/** What lies over the map: elements of its pane that say so with `data-over-map`. */
function overlaysOf(container: HTMLElement): Overlays {
  const pane = container.parentElement ?? container;
  const marked = () => [...pane.querySelectorAll("[data-over-map]")];
  return {
    rects: () => rectsOf(container, marked()),
    watch: (onChange) => watch(pane, marked, onChange),
  };
}

function rectsOf(container: HTMLElement, elements: readonly Element[]): Rect[] {
  const origin = container.getBoundingClientRect();
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }));
}

/** Calls when one of the elements changes its size, appears or goes. */
function watch(pane: Element, marked: () => Element[], onChange: () => void): () => void {
  const sizes = new ResizeObserver(onChange);
  let watched: Element[] = [];
  const refresh = () => {
    const now = marked();
    if (now.length === watched.length && now.every((element, i) => element === watched[i])) return;
    sizes.disconnect();
    for (const element of [pane, ...now]) sizes.observe(element);
    watched = now;
    onChange();
  };
  const children = new MutationObserver(refresh);
  children.observe(pane, { childList: true, subtree: true });
  refresh();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}

/** Row ranges that are highlighted: the opened star alone, else the new star and the selected straights. */
function glowingRanges({ data, state, stars }: ReplayModel): { start: number; end: number }[] {
  const section = stars.opened ? sectionOf(stars.opened) : stars.draft;
  const own = section ? [rowsBetween(data.columns.time_ms, section.from_ms, section.to_ms)] : [];
  if (stars.opened) return own;
  const straights = state.selected.map((index) => data.report.straights[index]!);
  return [...straights.map(({ start, end }) => ({ start, end })), ...own];
}

/** Shows the stars on the map and moves the camera to the opened one, and back to the session. */
function followStars(model: ReplayModel, map: ReplayMap): () => void {
  const { stars } = model;
  let opened: number | null = null;
  const apply = () => {
    map.set({
      glowing: glowingRanges(model),
      isPale: stars.opened !== null,
      stars: [...stars.marks.map((star) => sectionOf(star).from_ms), ...(stars.draft ? [stars.draft.from_ms] : [])],
    });
    const id = stars.opened?.id ?? null;
    if (id === opened) return;
    opened = id;
    if (!stars.opened) return map.fit();
    const { from_ms, to_ms } = sectionOf(stars.opened);
    map.fitBetween(from_ms, to_ms);
  };
  apply();
  return subscribe(stars, apply);
}
