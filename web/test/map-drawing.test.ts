import { describe, expect, it } from "vitest";
import { clockSeconds } from "../src/format/times";
import { boatOpacity, placeLabels, tailStart } from "../src/map/boat-pose";
import { PathLevels } from "../src/map/path-levels";
import { arrange } from "../src/map/sprite-atlas";
import { colourWord, DATA_WIDTH, grownWords, POINT_NUMBERS, TailPoints } from "../src/map/tail-points";
import { pieceStarts, rowAfter } from "../src/playback/rows";

describe("the tails of the boats", () => {
  it("begin and end with a point without a colour, so that no line joins two boats", () => {
    const points = new TailPoints();
    const source = {
      path: Float32Array.from([0, 0, 10, 0, 20, 5]),
      time_ms: Float64Array.from([0, 1000, 2000]),
      rows: null,
      colours: new Uint32Array(5).fill(colourWord([1, 0, 0])),
    };
    const range = { first: 0, last: 2, head_x: 25, head_y: 6, head_ms: 2500, length_ms: 30_000 };
    points.add(source, range);
    points.add(source, range);
    const words = new Uint32Array(points.numbers.buffer);
    const opacities = Array.from({ length: points.length }, (_, i) => words[i * POINT_NUMBERS + 3]! >>> 24);
    expect(opacities).toEqual([0, 255, 255, 255, 255, 0, 0, 255, 255, 255, 255, 0]);
  });
});

it("the numbers of a shader grow by whole rows of its texture and keep their bits", () => {
  // As a float this is not a number, whose bits a copy may change.
  const colour = 0xffa0_0001;
  const grown = grownWords(Uint32Array.of(colour, 2), 4 * DATA_WIDTH + 1);
  expect([grown.length, grown[0], grown[1]]).toEqual([2 * 4 * DATA_WIDTH, colour, 2]);
});

describe("a boat", () => {
  it("has an opacity of 0.3 under the pointer, and a tail of 30 s", () => {
    expect([boatOpacity(true, true), boatOpacity(false, true), boatOpacity(true, false)]).toEqual([0.3, 1, 0.3]);
    expect(boatOpacity(false, false)).toBeLessThan(1);
    expect(tailStart(100_000)).toBe(70_000);
  });
});

describe("the names of the boats", () => {
  const area = { width: 800, height: 600 };

  it("stand above, and give way to a name of more importance", () => {
    const boats = [0, 30].map((x) => ({ x, y: 100, width: 60 }));
    expect(placeLabels(boats, area)).toEqual([
      { dx: 0, dy: -26 },
      { dx: 0, dy: 26 },
    ]);
  });

  it("are left out in a crowd, all but the first", () => {
    const crowd = Array.from({ length: 30 }, (_, i) => ({ x: i % 6, y: i / 6, width: 60 }));
    const places = placeLabels(crowd, area);
    expect(places[0]).not.toBeNull();
    expect(places.filter((one) => one === null).length).toBeGreaterThan(20);
  });

  it("never cover each other nor a hull, wherever the boats are", () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const boats = Array.from({ length: 120 }, () => ({
      x: random() * 800,
      y: random() * 600,
      width: 30 + random() * 60,
    }));
    const labels = placeLabels(boats, area).flatMap((label, i) => {
      const { x, y, width } = boats[i]!;
      return label ? [{ x: x + label.dx, y: y + label.dy, width, height: 16 }] : [];
    });
    const hulls = boats.map(({ x, y }) => ({ x, y, width: 22, height: 22 }));
    const meet = (a: (typeof labels)[0], b: (typeof labels)[0]) =>
      Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
    // The first has its label in any case.
    const covered = labels.slice(1).filter((label) => [...hulls, ...labels].some((b) => b !== label && meet(label, b)));
    expect(labels.length).toBeGreaterThan(40);
    expect(covered).toEqual([]);
  });

  it("are not written for boats far outside the map", () => {
    const boats = [0, 5000].map((x) => ({ x, y: 100, width: 60 }));
    expect(placeLabels(boats, area)[1]).toBeNull();
  });
});

describe("a simplified path", () => {
  it("keeps the turn and drops the fixes on straight legs", () => {
    const path = new Float32Array(202);
    for (let i = 0; i <= 100; i++) path.set([i, i <= 50 ? i : 100 - i], 2 * i);
    const [kept] = new PathLevels(path, Uint32Array.of(0)).at(1, null);
    expect([...kept!]).toContain(50);
    expect(kept!.length).toBeLessThan(6);
  });
});

describe("the rows of a session", () => {
  it("are found from a row before them", () => {
    const time_ms = Float64Array.from({ length: 100 }, (_, i) => i * 10);
    expect([rowAfter(time_ms, 355, 3), rowAfter(time_ms, 0, 0), rowAfter(time_ms, 5000, 90)]).toEqual([36, 1, 100]);
  });

  it("of a slow logger have no gap at its own interval", () => {
    const time_ms = Float64Array.from([0, 20_000, 40_000, 60_000, 400_000]);
    expect([...pieceStarts(time_ms)]).toEqual([0, 4]);
  });
});

it("pictures that do not fit beside each other are in the next row of the atlas", () => {
  const { places, height } = arrange([1500, 1500].map((width) => ({ width, height: 40 })));
  expect(places).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 42 },
  ]);
  expect(height).toBe(82);
});

it("the clock runs over midnight in a zone of half hours", () => {
  const at = Date.parse("2026-06-13T18:29:58Z");
  expect([0, 1, 2, 3].map((s) => clockSeconds(at + s * 1000, "Asia/Kolkata"))).toEqual([
    "23:59:58",
    "23:59:59",
    "00:00:00",
    "00:00:01",
  ]);
});
