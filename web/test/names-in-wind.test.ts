import type { Maneuver } from "@leebow/core";
import { describe, expect, it } from "vitest";
import { fitOf, legText, windHeading } from "../src/corrections/wind-answers";
import { countsInWind, kindInWind, signedTurn } from "../src/session/names-in-wind";

/** A turn from one course to another by the shorter way, or by `angle_deg`. */
function turn(course_in_deg: number, course_out_deg: number, angle_deg: number) {
  return { angle_deg, evidence: { course_in_deg, course_out_deg } as Maneuver["evidence"] };
}

describe("a turn without a name", () => {
  it("has a direction by its courses, also above 180°", () => {
    expect(signedTurn(turn(350, 80, 90))).toBe(90);
    expect(signedTurn(turn(80, 350, 90))).toBe(-90);
    expect(signedTurn(turn(0, 150, 210))).toBe(-210);
  });

  it("is a tack in a wind that the bow passes, a gybe in the opposite one", () => {
    const through_north = turn(315, 45, 90);
    expect(kindInWind(through_north, 0)).toBe("tack");
    expect(kindInWind(through_north, 180)).toBe("gybe");
    expect(countsInWind([through_north, turn(45, 315, 90), turn(45, 120, 75)], 0)).toEqual([
      { kind: "tack", count: 2 },
      { kind: "bear_away", count: 1 },
    ]);
  });

  it("is no tack and no gybe when it passes neither direction", () => {
    expect(kindInWind(turn(120, 50, 70), 0)).toBe("douse");
    expect(kindInWind(turn(45, 120, 75), 0)).toBe("bear_away");
  });
});

describe("the question about the wind", () => {
  it("names the winds that fit", () => {
    const winds = [{ twd_deg: 195.2 }, { twd_deg: 14.6 }];
    expect(windHeading(2, "question", winds)).toBe("The track fits two winds: from 195° or from 015°. Which one blew?");
    expect(windHeading(3, "question", [...winds, { twd_deg: 225 }])).toBe(
      "The track fits three winds: from 195°, 015° or 225°. Which one blew?",
    );
    expect(windHeading(2, "short")).toBe("Two winds fit");
  });

  it("says the angles of the legs, weighted by their time", () => {
    const leg = (cog_deg: number, minutes: number) => ({
      cog_deg,
      start_time: "2026-07-30T12:00:00Z",
      end_time: new Date(Date.UTC(2026, 6, 30, 12, minutes)).toISOString(),
    });
    expect(legText([leg(80, 3), leg(280, 2)], 0)).toBe("legs at 80° to the wind");
    expect(legText([leg(110, 3), leg(310, 2)], 0)).toBe("legs at 110° and 50° to the wind");
  });

  it("draws the best fit highest", () => {
    const winds = [
      { twd_deg: 195, sd_deg: 12, probability: 0.6 },
      { twd_deg: 15, sd_deg: 12, probability: 0.4 },
    ];
    expect(fitOf(winds, 195)).toBeCloseTo(1, 6);
    expect(fitOf(winds, 15)).toBeCloseTo(2 / 3, 3);
    expect(fitOf(winds, 105)).toBeLessThan(0.01);
  });
});
