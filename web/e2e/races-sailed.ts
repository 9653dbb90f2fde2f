/** Races that the flows open: their boats, coaches and tracks, made through the API. */
import { type APIRequestContext, expect, type Page, request, test } from "@playwright/test";
import { fleetBoat } from "../../api/test/fleet-boat";
import { type Account, asCoach, createAccount, createRace, logIn, newPerson, uploadTrack } from "./helpers";

export interface SailedRace {
  coach: Account;
  id: number;
  share_id: string;
}

let sailed: Promise<SailedRace> | null = null;

/** A race of two boats that sailed together, made by a coach; the tests of one worker share it. */
export function sharedRace(): Promise<SailedRace> {
  sailed ??= sailRace();
  return sailed;
}

async function sailRace(): Promise<SailedRace> {
  const coach = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const other = await createAccount(newPerson("Pau", "Roca"));
  const sent = (owner: Account, name: string, seed: number) =>
    uploadTrack(owner, {
      path: name,
      boat_class: "Laser",
      bytes: Buffer.from(fleetBoat({ seed, minutes: 40, race: {} })),
    });
  const tracks = [await sent(coach, "ferrandis.gpx", 1), await sent(other, "roca.gpx", 2)];
  const id = await createRace(coach, "Bay cup 1", tracks);
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL });
  const headers = { authorization: `Bearer ${coach.access}` };
  const { share_id } = await (await api.post(`/api/races/${id}/share/`, { headers, data: {} })).json();
  await windIsKnown(api, headers, id);
  await api.dispose();
  return { coach, id, share_id };
}

async function windIsKnown(api: APIRequestContext, headers: Record<string, string>, id: number) {
  const status = async () => (await (await api.get(`/api/races/info/${id}/`, { headers })).json()).processing_status;
  await expect.poll(status, { timeout: 60_000 }).toBe(3);
}

const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true });

/** Waits until the replay is shown. */
export const isReady = (page: Page) => expect(play(page)).toBeVisible({ timeout: 40_000 });

/** Waits until the map is drawn. */
export const mapIsDrawn = (page: Page) =>
  expect(page.getByRole("progressbar", { name: "Loading the map" })).toHaveCount(0);

/** Opens the shared race as its coach. */
export async function openRace(page: Page): Promise<SailedRace> {
  const opened = await sharedRace();
  await logIn(page, opened.coach);
  await page.goto(`/races/${opened.id}`);
  await isReady(page);
  return opened;
}
