/** The bar below a replay: its scrubber among the actions of a race. */
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ReportLink, VideoButton } from "../../src/race/replay/page";
import { StarButton } from "../../src/replay/stars/star-controls";
import { KeysButton, Transport } from "../../src/replay/transport/transport";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { mount } from "./screen";

const boat = (name: string) => ({ name, sailor: name, id: name.length, report: reportOf({}), columns: columnsOf(300) });

/** The bar of a race beside a panel that leaves this width for it. */
function showBar(width: number) {
  const model = new ReplayModel({ boats: [boat("Vidal"), boat("Roca")], wind: null });
  const actions = [
    createElement(VideoButton, { key: "video", model }),
    createElement(ReportLink, { key: "report", model, id: 1, share_id: null }),
    createElement(VideoButton, { key: "journal", model }),
    createElement(VideoButton, { key: "share", model }),
    createElement(StarButton, { key: "star", model }),
    createElement(KeysButton, { key: "keys", isRace: true }),
  ];
  const bar = createElement(Transport, { model }, actions);
  mount(createElement(MemoryRouter, null, createElement("div", { style: { width } }, bar)));
}

const playback = page.getByRole("region", { name: "Playback" });

test("at a desk the scrubber of a race has the room that its actions leave as icons", async () => {
  await page.viewport(1440, 900);
  showBar(1064);
  await expect.element(playback).toBeVisible();
  const strip = playback.element().querySelector("[class*=strip]")!;
  expect(strip.getBoundingClientRect().width).toBeGreaterThan(350);
});

test("on an upright tablet every action of a race is on the bar", async () => {
  await page.viewport(768, 900);
  showBar(448);
  await expect.element(playback).toBeVisible();
  const bar = playback.element();
  const { right } = bar.getBoundingClientRect();
  for (const part of bar.children) expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right);
});
