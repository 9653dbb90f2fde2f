import { createMemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AddressTimer } from "../src/replay/page";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the address of a replay is not written while another page is being fetched, which would stay away", async () => {
  let show: (page: object) => void = () => {};
  const router = createMemoryRouter(
    [{ path: "/tracks/7" }, { path: "/reports/7", lazy: () => new Promise<object>((resolve) => (show = resolve)) }],
    { initialEntries: ["/tracks/7"] },
  );
  const write = vi.fn(() => void router.navigate("/tracks/7?t=2025", { replace: true }));
  const timer = new AddressTimer(write, () => router.state.navigation.state !== "idle");
  timer.restart();
  void router.navigate("/reports/7");
  await vi.advanceTimersByTimeAsync(1000);
  show({ Component: () => null });
  await vi.advanceTimersByTimeAsync(0);
  expect(router.state.location.pathname).toBe("/reports/7");
  expect(write).not.toHaveBeenCalled();
  timer.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(write).not.toHaveBeenCalled();
});

it("the address of a replay is written once after its last change", async () => {
  const write = vi.fn();
  const timer = new AddressTimer(write, () => false);
  for (let i = 0; i < 3; i++) timer.restart();
  await vi.advanceTimersByTimeAsync(1000);
  expect(write).toHaveBeenCalledTimes(1);
});
