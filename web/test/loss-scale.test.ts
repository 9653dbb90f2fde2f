import { describe, expect, it } from "vitest";
import { beyondScale, beyondText, lossScale } from "../src/analysis/report/loss-scale.ts";

describe("the scale of a chart of losses", () => {
  const usual = Array.from({ length: 30 }, (_, i) => 4 + i / 10);

  it("holds zero and every loss of an ordinary session", () => {
    const scale = lossScale([...usual, -0.4]);
    expect(scale).toEqual([-0.4, 6.9]);
    expect(beyondScale([...usual, -0.4], scale)).toBe(0);
  });

  it("is not stretched by one boat that lost 300 m, and says so", () => {
    const losses = [...usual, 300];
    const scale = lossScale(losses);
    expect(scale[1]).toBeLessThan(10);
    expect(beyondScale(losses, scale)).toBe(1);
    expect(beyondText(1)).toMatch(/^One loss lies beyond the scale/);
    expect(beyondText(0)).toBe("");
  });

  it("needs no losses and leaves out rows without one", () => {
    expect(lossScale([])).toEqual([0, 1]);
    expect(lossScale([null, 5])).toEqual([0, 5]);
  });
});
