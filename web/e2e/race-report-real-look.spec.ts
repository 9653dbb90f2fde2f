import { expect, request, test } from "@playwright/test";
import { fleetBoat } from "../../api/test/fleet-boat";
import { asCoach, createAccount, createRace, logIn, newPerson, uploadTrack } from "./helpers";

test("real", async ({ page }) => {
  const coach = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const ids = [];
  for (let seed = 1; seed <= 6; seed++) {
    const who = seed === 1 ? coach : await createAccount(newPerson("Pau", `Roca${seed}`));
    ids.push(
      await uploadTrack(who, { path: `b${seed}.gpx`, boat_class: "Laser", bytes: Buffer.from(fleetBoat({ seed })) }),
    );
  }
  const id = await createRace(coach, "Bay cup", ids);
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL });
  const headers = { authorization: `Bearer ${coach.access}` };
  await expect
    .poll(async () => (await (await api.get(`/api/races/info/${id}/`, { headers })).json()).processing_status, {
      timeout: 60000,
    })
    .toBe(3);
  const answer = await (await api.get(`/api/races/${id}/report/`, { headers })).json();
  console.log(JSON.stringify(answer).slice(0, 6000));
  await logIn(page, coach);
  page.on("console", (m) => m.type() === "error" && console.log(m.text()));
  page.on("pageerror", (e) => console.log(String(e)));
  await page.goto(`/races/${id}/report`);
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `/tmp/real-1440.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/real-390.png`, fullPage: true });
});
