/** The share link of a race: its end, its boats while they are read, and what is said when the server fails. */
import type { RaceShare, SharedBoats } from "@leebow/api/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { ADA, raceOf } from "./made";
import { focus, MARTA, open, press, reload } from "./screen";
import { chooseInMenu, expectCount, expectNotice, held, never } from "./shown";
import { answerTracks } from "./track-answers";

const [JON, CLARA] = raceOf().competitors;
const DIALOG = page.getByRole("dialog", { name: "Share Race" });
const CLARAS_ROW = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Clara Puig" });

const boatsOf = (in_link: 1 | 2): SharedBoats => {
  const boat = { boat_name: "Laser", is_own: false, asked: null, agreed: null };
  const jon = { ...boat, user: JON!, track_ids: [21], state: "in_link" as const, reason: "public" as const };
  const private_boat = { state: "not_asked" as const, reason: "private" as const };
  const marta = { ...jon, user: { ...JON!, id: 13, first_name: "Marta", last_name: "Soler" }, track_ids: [23] };
  const clara = { ...boat, user: CLARA!, track_ids: [22], ...private_boat };
  return { boats: in_link === 2 ? [jon, marta, clara] : [jon, clara], in_link };
};

async function openShare(): Promise<Locator> {
  answerTracks([], [raceOf()]);
  await open("/home?tab=races", { user: ADA });
  await chooseInMenu(page.getByRole("button", { name: "More for Trofeo Otoño" }).first(), "Share Race");
  return DIALOG;
}

/** Opens the list of the focused field, moves in it by one key and chooses: the focus is back on the field. */
async function chooseByKeys(field: Locator, key: string, name: string) {
  await focus(field);
  await press("Enter");
  const list = page.getByRole("listbox");
  await expect.element(list.getByRole("option", { selected: true })).toHaveAttribute("data-highlighted");
  await press(key);
  await expect.element(list.getByRole("option", { name })).toHaveAttribute("data-highlighted");
  await press("Enter");
  await expectCount(list, 0);
  await expect.element(field).toHaveText(name);
  await expect.element(field).toHaveFocus();
}

test("the link ends after seven days unless another end is chosen; one without an end says so, and is ended by hand", async () => {
  const DAY_MS = 86_400_000;
  const share: RaceShare = {
    share_id: "a".repeat(24),
    url: `/races/4?share_id=${"a".repeat(24)}`,
    expires: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  };
  let late: ReturnType<typeof held<undefined>> | undefined;
  answer("GET /races/{id}/share/boats/", () => boatsOf(2));
  answer("POST /races/{id}/share/", async ({ body }) => {
    await late?.answer;
    const { expires } = body as { expires?: string | null };
    if (expires !== undefined) share.expires = expires;
    return { ...share };
  });
  answer("DELETE /races/{id}/share/", () => undefined);
  await openShare();
  const end = DIALOG.getByRole("combobox", { name: "End of the link" });
  await expect.element(end).toHaveText("Ends after 7 days");
  const link = (DIALOG.getByLabelText("Link", { exact: true }).element() as HTMLInputElement).value;
  expect(link).toMatch(/\/races\/\d+\?share_id=[\w-]{24}$/);
  await chooseByKeys(end, "ArrowUp", "Ends after 1 day");
  await expectCount(DIALOG.getByText("never ends"), 0);
  // The next end is chosen by keys while the server still answers to the last.
  late = held(undefined);
  await chooseByKeys(end, "End", "Never ends");
  await chooseByKeys(end, "Home", "Ends after 1 day");
  await chooseByKeys(end, "End", "Never ends");
  late.release();
  await expect.element(DIALOG.getByText("Whoever gets this link sees the race until somebody ends it.")).toBeVisible();
  await DIALOG.getByRole("button", { name: "Close" }).click();
  await openShare();
  await expect.element(end).toHaveText("Never ends");
  await expect.element(DIALOG.getByLabelText("Link", { exact: true })).toHaveValue(link);

  await DIALOG.getByRole("button", { name: "End link" }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await DIALOG.getByRole("button", { name: "End link" }).click();
  await expectNotice("The link of Trofeo Otoño has ended.", () =>
    page.getByRole("button", { name: "Yes", exact: true }).click(),
  );
  await expectCount(DIALOG, 0);
});

test("a race with one boat in it has no link; failures keep the row and say why", async () => {
  answer("GET /races/{id}/share/boats/", () => boatsOf(1));
  answer("POST /races/{id}/share/boats/", () => refusal(500, { detail: "The server has a fault." }));
  await openShare();
  await expect.element(DIALOG.getByText(/A race needs two boats\./)).toBeVisible();
  await expectCount(DIALOG.getByRole("button", { name: "Copy" }), 0);
  await DIALOG.getByRole("button", { name: "Ask Clara Puig" }).click();
  await expect.element(CLARAS_ROW.getByRole("alert")).toBeVisible();
  await expect.element(CLARAS_ROW).toHaveTextContent("private, not asked yet");
});

test("a question is taken back after another one, for it is not asked again", async () => {
  const at = "2026-06-13T16:00:00.000Z";
  const withClara = (state: "asked" | "left_out"): SharedBoats => ({
    boats: [...boatsOf(2).boats.slice(0, 2), { ...boatsOf(2).boats[2]!, state, asked: state === "asked" ? at : null }],
    in_link: 2,
  });
  answer("GET /races/{id}/share/boats/", () => withClara("asked"));
  answer("POST /races/{id}/share/", () => ({ share_id: "a".repeat(24), url: "/races/4?share_id=a", expires: null }));
  answer("DELETE /races/{id}/share/boats/{user_id}/", () => withClara("left_out"));
  await openShare();
  const button = CLARAS_ROW.getByRole("button", { name: "Take back the question to Clara Puig" });
  await button.click();
  const question = page.getByRole("dialog", { name: "Take back the question?" });
  await expect.element(question).toHaveTextContent("Clara Puig is asked once about this race.");
  await question.getByRole("button", { name: "No" }).click();
  await expect.element(button).toBeVisible();
  await button.click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect.element(CLARAS_ROW).toHaveTextContent("left out");
  await expectCount(CLARAS_ROW.getByRole("button"), 0);
});

test("who sails in a race of somebody else leaves it after a question", async () => {
  const races = [raceOf({ can: { ...raceOf().can, edit: false, delete: false, leave: true } })];
  answerTracks([], races);
  await open("/home?tab=races", { user: ADA });
  const menu = page.getByRole("button", { name: "More for Trofeo Otoño" }).first();
  await chooseInMenu(menu, "Leave Race");
  const question = page.getByRole("dialog", { name: "Leave Race" });
  await expect.element(question).toHaveTextContent(/cannot be put into this race again/);
  await expect.element(question.getByRole("button", { name: "No" })).toHaveFocus();
  answer("DELETE /races/{id}/participation/", () => refusal(500));
  await expectNotice("The server could not do this. Try again in a minute.", () =>
    question.getByRole("button", { name: "Yes" }).click(),
  );
  await expect.element(question).toBeVisible();
  answer("DELETE /races/{id}/participation/", () => {
    answerTracks([], []);
    return undefined;
  });
  await expectNotice("Your tracks are no longer in Trofeo Otoño.", () =>
    question.getByRole("button", { name: "Yes" }).click(),
  );
  await expectCount(menu, 0);
});

test("a link that its coach has ended is not made again by others, who are told whom to ask", async () => {
  const ended = "The link of this race was ended. Ask its coach for a new one.";
  answer("GET /races/{id}/share/boats/", () => refusal(403, { detail: ended }));
  await openShare();
  await expect.element(DIALOG.getByText(ended)).toBeVisible();
  await expect.element(DIALOG.getByRole("button", { name: "Copy" })).toBeDisabled();
});

test("the dialog waits for its boats with Copy off; nobody without private tracks in links is told so", async () => {
  answer("GET /races/{id}/share/boats/", never);
  await openShare();
  await expect.element(DIALOG.getByRole("status", { name: "Loading the boats" })).toBeVisible();
  await expect.element(DIALOG.getByRole("button", { name: "Copy" })).toBeDisabled();
  answer("GET /users/me/", () => MARTA);
  await open("/account/privacy");
  await expect.element(page.getByText("No race is shared with a private track of yours")).toBeVisible();
  answer("GET /race-consents/", () => refusal(503, { detail: "The server has a fault." }));
  await reload();
  await expect.element(page.getByText("The shared races could not be read")).toBeVisible();
});
