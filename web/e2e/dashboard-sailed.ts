/** Sessions that the flows of the dashboard start from. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sailedSession } from "../../api/test/sailed-session";
import { type Account, fixture, uploadTrack } from "./helpers";

export const WAIT = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10);
export const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A session of a Laser so many days ago: the recording of the fixtures on another day. */
export async function sailed(account: Account, before: number, boat_class = "Laser"): Promise<number> {
  const path = fixture("ilca-weymouth.gpx");
  const text = readFileSync(path, "utf8");
  const recorded = /<time>(\d{4}-\d\d-\d\d)/.exec(text)![1]!;
  const bytes = Buffer.from(text.replaceAll(recorded, day(before)));
  return uploadTrack(account, { path, boat_class, bytes });
}

/** A simulated session of a Laser so many days ago, whose mean upwind speed is a share of the usual one. */
export function sailedUpwind(account: Account, before: number, upwind_speed: number): Promise<number> {
  const start_time_ms = Date.parse(`${day(before)}T10:00:00Z`);
  const bytes = Buffer.from(sailedSession({ seed: before, minutes: 40, start_time_ms, sailing: { upwind_speed } }));
  return uploadTrack(account, { path: `${before}.gpx`, boat_class: "Laser", bytes });
}
