/** What asks a user for the primary boat class, which accounts of earlier programs do not have. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { MARTA, onPhone, open, press, reload } from "./screen";
import { expectCount } from "./shown";
import { answerTracks } from "./track-answers";

const FILM = page.getByRole("dialog", { name: "Welcome to Leebow, Marta" });
const QUESTION = page.getByRole("dialog", { name: "Which boat do you sail most?" });
const WITHOUT_CLASS = { ...MARTA, primary_boat_class: null };
const openList = async () => {
  answerTracks([]);
  answer("GET /users/me/", () => WITHOUT_CLASS);
  await open("/home", { user: WITHOUT_CLASS });
};

test("the boat class prompt shows after the video, and Save is disabled until a class is chosen", async () => {
  const sent: unknown[] = [];
  answer("PATCH /users/", ({ body }) => {
    sent.push(body);
    return { ...WITHOUT_CLASS, ...(body as object) };
  });
  await openList();
  await expectCount(FILM, 0);
  localStorage.removeItem("leebow.welcome");
  await reload();
  await expect.element(FILM).toBeVisible();
  await expectCount(QUESTION, 0);
  // Dismissed by a key, it makes room for the question.
  await press("Escape");
  await expectCount(FILM, 0);
  await expect.element(QUESTION.getByRole("button", { name: "Save" })).toBeDisabled();
  const names = QUESTION.getByRole("radio")
    .elements()
    .map((one) => one.closest("label")!.innerText);
  expect(names.join(", ")).toBe(
    "29er, 470, 49er, 49erFX, C420, CFJ, Formula Kite, i420, J70, Laser, Melges 24, Moth, Nacra 17, Viper 640, Other",
  );
  (QUESTION.getByRole("radio").first().element() as HTMLElement).focus();
  await press("ArrowDown");
  await expect.element(QUESTION.getByRole("radio", { name: "470" })).toBeChecked();
  await QUESTION.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("User Updated")).toBeVisible();
  await expectCount(QUESTION, 0);
  expect(sent).toEqual([{ primary_boat_class: "470" }]);
});

test("a user who closes the boat class prompt is not asked again", async () => {
  await onPhone();
  await openList();
  await QUESTION.getByRole("button", { name: "Not now" }).click();
  await expectCount(QUESTION, 0);
  await reload();
  await expect.element(page.getByRole("heading", { name: "Your tracks will be here" })).toBeVisible();
  await expectCount(QUESTION, 0);
});

test("a boat class that could not be saved is kept in the prompt with the reason", async () => {
  answer("PATCH /users/", () => refusal(500, { detail: "The disk is full." }));
  await openList();
  await QUESTION.getByText("Moth", { exact: true }).click();
  await QUESTION.getByRole("button", { name: "Save" }).click();
  await expect.element(QUESTION.getByText("The disk is full.")).toBeVisible();
  await expect.element(QUESTION.getByRole("radio", { name: "Moth" })).toBeChecked();
});
