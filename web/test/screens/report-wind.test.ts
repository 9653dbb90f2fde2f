/** What a report says of the wind. */
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { WindBlock } from "../../src/analysis/report/wind-block";
import { reportOf } from "../helpers";
import { mount } from "./screen";
import { region } from "./shown";

const rival_probabilities: [number, number, number] = [0.002, 0.005, 0.002];

for (const { sd_deg, figure } of [
  { sd_deg: 5.8, figure: "261° ± 10°" },
  { sd_deg: 0.31, figure: "260.6° ± 0.5°" },
]) {
  test(`the wind of a track without a log is not measured but given by the track, ${figure}`, async () => {
    const wind = {
      ...reportOf().wind!,
      source: "estimated" as const,
      rival_probabilities,
      twd_deg: 260.6,
      sd_deg,
      series: [],
    };
    const block = createElement(WindBlock, { analysis: reportOf({ wind }), facts: { track: null } as never });
    mount(createElement(MemoryRouter, null, block));
    await expect.element(region("Wind").getByText("No wind data available.")).toBeVisible();
    await expect
      .element(region("Wind"))
      .toHaveTextContent(`Nothing was measured; the track alone gives ${figure}, sure.`);
  });
}

test("a wind that turned is given by the directions it turned from and to", async () => {
  const at = (twd_deg: number) => ({ time: "2026-06-13T10:00:00.000Z", twd_deg, sd_deg: 6.7, tws_kn: null });
  const series = [...Array.from({ length: 30 }, () => at(90)), ...Array.from({ length: 30 }, () => at(200))];
  const wind = {
    ...reportOf().wind!,
    source: "estimated" as const,
    rival_probabilities,
    twd_deg: 145,
    sd_deg: 6.7,
    series,
  };
  const block = createElement(WindBlock, { analysis: reportOf({ wind }), facts: { track: null } as never });
  mount(createElement(MemoryRouter, null, block));
  await expect.element(region("Wind")).toHaveTextContent("the track alone gives 90 to 200° ± 11°, sure.");
});
