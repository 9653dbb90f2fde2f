import { expect, it } from "vitest";
import { boatsAtOnce } from "../src/engine/recordings";

const sailed = (from: string, to: string) => ({
  start_time: `2026-07-04T${from}:00Z`,
  end_time: `2026-07-04T${to}:00Z`,
});

it("two files of the same time may be boats of a race, one of the afternoon is none of them", () => {
  const [ada, ben, later] = [sailed("10:00", "11:30"), sailed("11:00", "12:00"), sailed("14:00", "15:00")];
  expect(boatsAtOnce([ada, ben, later])).toBe(2);
  expect(boatsAtOnce([ada, later])).toBe(0);
  expect(boatsAtOnce([ada])).toBe(0);
});
