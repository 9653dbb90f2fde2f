/** Teams: their members and roles, what is asked first, and what is said when the server refuses. */
import type { Team, TeamRole } from "@leebow/api/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { GRACE, memberOf, teamOf } from "./made";
import { MARTA, mouse, onPhone, open, press } from "./screen";
import { chooseInMenu, expectAddress, expectCount, expectNotice, expectReason, held } from "./shown";
import { answerTracks } from "./track-answers";

const NEEDS_COACH = "A team needs a coach. Promote somebody else to coach first.";
const MEMBER = memberOf(MARTA.id, "Marta", "Vidal");
const NO_TEAMS = "You aren't a member of any teams.";

/** The row of a member in a card. */
const row = (card: "Coaches" | "Athletes", name: string) =>
  page.getByRole("region", { name: card }).getByRole("listitem", { name });
const click = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** Answers the calls on a team, whose members change. The viewer is its coach. */
function answerTeam(team: Team = teamOf({ athletes: [MEMBER] })): Team {
  const everybody = () => [...team.coaches, ...team.athletes];
  const place = (id: number, role: TeamRole | null) => {
    const member = everybody().find((one) => one.id === id)!;
    team.coaches = team.coaches.filter((one) => one.id !== id);
    team.athletes = team.athletes.filter((one) => one.id !== id);
    if (role) (role === "COACH" ? team.coaches : team.athletes).push(member);
    const isCoach = team.coaches.some((one) => one.id === GRACE.id);
    team.membership = { ...team.membership, role: isCoach ? "COACH" : "ATHLETE" };
    team.can = { edit: true, delete: true, manage_members: isCoach, leave: !isCoach || team.coaches.length > 1 };
    return team;
  };
  answer("GET /teams/", () => [team]);
  answer("GET /teams/{id}/", () => team);
  answer("PATCH /teams/{id}/members/{user_id}/", ({ params, body }) =>
    place(Number(params.user_id), (body as { role: TeamRole }).role),
  );
  answer("DELETE /teams/{id}/members/{user_id}/", ({ params }) => {
    place(Number(params.user_id), null);
    return undefined;
  });
  return team;
}

function openTeam(): Promise<void> {
  answer("GET /users/me/", () => GRACE);
  return open("/teams/5", { user: GRACE });
}

test("somebody without teams is told so, and without Coach Tools sees no New Team button but where to get them", async () => {
  answer("GET /teams/", () => []);
  await open("/teams");
  await expect.element(page.getByRole("heading", { name: "Teams", exact: true })).toBeVisible();
  await expect
    .element(page.getByText("You aren't a member of any teams. You can create a new team with the form on the right."))
    .toBeVisible();
  await expectCount(page.getByRole("button", { name: "+ New Team" }), 0);
  await expect.element(page.getByRole("link", { name: "See the plans" })).toHaveAttribute("href", "/account/plan");
  await onPhone();
  const places = page.getByRole("navigation", { name: "Places" });
  await expect.element(places.getByRole("link", { name: "Teams" })).toBeVisible();
});

test("a coach adds an athlete by e-mail: an empty entry is ignored, and what the server refuses stands under the field", async () => {
  const team = answerTeam(teamOf());
  let requests = 0;
  const refuse = (email: string) =>
    answer("POST /teams/{id}/members/", () => {
      requests++;
      return refusal(400, { email: [email] });
    });
  refuse("There is no account with this e-mail. Ask the person to register first.");
  await openTeam();
  await click("Add");
  const dialog = page.getByRole("dialog", { name: "Add an athlete" });
  const field = dialog.getByLabelText("Enter athlete's email address");
  await expect.element(field).toHaveFocus();
  await press("Enter");
  await expectCount(dialog, 0);
  expect(requests).toBe(0);
  await click("Add");
  await field.fill("nobody@sail.example");
  await press("Enter");
  await expect
    .element(dialog.getByText("There is no account with this e-mail. Ask the person to register first."))
    .toBeVisible();
  answer("POST /teams/{id}/members/", () => {
    team.athletes.push(MEMBER);
    return team;
  });
  await field.fill(MEMBER.email);
  await expectNotice("Team member added successfully.", () => press("Enter"));
  await expect.element(row("Athletes", "Marta Vidal")).toHaveTextContent(MEMBER.email);
  refuse("This person is a member already.");
  await click("Add");
  await field.fill(MEMBER.email);
  await press("Enter");
  await expect.element(dialog.getByText("This person is a member already.")).toBeVisible();
});

test("athletes are promoted and coaches demoted; the last coach can neither go nor be demoted, and the reason is said", async () => {
  answerTeam();
  await openTeam();
  await expect.element(page.getByText("1 coach, 1 athlete. Created by Grace Coach.")).toBeVisible();
  await expectReason("Demote Grace Coach", NEEDS_COACH);
  await expectReason("Remove Grace Coach", NEEDS_COACH);
  await expectReason("Leave Team", NEEDS_COACH);
  await expectNotice("Team member role updated.", () => click("Promote Marta Vidal"));
  await expect.element(row("Coaches", "Marta Vidal")).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Demote Grace Coach" })).toBeEnabled();
  await click("Demote Marta Vidal");
  await expect.element(row("Athletes", "Marta Vidal")).toBeVisible();
  await click("Remove Marta Vidal");
  await expect.element(page.getByRole("button", { name: "No" })).toHaveFocus();
  await expectNotice("Team member removed successfully.", () => click("Yes"));
  await expect
    .element(page.getByText("This team has no athletes yet. Add them by the email addresses of their accounts."))
    .toBeVisible();
});

test("a coach who demotes himself is asked first, and can make no changes afterwards", async () => {
  answerTeam(
    teamOf({ coaches: [memberOf(GRACE.id, "Grace", "Coach"), MEMBER], can: { ...teamOf().can, leave: true } }),
  );
  await openTeam();
  await click("Demote Grace Coach");
  const question = "Are you sure you want to demote yourself? You will lose the ability to make changes.";
  await expect.element(page.getByRole("dialog", { name: question })).toBeVisible();
  await click("No");
  await expect.element(page.getByRole("button", { name: "Demote Grace Coach" })).toHaveFocus();
  await click("Demote Grace Coach");
  await expectNotice("Team member role updated.", () => click("Yes"));
  await expect.element(row("Athletes", "Grace Coach")).toBeVisible();
  for (const name of ["Manage Permissions", "Add", "Demote Marta Vidal"])
    await expectCount(page.getByRole("button", { name, exact: true }), 0);
  await expect.element(page.getByRole("button", { name: "Update Team" })).toBeVisible();
});

test("a role that is changed late takes the focus from no question that was opened meanwhile", async () => {
  const team = answerTeam();
  const late = held({ ...team, coaches: [...team.coaches, MEMBER], athletes: [] });
  answer("PATCH /teams/{id}/members/{user_id}/", () => late.answer);
  await openTeam();
  await click("Promote Marta Vidal");
  await click("Remove Marta Vidal");
  const no = page.getByRole("button", { name: "No", exact: true });
  await expect.element(no).toHaveFocus();
  late.release();
  await expect.element(page.getByText("Team member role updated.", { exact: true })).toBeVisible();
  // The row is focused later than the notice is shown.
  await new Promise((next) => setTimeout(next, 200));
  await expect.element(no).toHaveFocus();
});

test("on a phone the actions on a member are in a menu, with the reason of what is disabled", async () => {
  await onPhone();
  answerTeam();
  await openTeam();
  await click("More for Grace Coach");
  const demote = page.getByRole("menuitem", { name: "Demote" });
  await expect.element(demote).toHaveAttribute("aria-disabled", "true");
  await expect.element(demote).toHaveTextContent(NEEDS_COACH);
  // A pointer that rests on the button opens the menu again.
  await mouse([{ move: [5, 5] }]);
  await press("Escape");
  await expectCount(demote, 0);
  const more = page.getByRole("button", { name: "More for Marta Vidal", exact: true });
  await expectNotice("Team member role updated.", () => chooseInMenu(more, "Promote"));
  await expect.element(row("Coaches", "Marta Vidal")).toBeVisible();
});

test("a server that fails is reported with a way to try again; a forbidden team leads to the start", async () => {
  answer("GET /teams/", () => refusal(500, { detail: "The server has a fault." }));
  await open("/teams");
  await expect.element(page.getByText("Your teams could not be read")).toBeVisible();
  await expect.element(page.getByText("The server has a fault.")).toBeVisible();
  answer("GET /teams/", () => []);
  await click("Try again");
  await expect.element(page.getByText(NO_TEAMS)).toBeVisible();
  answerTracks([]);
  answer("GET /teams/{id}/", () => refusal(403, { detail: "This is not yours to see." }));
  await open("/teams/1");
  await expectAddress("/home");
});
