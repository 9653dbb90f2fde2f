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
