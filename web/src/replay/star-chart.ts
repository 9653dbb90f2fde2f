import { type RefObject, useEffect } from "react";
import { useSnapshot } from "valtio";
import type { TimeChart, TimeChartEvents } from "../chart/time-chart";
import type { ReplayModel } from "./replay-model";
import { moveEnd, openStar, sectionOf } from "./star-state";

/** What the chart reports about gold stars. */
export function starEvents({ stars, playback }: ReplayModel): Pick<TimeChartEvents, "onSectionEnd" | "onStar"> {
  return {
    onSectionEnd: (end, at_ms) => {
      if (stars.draft) stars.draft = moveEnd(stars.draft, end, at_ms, playback.clock.whole);
    },
    onStar: (index) => openStar(stars, stars.marks[index] ?? null),
  };
}

/** Shows the stars in the chart; an opened one is a zoom of its own, which ends with it. */
export function useStarChart(model: ReplayModel, chart: RefObject<TimeChart | null>): void {
  const { draft, marks, opened } = useSnapshot(model.stars);
  useEffect(() => {
    chart.current?.setSections({ draft, marks: marks.map((star) => sectionOf(star).from_ms) });
  }, [chart, draft, marks]);
  const opened_id = opened?.id ?? null;
  useEffect(() => {
    const shown = chart.current;
    const star = model.stars.opened;
    if (!shown || opened_id === null || !star) return;
    const before = shown.depth;
    const section = sectionOf(star);
    model.stars.level = before + 1;
    shown.zoomTo(section);
    model.playback.seek(section.from_ms);
    return () => {
      model.stars.level = 0;
      shown.backTo(before);
    };
  }, [model, chart, opened_id]);
}

/** Closes the opened star when the chart has gone back past its zoom. */
export function closeAbove({ stars }: ReplayModel, depth: number): void {
  if (depth < stars.level) openStar(stars, null);
}
