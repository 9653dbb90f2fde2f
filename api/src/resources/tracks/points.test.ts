import { SEGMENT_KINDS } from "@leebow/core";
import { type Analysis, type Core, loadCore } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, describe, expect, it } from "vitest";
import type { Track, TrackDetail } from "../../app/contract.ts";
import { clock, detailPieces, metricsOf, segmentsOf } from "./points.ts";
import { SegmentLabel } from "./schema.ts";

const track = { id: 7, file_name: 'a "quoted" \u2028 name.fit' } as Track;

describe("a track with its points as JSON", () => {
  let core: Core;
  let analysis: Analysis;
  beforeAll(async () => {
    core = await loadCore();
    analysis = await core.analyze(
      { name: "kite.csv", bytes: readFixture("formula-kite-palma.vakaros.csv") },
      { boat_class: "Formula Kite" },
    );
  });
  const detailOf = async ({ report, columns, fix_flags, segments }: Analysis) => {
    const stored = { columns, fix_flags, segments, engine: core.version, sha256: report.sha256 };
    const identified = {
      ...report,
      maneuvers: report.maneuvers.map((maneuver, i) => ({ id: 100 + i, ...maneuver })),
      straights: report.straights.map((straight, i) => ({ id: 500 + i, ...straight })),
    };
    const pieces = [...detailPieces(stored, identified, core.channels)];
    const own = JSON.stringify(segmentsOf(identified));
    return JSON.parse(`${JSON.stringify(track).slice(0, -1)},"segments":${own}${pieces.join("")}`) as TrackDetail;
  };

  it("holds every fix in order with its time, position and known channels", async () => {
    const { trackpoints, id, file_name } = await detailOf(analysis);
    expect({ id, file_name }).toEqual({ id: track.id, file_name: track.file_name });
    expect(trackpoints.map((point) => point.id)).toEqual([...Array(analysis.columns.n).keys()]);
    const i = Math.floor(analysis.columns.n / 2);
    const { time, lat, lon, metrics } = trackpoints[i]!;
    expect(Date.parse(time)).toBe(analysis.columns.time_ms[i]);
    expect(lat).toBeCloseTo(analysis.columns.lat_deg[i]!, 6);
    expect(lon).toBeCloseTo(analysis.columns.lon_deg[i]!, 6);
    expect(metrics.sog).toBeCloseTo((analysis.columns.channels.sog![i]! * 3600) / 1852, 2);
    expect(metrics.heel).toBeCloseTo(analysis.columns.channels.heel![i]!, 1);
  });

  it("leaves unknown values out, never zero and never null", async () => {
    const channels = { sog: Float32Array.of(NaN, 1), cog: Float32Array.of(90, NaN) };
    const two = { ...analysis.columns, n: 2, channels };
    const { trackpoints } = await detailOf({ ...analysis, columns: two });
    expect(trackpoints.map((point) => point.metrics)).toEqual([{ cog: 90 }, { sog: 1.94 }]);
  });

  it("is complete without points, and across the boundary of two pieces", async () => {
    const cut = (n: number) => ({ ...analysis, columns: { ...analysis.columns, n } });
    for (const n of [0, 1, 1999])
      expect((await detailOf(cut(Math.min(n, analysis.columns.n)))).trackpoints).toHaveLength(
        Math.min(n, analysis.columns.n),
      );
    const long = 4001;
    const grown = {
      n: long,
      time_ms: new Float64Array(long),
      lat_deg: new Float64Array(long),
      lon_deg: new Float64Array(long),
      channels: {},
    };
    expect((await detailOf({ ...analysis, columns: grown })).trackpoints).toHaveLength(long);
  });

  it("gives each maneuver in the specification's names and units, in time order", () => {
    const rows = metricsOf(analysis.report);
    expect(rows).toHaveLength(analysis.report.maneuvers.length + analysis.report.straights.length);
    expect(rows.map((row) => row.start_time)).toEqual(rows.map((row) => row.start_time).sort());
    for (const maneuver of analysis.report.maneuvers) {
      const row = rows.find((one) => one.segment_name === maneuver.name)!;
      expect(row).toMatchObject({
        time: maneuver.time,
        loss_og: maneuver.loss_og_m,
        loss_80: maneuver.loss_80_m,
        maneuver_angle: maneuver.angle_deg,
        avg_turn_rate: maneuver.avg_turn_rate_dps,
      });
      if (maneuver.min_speed_kn === null) expect(row.min_speed).toBeNull();
      else expect(row.min_speed! / maneuver.min_speed_kn).toBeCloseTo(0.514444, 5);
    }
  });

  it.each([
    [0, "0:00:00"],
    [59.4, "0:00:59"],
    [59.6, "0:01:00"],
    [3599.9, "1:00:00"],
    [36_061, "10:01:01"],
    [-3, "0:00:00"],
  ])("writes %d s as %s", (duration_s, text) => {
    expect(clock(duration_s)).toBe(text);
  });
});

it("labels every kind of segment with its letter", () => {
  const letters = Object.values(SEGMENT_KINDS).map(({ letter }) => letter);
  expect([...letters].sort()).toEqual([...SegmentLabel.options].sort());
});
