/** The pages of an account: its profile, its plan, Garmin, and what is said when the server refuses. */
import type { GarminConnection, Price, Subscription, User } from "@leebow/api/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { focus, MARTA, open, press, reload } from "./screen";
import { chooseOption, expectAddress, expectCount, expectNotice, expectReason, held, openList } from "./shown";

const FAULT = { detail: "The server has a fault." };
const SAVE = page.getByRole("button", { name: "Save" });
const PICTURE = () =>
  new File([Uint8Array.from(atob(PNG), (one) => one.charCodeAt(0))], "face.png", { type: "image/png" });
/** A red picture of 8 by 8 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII=";

/** Answers the calls on the own account by this user, and changes it. */
function answerProfile(changes: Partial<User> = {}): User {
  const user: User = { ...MARTA, can: { ...MARTA.can, switch_auto_segmentation: true }, ...changes };
  answer("GET /users/me/", () => user);
  answer("PATCH /users/", ({ body }) => {
    const { password, current_password, ...changed } = body as Partial<User> & Record<string, unknown>;
    return Object.assign(user, changed);
  });
  return user;
}

const openProfile = (address = "/account", user = MARTA) => {
  answer("GET /race-consents/", () => ({ results: [] }));
  return open(address, { user });
};

test("the profile checks names, address and the optional password in the words of the specification, and is saved", async () => {
  answerProfile();
  await openProfile();
  const first = page.getByLabelText("First name");
  const last = page.getByLabelText("Last name");
  const email = page.getByLabelText("Email", { exact: true });
  await first.fill("");
  await last.fill("Vi");
  await email.fill("");
  await page.getByLabelText("Password", { exact: true }).fill("short");
  await SAVE.click();
  for (const text of [
    "First name required",
    "Last name must be 3 characters",
    "Email required",
    "Password must be 6 characters",
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await email.fill("no address");
  await first.fill("Ma");
  await last.fill("");
  await focus(first);
  for (const text of ["First name must be 3 characters", "Last name required", "Email not valid"])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(first).toHaveValue("Marta");
  await first.fill("Martina");
  await openList(page.getByLabelText("Primary boat class"));
  await chooseOption("Foil Pumping");
  await page.getByRole("switch", { name: /Email notifications/ }).click();
  await expectNotice("User Updated", () => SAVE.click());
  await reload();
  await expect.element(first).toHaveValue("Martina");
  await expect.element(page.getByRole("switch", { name: /Email notifications/ })).not.toBeChecked();
  const refused = { current_password: ["This is not your current password."] };
  answer("PATCH /users/", () => refusal(400, refused));
  await page.getByLabelText("Password", { exact: true }).fill("leeward-2");
  await page.getByLabelText("Current password").fill("wrong");
  await SAVE.click();
  await expect.element(page.getByText("This is not your current password.")).toBeVisible();
});

test("what is typed into the profile stays when the server's profile arrives late", async () => {
  const late = held<User>({ ...MARTA, last_name: "Changed elsewhere" });
  answer("GET /users/me/", () => late.answer);
  await openProfile();
  await page.getByLabelText("First name").fill("Typed before");
  late.release();
  await expect.element(page.getByLabelText("Last name")).toHaveValue("Changed elsewhere");
  await expect.element(page.getByLabelText("First name")).toHaveValue("Typed before");
});

test("beta features are switched and saved; the wind arrow is offered only with auto segmentation", async () => {
  answerProfile({ auto_segmentation_enabled: false });
  await openProfile("/account/beta", { ...MARTA, can: { ...MARTA.can, switch_auto_segmentation: true } });
  const segmentation = page.getByRole("switch", { name: /Auto Segmentation/ });
  const arrow = page.getByRole("switch", { name: /Wind Direction Arrow/ });
  await expect.element(segmentation).not.toBeChecked();
  await expectCount(arrow, 0);
  await segmentation.click();
  await arrow.click();
  const isOn = arrow.element().getAttribute("aria-checked");
  answer("PATCH /users/", () => refusal(500, FAULT));
  await SAVE.click();
  await expect.element(page.getByText("Could not set features. Please try again.")).toBeVisible();
  const user = answerProfile({ auto_segmentation_enabled: false });
  await expectNotice("User Updated", () => SAVE.click());
  expect(user.auto_segmentation_enabled).toBe(true);
  await reload();
  await expect.element(arrow).toHaveAttribute("aria-checked", isOn!);
});

test("auto segmentation cannot be switched on without the feature, and the page says why", async () => {
  const can = { ...MARTA.can, switch_auto_segmentation: false };
  answerProfile({ auto_segmentation_enabled: false, enabled_features: [], can });
  await openProfile("/account/beta");
  await expect
    .element(page.getByRole("switch", { name: /Auto Segmentation/ }))
    .toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText("Your plan has no Auto Segmentation.")).toBeVisible();
  await expectCount(page.getByRole("switch", { name: /Wind Direction Arrow/ }), 0);
});

test("the profile takes a picture, refuses other files, and removes the picture after a question", async () => {
  const user = answerProfile();
  const image = URL.createObjectURL(PICTURE());
  answer("POST /users/profileimg/", () => Object.assign(user, { profile_img: image }));
  answer("DELETE /users/profileimg/", () => {
    user.profile_img = null;
    return undefined;
  });
  await openProfile();
  const input = page.getByRole("group", { name: "Profile picture" }).getByCss('input[type="file"]');
  await input.upload(new File(["no picture"], "notes.txt", { type: "text/plain" }));
  await expect.element(page.getByText(/This is not a picture Leebow can read/)).toBeVisible();
  await expectNotice("User Updated", () => input.upload(PICTURE()));
  await expect.element(page.getByCss("header img")).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByRole("dialog", { name: "Remove your picture?" })).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).click();
  await expectCount(page.getByCss("header img"), 0);
  await expect.element(page.getByText("User Updated", { exact: true }).first()).toBeVisible();
});

test("an export that is refused is reported", async () => {
  answerProfile();
  answer("POST /users/export/", () => refusal(503, FAULT));
  await openProfile();
  await page.getByRole("button", { name: "Export my data" }).click();
  await expect.element(page.getByText("Your data could not be exported. The server has a fault.")).toBeVisible();
});

test("deleting the account says what goes and what stays, and needs the password", async () => {
  answerProfile();
  answer("DELETE /users/me/", () => refusal(400, { current_password: ["This is not your current password."] }));
  await openProfile();
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect.element(dialog.getByRole("button", { name: "Keep my account" })).toHaveFocus();
  await expect.element(dialog.getByText("your tracks with their files, analyses and tags")).toBeVisible();
  await expect.element(dialog.getByText(/teams with other members/)).toBeVisible();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect.element(dialog.getByText("Enter your current password to delete your account.")).toBeVisible();
  await dialog.getByLabelText("Current password").fill("wrong");
  await press("Enter");
  await expect.element(dialog.getByText("This is not your current password.")).toBeVisible();
});

const NOT_CONNECTED: GarminConnection = {
  garmin_connected: false,
  provider: "embedded",
  connected_at: null,
  permissions: [],
  activities: [],
};

test("a server without Garmin says so and how to bring sessions, and one that fails can be asked again", async () => {
  answerProfile();
  answer("GET /garmin/", () => refusal(500, FAULT));
  await openProfile("/account/garmin");
  await expect.element(page.getByText("The connection could not be read")).toBeVisible();
  answer("GET /garmin/", () => ({ ...NOT_CONNECTED, provider: null }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect
    .element(
      page.getByText(
        "This server is not connected with Garmin. Export your sessions from Garmin Connect and upload them.",
      ),
    )
    .toBeVisible();
  await expectReason("Garmin Connect", "This server is not connected with Garmin.");
});

const priceOf = (id: string, amount: number, name: string, features: string[]): Price => ({
  id,
  amount,
  currency: "usd",
  recurring: { interval: "month" },
  product: { name, features },
});
const SAILOR = priceOf("embedded_sailor", 0, "Sailor", ["View tracks", "Athlete Tools", "Auto Segmentation"]);
const COACH = priceOf("embedded_coach", 2500, "Coach", [...SAILOR.product.features, "Coach Tools"]);
const SUBSCRIBED: Subscription = {
  id: 1,
  price: { id: COACH.id, name: "Coach" },
  status: "active",
  next_billing_date: "2026-12-14T10:00:00.000Z",
  cancel_at_period_end: false,
};
const CURRENT = page.getByRole("table", { name: "Current subscription" });

function answerPlans(subscriptions: Subscription[] = []) {
  answer("GET /billing/prices/", () => [SAILOR, COACH]);
  answer("GET /billing/subs/", () => subscriptions);
  answerProfile();
}

test("the plans show prices in dollars without decimals and their features; the current one cannot be chosen", async () => {
  answerPlans();
  await openProfile();
  await page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name: "Plan" }).click();
  await expectAddress("/account/plan");
  for (const name of ["Plan", "Status", "Next Bill"])
    await expect.element(CURRENT.getByRole("columnheader", { name, exact: true })).toBeVisible();
  await expect.element(CURRENT.getByRole("cell", { name: "Sailor" })).toBeVisible();
  const sailor = page.getByRole("article", { name: "Sailor" });
  await expect.element(sailor).toHaveTextContent("$0/month");
  await expect.element(sailor.getByRole("button", { name: "Current plan" })).toBeDisabled();
  await expect.element(sailor.getByText("Without Coach Tools")).toBeInTheDocument();
  const coach = page.getByRole("article", { name: "Coach" });
  await expect.element(coach).toHaveTextContent("$25/month");
  for (const feature of ["View tracks", "Athlete Tools", "Auto Segmentation", "Coach Tools"])
    await expect.element(coach.getByText(feature, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/This server is a demonstration: its plans cost nothing\./)).toBeVisible();
  await expect.element(coach.getByRole("button", { name: "Choose" })).toBeEnabled();
  await expectCount(page.getByRole("button", { name: "Cancel" }), 0);
});

test("a payment that is not decided yet is asked for again after 3 s", async () => {
  answerPlans();
  const asked: number[] = [];
  answer("GET /billing/checkout-result/", () => {
    asked.push(Date.now());
    return { status: asked.length < 3 ? ("wait" as const) : ("fail" as const), price_id: COACH.id };
  });
  await openProfile("/account/plan?checkout_session_id=pending");
  await expect.element(page.getByText("Waiting for your payment")).toBeVisible();
  await expect.element(page.getByText(/Coach, \$25 a month\. This takes a few seconds/)).toBeVisible();
  await expect
    .element(page.getByText("Payment failed. Please try another payment method."), { timeout: 15_000 })
    .toBeVisible();
  expect(asked.at(-1)! - asked.at(-2)!).toBeGreaterThan(2900);
  expect(asked).toHaveLength(3);
});

test("cancelling asks first with the focus on keeping, and the plan stays until its end", async () => {
  const subscriptions = [{ ...SUBSCRIBED }];
  answerPlans(subscriptions);
  answer("POST /billing/cancel/", () => {
    subscriptions[0]!.cancel_at_period_end = true;
    return { detail: "It ends with the period that is paid." };
  });
  await openProfile("/account/plan");
  const coach = page.getByRole("article", { name: "Coach" });
  await expect.element(coach.getByRole("button", { name: "Current plan" })).toBeDisabled();
  await expect.element(CURRENT).toHaveTextContent("Active");
  await expect.element(CURRENT).toHaveTextContent(/\d+ \w+ 20\d\d, \$25/);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Cancel subscription?" });
  await expect.element(question).toHaveTextContent("Then you return to the Sailor plan, the starter plan");
  await expect.element(question.getByRole("button", { name: "Keep Coach" })).toHaveFocus();
  await press("Enter");
  await expectCount(question, 0);
  // The free plan is chosen by cancelling.
  await page.getByRole("button", { name: "Choose Sailor" }).click();
  await expectNotice("Subscription cancelled.", () =>
    question.getByRole("button", { name: "Cancel subscription" }).click(),
  );
  await expect
    .element(page.getByText(/Cancelled: Coach stays until .+\. Then you return to the Sailor plan\./))
    .toBeVisible();
  await expect.element(CURRENT.getByRole("cell").last()).toHaveText("None");
  await expect.element(page.getByRole("button", { name: "Choose Sailor" })).toBeDisabled();
});

test("plans that cannot be read say why and are asked for again; a server that sells none says so", async () => {
  answerPlans();
  answer("GET /billing/prices/", () => refusal(503, FAULT));
  await openProfile("/account/plan");
  await expect.element(page.getByText("The plans could not be read")).toBeVisible();
  answer("GET /billing/prices/", () => [SAILOR]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect
    .element(page.getByText("This server sells no plans. Ask its administrator for the features you need."))
    .toBeVisible();
});
