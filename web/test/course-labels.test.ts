/** The labels on the map of a course: whatever the wind was, none lies under the wind, the legend or another label. */
import { describe, expect, it } from "vitest";
import { Plane } from "../src/map/plane";
import { type CourseArea, cameraOf, WHOLE } from "../src/race/report/course";
import {
  drawnLabels,
  type LabelledPoint,
  labelledPoints,
  placeLabels,
  platesOf,
  type Rect,
  windSideOf,
} from "../src/race/report/course-labels";
import type { CoursePoint } from "../src/session/boat-path";

/** The map of a course on a phone, on a tablet and beside the other cards, px. */
const SIZES = [
  { width: 366, height: 300 },
  { width: 578, height: 380 },
  { width: 1000, height: 420 },
];
const BASES = ["hand", "estimated"] as const;
const plane = new Plane({ lon: 10.25, lat: 54.475 });

/** A course up and down the wind with a gate, its finish beside the committee boat, and what the fleet sailed. */
function course(twd_deg: number, basis: CoursePoint["basis"]): { points: CoursePoint[]; area: CourseArea } {
  const turn = (twd_deg * Math.PI) / 180;
  const at = (up: number, across: number) => ({
    x: up * Math.sin(turn) + across * Math.cos(turn),
    y: up * Math.cos(turn) - across * Math.sin(turn),
  });
  const point = (id: string, label: string, target: CoursePoint["target"], [up, across]: [number, number]) => {
    const { x, y } = at(up, across);
    return { id, label, target, lon: plane.lon(x), lat: plane.lat(y), sd_m: 4, basis };
  };
  const sailed = [at(-100, -100), at(-100, 150), at(450, 300), at(450, -300), at(920, 0)];
  const [x, y] = [sailed.map((place) => place.x), sailed.map((place) => place.y)];
  return {
    points: [
      point("pin", "Pin", { kind: "line_end", end: "pin" }, [0, -60]),
      point("committee", "Boat", { kind: "line_end", end: "committee" }, [0, 60]),
      point("1", "1, 3", { kind: "mark", waypoints: [1, 3], mark: 0 }, [900, 0]),
      point("2 0", "2 left", { kind: "mark", waypoints: [2], mark: 0 }, [120, -25]),
      point("2 1", "2 right", { kind: "mark", waypoints: [2], mark: 1 }, [120, 25]),
      point("finish pin", "Finish pin", { kind: "finish", end: "pin" }, [-60, 60]),
      point("finish boat", "Finish boat", { kind: "finish", end: "committee" }, [-60, 130]),
    ],
    area: { plane, edges: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)] },
  };
}

/** Every wind by 15°, on each size of the map. */
function* drawnCourses() {
  for (const size of SIZES)
    for (const basis of BASES)
      for (let twd_deg = 0; twd_deg < 360; twd_deg += 15) {
        const { points, area } = course(twd_deg, basis);
        const windSide = windSideOf(area, points, [], size);
        const camera = cameraOf(area, size.width, size.height, WHOLE);
        const drawn = labelledPoints(points, camera, plane, { windSide, tracks: [] });
        const what = `${size.width} px, wind ${twd_deg}°, ${basis}`;
        yield { what, drawn, labels: drawn.flatMap(rectOf), plates: platesOf(size, windSide), size };
      }
}

/** What a label covers: 6.6 px a letter. */
function rectOf({ text, label }: LabelledPoint): (Rect & { text: string })[] {
  if (!label) return [];
  const width = text.length * 6.6;
  const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return [{ text, left, right: left + width, top: label.y - 12, bottom: label.y + 3 }];
}

const covered = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** px² that two labels may have in common at their edges. */
const TOUCHING = 60;

describe("the labels of a course", () => {
  it("are never under the wind or the legend, nor over each other, whatever the wind was", () => {
    for (const { what, labels, plates } of drawnCourses())
      for (const [at, label] of labels.entries())
        for (const other of [...plates, ...labels.slice(at + 1)])
          expect(covered(label, other), `${what}: ${label.text} over ${JSON.stringify(other)}`).toBeLessThan(TOUCHING);
  });

  it("name every point; on a phone one end of the finish may have to wait for a magnified map", () => {
    for (const { what, drawn, size } of drawnCourses())
      for (const { point, label } of drawn)
        if (size.width > SIZES[0]!.width || point.id !== "finish boat")
          expect(label, `${what}: ${point.label}`).not.toBeNull();
  });

  it("are one where start and finish have an end in common to the eye", () => {
    const end = (kind: "line_end" | "finish", side: "pin" | "committee", text: string, x: number) => ({
      target: { kind, end: side },
      text,
      x,
      y: 100,
    });
    const near = [end("line_end", "committee", "Boat", 100), end("finish", "committee", "Finish boat", 104)];
    expect(drawnLabels(near)).toEqual(["Boat and finish", null]);
    const apart = [near[0]!, { ...near[1]!, x: 160 }, end("finish", "pin", "Finish pin", 102)];
    expect(drawnLabels(apart)).toEqual(["Boat", "Finish boat", "Finish pin"]);
  });

  it("stand where no other label is", () => {
    const wish = { radius: 6, texts: ["1 ± 11 m"] };
    const [a, b] = placeLabels(
      [
        { ...wish, x: 100, y: 100 },
        { ...wish, x: 110, y: 100 },
      ],
      { width: 300, height: 200 },
    );
    expect(a!.place).not.toEqual(b!.place);
    expect(Math.abs(a!.place.y - b!.place.y)).toBeGreaterThan(12);
  });

  it("leave the wind to the corner with less of the tracks, where neither has a point", () => {
    const area: CourseArea = { plane, edges: [-900, -100, 900, 900] };
    const points = course(0, "estimated").points.filter(({ id }) => id !== "1");
    const right = [{ lon: plane.lon(890), lat: plane.lat(890) }];
    expect(windSideOf(area, points, [], SIZES[1]!)).toBe("right");
    expect(windSideOf(area, points, right, SIZES[1]!)).toBe("left");
    // A track that comes later does not move it.
    expect(windSideOf(area, points, right, SIZES[1]!, "right")).toBe("right");
  });

  it("stand below the wind where their point is at its edge", () => {
    const wind = { left: 40, right: 300, top: 0, bottom: 92 };
    const wish = { x: 150, y: 100, radius: 0, texts: ["Finish pin"] };
    const [label] = placeLabels([wish], { width: 300, height: 200 }, [wind]);
    expect(label!.place.y).toBeGreaterThan(100);
  });
});
