import { describe, expect, it } from "vitest";
import {
  POLAR_FORMATS,
  type PolarFileFormat,
  polarFileDamage,
  polarFileWords,
  readPolarFile,
  type TargetPolar,
  targetsOf,
  writePolar,
} from "../src/index.ts";

const read = (text: string) => readPolarFile(new TextEncoder().encode(text));

/** A keelboat's polar: 3 winds, 6 angles. */
const POLAR: TargetPolar = {
  winds: [
    { tws_kn: 6, twa_deg: [45, 60, 90, 120, 150, 180], speed_kn: [4.5, 5.3, 5.8, 5.4, 4.2, 3.4] },
    { tws_kn: 10, twa_deg: [42, 60, 90, 120, 150, 180], speed_kn: [5.9, 6.7, 7.2, 7, 6, 5] },
    { tws_kn: 16, twa_deg: [40, 60, 90, 120, 150, 180], speed_kn: [6.6, 7.3, 7.9, 8.2, 7.6, 6.7] },
  ],
};
const TABLE = `twa/tws;6;10;16
45;4.5;5.9;6.6
60;5.3;6.7;7.3
90;5.8;7.2;7.9
120;5.4;7;8.2
150;4.2;6;7.6
`;
const speeds = (text: string) => read(text).polar.winds.map(({ tws_kn, speed_kn }) => [tws_kn, ...speed_kn]);
const OF_TABLE = [
  [6, 4.5, 5.3, 5.8, 5.4, 4.2],
  [10, 5.9, 6.7, 7.2, 7, 6],
  [16, 6.6, 7.3, 7.9, 8.2, 7.6],
];

describe("a polar file", () => {
  it("of Expedition has a wind a row, each with angles of its own", () => {
    const file = read("!Expedition polar\r\n16\t40\t6.6\t90\t7.9\t150\t7.6\r\n6\t45\t4.5\t90\t5.8\t150\t4.2\r\n");
    expect(file.format).toBe("expedition");
    expect(file.polar.winds).toEqual([
      { tws_kn: 6, twa_deg: [45, 90, 150], speed_kn: [4.5, 5.8, 4.2] },
      { tws_kn: 16, twa_deg: [40, 90, 150], speed_kn: [6.6, 7.9, 7.6] },
    ]);
    expect(polarFileWords("x35.txt", file)).toBe(
      "x35.txt, read as Expedition: 2 winds of 6 to 16 kn, 4 angles of 40° to 150°.",
    );
  });

  it.each([
    ["qtVlm's semicolons", "qtvlm", TABLE.replace("twa/tws", "TWA \\ TWS")],
    ["OpenCPN's tabs", "opencpn", TABLE.replaceAll(";", "\t").replace("twa/tws", "TWA\\TWS")],
    ["spaces", "opencpn", TABLE.replaceAll(";", "  ").replace("twa/tws", "TWA \\ TWS")],
    ["commas", "csv", TABLE.replaceAll(";", ",")],
    ["commas in its numbers", "qtvlm", TABLE.replaceAll(".", ",")],
    ["commas in its numbers and spaces", "opencpn", TABLE.replaceAll(".", ",").replaceAll(";", " ")],
    ["a description before it and comments", "qtvlm", `X-35, ORC 2026\n# from the sailmaker\n${TABLE}`],
    [
      "a 0 for its corner, as on Sail Online, and sails",
      "qtvlm",
      TABLE.replace("twa/tws", "0").replace("5.3;", "5.3:2;"),
    ],
    ["degree signs", "qtvlm", TABLE.replace("\n60;", "\n60°;").replace("\n90;", "\n90 °;")],
  ])("with %s is the same polar", (_, format, text) => {
    expect(speeds(text)).toEqual(OF_TABLE);
    expect(read(text).format).toBe(format);
    expect(polarFileDamage(read(text))).toEqual([]);
  });

  it("with winds down and angles across is turned, also where no corner says so", () => {
    const turned = "TWS/TWA;45;60;90;120;150\n6;4.5;5.3;5.8;5.4;4.2\n10;5.9;6.7;7.2;7;6\n16;6.6;7.3;7.9;8.2;7.6\n";
    expect(speeds(turned)).toEqual(OF_TABLE);
    expect(speeds(turned.replace("TWS/TWA", "0"))).toEqual(OF_TABLE);
  });

  it("in UTF-16 is read, too", () => {
    expect(readPolarFile(new Uint8Array(Buffer.from(`\uFEFF${TABLE}`, "utf16le"))).polar.winds).toHaveLength(3);
  });

  it("of ORC has times a mile, and the best beat and run at angles of each wind", () => {
    const Allowances = {
      WindSpeeds: [6, 10],
      WindAngles: [52, 90, 120],
      R52: [900, 600],
      R90: [720, 500],
      R120: [800, 514.3],
      Beat: [1200, 800],
      BeatAngle: [45, 42],
      Run: [1200, 720],
      GybeAngle: [140, 150],
    };
    const file = read(JSON.stringify({ rms: [{ YachtName: "Silja", Allowances }] }));
    expect(file.format).toBe("orc");
    expect(file.polar.winds[0]).toEqual({
      tws_kn: 6,
      twa_deg: [45, 52, 90, 120, 140],
      speed_kn: [3 / Math.cos(Math.PI / 4), 4, 5, 4.5, expect.closeTo(3.916, 3)],
    });
    expect(targetsOf(file.polar).best(6, "up")).toMatchObject({ twa_deg: 45, vmg_kn: expect.closeTo(3, 9) });
    const several = JSON.stringify({ rms: ["Silja", "Ada"].map((YachtName) => ({ YachtName, Allowances })) });
    expect(() => read(several)).toThrow(
      "The file has the certificates of 2 boats, Silja, Ada: one of a single boat is needed.",
    );
  });

  it("of ORC may be the table of the certificate, or the JSON of orc-data", () => {
    const table = `Wind Velocity;6;10\nBeat Angles;45;42\nBeat VMG;3;4.5\n52;4;6\n90;5;7.2\n120;4.5;7\nRun VMG;3;5\nGybe Angles;140;150\n`;
    const vpp = {
      angles: [52, 90, 120],
      speeds: [6, 10],
      52: [4, 6],
      90: [5, 7.2],
      120: [4.5, 7],
      beat_angle: [45, 42],
      beat_vmg: [3, 4.5],
      run_angle: [140, 150],
      run_vmg: [3, 5],
    };
    const [first, second] = [read(table), read(JSON.stringify({ name: "Silja", vpp }))];
    expect([first.format, second.format]).toEqual(["orc", "orc"]);
    expect(second.polar).toEqual(first.polar);
    expect(first.polar.winds[1]!.twa_deg).toEqual([42, 52, 90, 120, 150]);
  });

  it("has no target where it says 0 or nothing", () => {
    const { polar } = read("twa/tws;6;10\n0;0;0\n42.1;0;5.9\n45;4.5;\n90;5.8;7.2\n180;0.0;5\n");
    expect(polar.winds.map(({ twa_deg }) => twa_deg)).toEqual([
      [45, 90],
      [42.1, 90, 180],
    ]);
  });

  it("with a slip of the hand is read without it, and says what is used", () => {
    const file = read(TABLE.replace("120;5.4;7;8.2", "120;5.4;7;82"));
    expect(polarFileDamage(file)).toEqual([
      "82 kn at 120° in 16 kn does not fit its neighbours. Left out; what lies between is used: 7.8 kn.",
    ]);
    expect(file.polar.winds[2]!.twa_deg).toEqual([45, 60, 90, 150]);
  });

  it("of a boat that begins to foil has no slips", () => {
    const foil = "twa/tws;6;8;10;12\n45;5;12;15;17\n60;6;16;20;22\n90;6;18;24;27\n120;5;19;25;29\n150;4;9;18;22\n";
    expect(polarFileDamage(read(foil))).toEqual([]);
  });

  it("says which lines and figures it leaves out", () => {
    const file = read(`${TABLE.replace("7.2", "seven")}source: the sailmaker;;;\n90;5.6;7.2;7.9\n`);
    expect(polarFileDamage(file)).toEqual([
      "Line 7 does not begin with a number: it is left out.",
      "Line 4: 1 figure is no speed.",
      "2 figures are given more than once: their mean is used.",
    ]);
    expect(file.polar.winds[0]!.speed_kn[2]).toBeCloseTo(5.7, 9);
    const pairs = read("6\t45\t4.5\t90\t5.8\t150\nlight\t45\t5\t90\t6\n10 45 5.9 90 7.2 150 6".replaceAll(" ", "\t"));
    expect(polarFileDamage(pairs)).toEqual([
      "Line 1 ends with an angle without a speed: it is left out.",
      "Line 2 does not begin with a wind speed: it is left out.",
    ]);
  });

  it("that is none is refused with a sentence", () => {
    const none = /^This is no polar\. A polar has wind speeds in its first row/;
    const others = [
      "Place,Boat,Points\n1,Ada,3\n2,Ben,7\n",
      "timestamp,latitude,longitude\n2026-06-01T10:00:00Z,54.1,10.2\n",
      '{"type":"FeatureCollection","features":[]}',
      "{broken",
      "twa/tws;6\n45;4\n90;5\n",
      "twa/tws;6;10\n45;x;x\n90;x;x\n",
      "hello",
    ];
    for (const text of others) expect(() => read(text), text).toThrow(none);
    expect(() => read("")).toThrow("The file is empty.");
    expect(() => readPolarFile(new Uint8Array(9_000_000).fill(55))).toThrow(none);
  });

  it("that is damaged never does more than be refused with a sentence", () => {
    const whole = [TABLE, writePolar(POLAR, "expedition", "X"), writePolar(POLAR, "orc", "X")];
    let state = 7;
    const below = (most: number) => {
      state = (state * 48271) % 2147483647;
      return state % most;
    };
    const put = ["-", "9", "99999999", "e9", ";", "\t", "\n", "null", "[", '"', "\uFFFD", "NaN", ""];
    let readable = 0;
    for (let i = 0; i < 3000; i++) {
      let text = whole[i % 3]!;
      for (let n = 0; n <= below(4); n++) {
        const at = below(text.length);
        text = text.slice(0, at) + put[below(put.length)] + text.slice(at + below(4));
      }
      try {
        const { polar } = read(text);
        readable += 1;
        for (const { tws_kn, twa_deg, speed_kn } of polar.winds) {
          expect([tws_kn, ...twa_deg, ...speed_kn].every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
          expect(twa_deg).toEqual([...new Set(twa_deg)].sort((a, b) => a - b));
          expect(twa_deg.at(-1)).toBeLessThanOrEqual(180);
        }
      } catch (error) {
        expect((error as Error).name, text).toBe("PolarFileError");
      }
    }
    expect(readable).toBeGreaterThan(1000);
  });

  it.each(Object.keys(POLAR_FORMATS) as PolarFileFormat[])(
    "written as %s reads back with the same targets",
    (format) => {
      const file = read(writePolar(POLAR, format, "X-35"));
      expect([file.format, polarFileDamage(file)]).toEqual([format, []]);
      const [before, after] = [targetsOf(POLAR), targetsOf(file.polar)];
      for (const tws_kn of [6, 8, 10, 13, 16])
        for (const side of ["up", "down"] as const)
          expect(after.best(tws_kn, side)!.vmg_kn).toBeCloseTo(before.best(tws_kn, side)!.vmg_kn, 1);
      for (const angle of [60, 75, 90, 120]) expect(after.speed(10, angle)).toBeCloseTo(before.speed(10, angle)!, 1);
    },
  );
});

describe("a file made to cost time", () => {
  const many = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join("\n");
  const rows = (n: number) => many(n, (i) => `${i / 100};5;6`);

  it("of more figures than a polar is refused before they are laid out", () => {
    const winds = Array.from({ length: 20_000 }, (_, i) => i / 1000);
    const tooLarge = /larger than a polar, which has at most 40,000 figures and 200 winds/;
    expect(() => read(`twa/tws;${winds.join(";")}\n${rows(20_000)}`)).toThrow(tooLarge);
    expect(() => read(JSON.stringify({ vpp: { speeds: winds, angles: winds } }))).toThrow(tooLarge);
    expect(() => read(many(300, (i) => `${i / 5}\t40\t5\t90\t6`))).toThrow(tooLarge);
  });

  it("of noise loses twenty figures at most, and of lines that are none it names ten", () => {
    const noise = (i: number) =>
      `${i / 2};${Array.from({ length: 99 }, (_, k) => ((i + k) % 3 === 0 && k % 2 ? 50 : 1)).join(";")}`;
    const head = `twa/tws;${Array.from({ length: 99 }, (_, i) => i + 1).join(";")}`;
    expect(read(`${head}\n${many(360, noise)}`).misfits).toHaveLength(20);
    const { notes } = read(`${TABLE}${many(5000, () => "x;1;2;3")}\n`);
    expect([notes.length, notes.at(-1)]).toEqual([11, "4990 more lines or figures are left out."]);
  });

  it("of one figure again and again has its mean", () => {
    const file = read(`twa/tws;6;10\n${many(19_000, (i) => `40;${i % 2 ? 5 : 7};6`)}\n90;6;7\n120;6;7\n`);
    expect(file.polar.winds[0]!.speed_kn[0]).toBeCloseTo(6, 9);
  });
});

describe("a target", () => {
  const { speed, best, share } = targetsOf(POLAR);

  it("lies between the winds and angles of the file, and never beyond its edge", () => {
    expect(speed(10, 90)).toBe(7.2);
    expect(speed(8, 90)).toBeCloseTo(6.5, 9);
    expect(speed(10, 75)!).toBeGreaterThan(6.95);
    expect(speed(10, 75)!).toBeLessThan(7.2);
    expect([speed(5.9, 90), speed(16.1, 90), speed(6, 44), speed(Number.NaN, 90)]).toEqual([null, null, null, null]);
    expect(speed(10, -90)).toBe(7.2);
  });

  it("is speed made good upwind and downwind, and speed on a reach", () => {
    const up = best(10, "up")!;
    expect(up.vmg_kn).toBeCloseTo(5.9 * Math.cos((42 * Math.PI) / 180), 2);
    expect(share(10, -up.twa_deg, up.speed_kn)).toMatchObject({ side: "up", sailed_kn: expect.closeTo(up.vmg_kn, 9) });
    expect(share(10, 35, 5)).toMatchObject({ side: "up", target_twa_deg: up.twa_deg });
    expect(share(10, 90, 6.48)).toEqual({ side: "reach", sailed_kn: 6.48, target_kn: 7.2, target_twa_deg: null });
    expect(share(10, 179, 5)).toMatchObject({ side: "down", target_kn: best(10, "down")!.vmg_kn });
    expect([share(5, 90, 6), share(10, 90, Number.NaN)?.sailed_kn]).toEqual([null, Number.NaN]);
  });

  it("has no beat in a file that begins at a reach", () => {
    const reaching = {
      winds: POLAR.winds.map(({ tws_kn }) => ({ tws_kn, twa_deg: [80, 100, 120], speed_kn: [6, 7, 7] })),
    };
    const targets = targetsOf(reaching);
    expect([targets.best(10, "up"), targets.best(10, "down"), targets.share(10, 45, 5)]).toEqual([null, null, null]);
  });
});
