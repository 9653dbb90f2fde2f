/** What a report says of the wind. */
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { WindBlock } from "../../src/report/wind-block";
import { reportOf } from "../helpers";
import { mount } from "./screen";
import { region } from "./shown";

for (const { sd_deg, figure } of [
  { sd_deg: 5.8, figure: "261° ± 10°" },
  { sd_deg: 0.31, figure: "260.6° ± 0.5°" },
]) {
  test(`the wind of a track without a log is not measured but given by the track, ${figure}`, async () => {
    const wind = { ...reportOf().wind!, source: "estimated" as const, twd_deg: 260.6, sd_deg };
    const block = createElement(WindBlock, { analysis: reportOf({ wind }), facts: { track: null } as never });
    mount(createElement(MemoryRouter, null, block));
    await expect.element(region("Wind").getByText("No wind data available.")).toBeVisible();
    await expect.element(region("Wind")).toHaveTextContent(`Nothing was measured; the track alone gives ${figure}`);
  });
}
