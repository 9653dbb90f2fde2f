/** The season page: what a sailor sees of a year, and a coach of a team. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { day, GRACE, memberOf, NO_POLAR, teamOf } from "./made";
import { focus, MARTA, onPhone, open, press, reload } from "./screen";
import { sailedSeason, sailedTeam } from "./season-sailed";
import { chooseOption, expectAddress, expectCount, expectTexts, openList, region, savedName } from "./shown";

const TODAY = day(0);
const DAYS = region("Days on the water");
const CALENDAR = DAYS.getByRole("listbox");

/** Answers the calls of a page of the season with a made one. Returns what the season is asked for. */
function withSeason(): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  answer("GET /reports/season/", ({ query }) => {
    asked.push(query);
    return sailedSeason(TODAY);
  });
  withDays();
  return asked;
}

function withDays() {
  answer("GET /reports/boatclasses/", () => ["Laser"]);
  answer("GET /tracks/dates/", () => ({ dates: [TODAY] }));
  answer("GET /tracks/oldest_date/", () => ({ date: TODAY }));
}

/** Calendar day so many days before today. */
const before = (count: number) => new Date(Date.parse(TODAY) - count * 86_400_000).toISOString().slice(0, 10);

const chosen = CALENDAR.getByCss("[aria-selected=true]");

test("the arrow keys lead by day and week, a month rings its days, and no change within its uncertainty is named", async () => {
  const asked = withSeason();
  await open("/dashboard/season");
  await expect.element(DAYS.getByRole("status")).toHaveTextContent("El Saler, 14:02");
  const active = () => CALENDAR.element().getAttribute("aria-activedescendant")!.slice(-10);
  await focus(CALENDAR);
  expect(active()).toBe(TODAY);
  await press("ArrowUp");
  await press("ArrowLeft");
  expect(active()).toBe(before(8));
  await press("ArrowRight");
  // The day after today is not there.
  await press("ArrowRight");
  expect(active()).toBe(before(1));
  await press("Enter");
  await expect.element(chosen).toHaveAttribute("data-date", before(1));

  await region("Months").getByCss("tbody tr").nth(1).getByRole("button").click();
  await expect.poll(() => chosen.elements().length).toBeGreaterThanOrEqual(28);
  const months = new Set(chosen.elements().map((one) => (one as HTMLElement).dataset.date!.slice(0, 7)));
  expect(months.size).toBe(1);

  const tacks = region("Tack loss, m");
  const gybes = region("Gybe loss, m");
  await expect.element(tacks.getByText(/^\d\.\d ± 0\.4 m less since February\.$/)).toBeVisible();
  await expect.element(gybes.getByText("No clear change since March.")).toBeVisible();
  await expect.element(gybes.getByText("February has 9 gybes: dashed, no band.")).toBeVisible();
  await expect.element(page.getByText("35 sessions have no wind speed.")).toHaveTextContent("slow upwind 3.6 to 4.2");

  await openList(page.getByRole("combobox", { name: "Wind" }));
  await chooseOption("Fast upwind");
  await expectAddress(/wind=upwind_fast/);
  await expect.poll(() => asked.at(-1)!.get("wind")).toBe("upwind_fast");
  await page.getByRole("radio", { name: "All" }).click();
  await expect.poll(() => asked.at(-1)!.has("start")).toBe(false);
});

test("on a phone a tap chooses the week, and the units are those of the account", async () => {
  await onPhone();
  withSeason();
  await open("/dashboard/season", { user: { ...MARTA, units: { distance: "nm", speed: "km/h", length: "ft" } } });
  await CALENDAR.getByCss(`[data-date="${TODAY.slice(0, 4)}-01-14"]`).click();
  await expectCount(chosen, 7);
  await expect.element(region("Tack loss, ft")).toBeVisible();
  await expect.element(region("Months").getByText("Sailed, nm", { exact: true })).toBeVisible();
  await expect
    .element(
      region("Personal bests")
        .getByText(/± [\d.]+ km\/h/)
        .first(),
    )
    .toBeVisible();
});

test("a failed answer says so in its card, and Retry asks again", async () => {
  withDays();
  answer("GET /reports/season/", () => refusal(503, { detail: "Closed." }));
  await open("/dashboard/season");
  const months = region("Months");
  await expect.element(months.getByRole("alert")).toBeVisible();
  const { tack, gybe } = sailedSeason(TODAY);
  const nothing = { months: [], change: null };
  answer("GET /reports/season/", () => ({
    days: [],
    months: [],
    bests: [],
    winds: [],
    tack: { ...tack, ...nothing },
    gybe: { ...gybe, ...nothing },
  }));
  await months.getByRole("button", { name: "Try again" }).click();
  await expect.element(months.getByText("No session on these days.")).toBeVisible();
});

test("a coach sorts the athletes of a team, and opens the season of one", async () => {
  withSeason();
  const team = { ...sailedTeam(TODAY, GRACE.id), athletes: [] };
  answer("GET /teams/", () => [teamOf({ athletes: [memberOf(61, "Marta", "Vidal")] })]);
  answer("GET /reports/season-team/", () => team);
  await open("/dashboard/season", { user: GRACE });
  await openList(page.getByRole("combobox", { name: "View As" }));
  await chooseOption("Team Snipe Valencia");
  await expect.element(page.getByText("No athlete of this team has agreed to be a member yet.")).toBeVisible();
  answer("GET /reports/season-team/", () => sailedTeam(TODAY, 61));
  await reload();
  const athletes = region("Athletes");
  const names = athletes.getByCss("tbody a");
  await expectTexts(names, ["Marta Vidal", "Tomás Roig", "Paul Lindqvist", "Bastiaan van der Meulen-Koster"]);
  await expect.element(athletes.getByRole("row", { name: /Tomás Roig/ })).toHaveTextContent("no clear change");
  await expect.element(athletes.getByRole("row", { name: /Bastiaan/ })).toHaveTextContent("8 tacks, too few");
  await athletes.getByRole("button", { name: "Trend a month, m" }).click();
  await expect.element(names.first()).toHaveTextContent("Marta Vidal");
  await athletes.getByRole("button", { name: "Trend a month, m" }).click();
  await expectTexts(names, ["Paul Lindqvist", "Tomás Roig", "Marta Vidal", "Bastiaan van der Meulen-Koster"]);
  const data = region("Data of the team");
  await expect.element(data.getByRole("region", { name: "Query for DuckDB" })).toHaveTextContent("GROUP BY athlete");
  answer("GET /reports/season-data/", () => new Response("PAR1"));
  const saved = await savedName(() => data.getByRole("button", { name: "Season data (Parquet)" }).click());
  expect(saved).toMatch(/^leebow-season.*\.parquet$/);
  await onPhone();
  await expect.element(athletes.getByText(/^down 0\.24 ± 0\.08 a month$/)).toBeVisible();
  await athletes.getByRole("link", { name: "Marta Vidal" }).click();
  await expectAddress(/^\/dashboard\/season\?.*user=61/);
  await expect.element(region("Months")).toBeVisible();
});

test("a team or a person whose figures are not open to a coach is refused, with the way back to the own ones", async () => {
  withSeason();
  answer("GET /teams/", () => [teamOf()]);
  answer("GET /reports/polar/", () => NO_POLAR);
  await open("/dashboard/polar?team=5", { user: GRACE });
  const whose = page.getByRole("combobox", { name: "View As" });
  await expect.element(whose).toHaveTextContent("Team Snipe Valencia");
  await expect.element(page.getByText("No session in this season")).toBeVisible();
  // A team that there is not, or that the coach is not in.
  await open("/dashboard/polar?team=1005", { user: GRACE });
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expectAddress("/dashboard/polar");
  await expect.element(whose).toHaveTextContent("Grace Coach");
  // Nor somebody who is in none of the coach's teams.
  for (const place of ["reports", "season"]) {
    await open(`/dashboard/${place}?user=1002`, { user: GRACE });
    await expect.element(page.getByText("These reports are not open to you")).toBeVisible();
  }
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expect.element(region("Months")).toBeVisible();
});

test("the sessions of which a part is left out are counted in one line, listed at a press, and the line is closed for good", async () => {
  withSeason();
  await open("/dashboard/season");
  const line = region("What is left out");
  const sessions = sailedSeason(TODAY).days.flatMap((one) => one.sessions);
  const changed = sessions.filter(({ has_left_out }) => has_left_out);
  await expect
    .element(line)
    .toHaveTextContent(
      `Rides, tows and drives are now left out: ${changed.length} of ${sessions.length} sessions changed.`,
    );
  await expectCount(line.getByRole("link"), 0);
  await focus(line.getByRole("button", { name: "See which" }));
  await press("Enter");
  await expectCount(line.getByRole("link"), changed.length);
  await onPhone();
  await line.getByRole("button", { name: "Close" }).click();
  await expect.element(line).not.toBeInTheDocument();
  await reload();
  await expect.element(region("Months")).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
});

test("a new sailor is led from the polar to Upload, and a polar that cannot be read is asked for again", async () => {
  withDays();
  answer("GET /reports/polar/", () => NO_POLAR);
  await open("/dashboard/polar");
  await expect.element(page.getByRole("heading", { name: "No session in this season" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Upload a track" })).toHaveAttribute("href", "/upload");
  answer("GET /reports/polar/", () => refusal(500, { detail: "Something failed on our side." }));
  await page.getByRole("radio", { name: "This Year" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something failed on our side.");
  answer("GET /reports/polar/", () => NO_POLAR);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "No session in this year" })).toBeVisible();
});
